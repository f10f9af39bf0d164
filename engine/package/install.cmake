# What others build on: public headers, the targets spook::engine and spook::scenarios, find_package(spook). EMBEDDING.md
# tells how they are used; this file is included by the top CMakeLists.txt once all targets stand.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SPOOK_PUBLIC_HEADERS
  engine/types.h engine/version.h engine/parameters.h engine/tuning.h
  engine/scene/scene.h engine/scene/solving.h engine/scene/scene_io.h engine/scene/files.h engine/scene/material_presets.h
  engine/collide/ray_hit.h
  engine/solve/solve_by.h engine/solve/step_problem.h engine/solve/direct_options.h engine/solve/escalation.h engine/solve/solver.h
  engine/solve/solve_observer.h
  engine/step/report.h
  engine/world/ids.h engine/world/commands.h engine/world/snapshot.h engine/world/world.h engine/world/recording.h
  scenarios/registry.h scenarios/problem_file.h)
list(TRANSFORM SPOOK_PUBLIC_HEADERS PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE headers_here)
set(SPOOK_INCLUDE ${PROJECT_BINARY_DIR}/include)
set(header_script ${PROJECT_SOURCE_DIR}/engine/package/public_headers.cmake)
list(JOIN SPOOK_PUBLIC_HEADERS "," header_list)
add_custom_command(OUTPUT ${SPOOK_INCLUDE}/spook.stamp
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DTARGET=${SPOOK_INCLUDE} "-DHEADERS=${header_list}" -P ${header_script}
  DEPENDS ${headers_here} ${header_script} VERBATIM COMMENT "Public headers")
add_custom_target(spook_public_headers ALL DEPENDS ${SPOOK_INCLUDE}/spook.stamp)

# the layout of Pose and of all that holds one: whoever includes the headers must have Eigen's alignment as it was here
set(SPOOK_PUBLIC_DEFINITIONS ${SPOOK_EIGEN_ALIGN})

# Within this build, as FetchContent brings it: the libraries without our own warnings and include folder.
# spook_public_target(NAME LIBRARY FURTHER…)
function(spook_public_target name library)
  add_library(spook_public_${name} INTERFACE)
  add_library(spook::${name} ALIAS spook_public_${name})
  add_dependencies(spook_public_${name} spook_public_headers)
  target_include_directories(spook_public_${name} INTERFACE ${SPOOK_INCLUDE})
  target_compile_features(spook_public_${name} INTERFACE cxx_std_20)
  target_compile_definitions(spook_public_${name} INTERFACE ${SPOOK_PUBLIC_DEFINITIONS})
  target_link_libraries(spook_public_${name} INTERFACE $<LINK_ONLY:${library}> ${ARGN})
endfunction()

# the shared libraries, of the same objects
if(SPOOK_SHARED)
  foreach(name engine scenarios)
    add_library(spook_${name}_shared SHARED $<TARGET_OBJECTS:spook_${name}>)
    set_target_properties(spook_${name}_shared PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME spook-${name}
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINKER_LANGUAGE CXX
      INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON LINK_DEPENDS ${PROJECT_SOURCE_DIR}/engine/package/exports.map)
    target_link_options(spook_${name}_shared PRIVATE
      LINKER:--version-script=${PROJECT_SOURCE_DIR}/engine/package/exports.map LINKER:--no-undefined)
  endforeach()
  target_link_libraries(spook_engine_shared PUBLIC Eigen3::Eigen Threads::Threads
    PRIVATE $<BUILD_INTERFACE:spook_bullet> ${CMAKE_DL_LIBS})
  target_link_libraries(spook_scenarios_shared PUBLIC spook_engine_shared PRIVATE $<BUILD_INTERFACE:PNG::PNG>)
endif()
if(SPOOK_SHARED AND BUILD_SHARED_LIBS)
  spook_public_target(engine spook_engine_shared Eigen3::Eigen Threads::Threads)
  spook_public_target(scenarios spook_scenarios_shared spook::engine)
else()
  spook_public_target(engine spook_engine Eigen3::Eigen Threads::Threads)
  spook_public_target(scenarios spook_scenarios spook::engine)
endif()

if(NOT SPOOK_INSTALL)
  return()
endif()

function(spook_install_libraries kind)
  foreach(library ${ARGN})
    if(library STREQUAL "spook_bullet")
      continue()  # of our own use: whoever links us links it
    endif()
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${library} INTERFACE $<INSTALL_INTERFACE:cxx_std_20>)
    target_compile_definitions(${library} INTERFACE $<INSTALL_INTERFACE:${SPOOK_PUBLIC_DEFINITIONS}>)
  endforeach()
  install(TARGETS ${ARGN} EXPORT spook_${kind}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT engine NAMELINK_COMPONENT dev)
  install(EXPORT spook_${kind} FILE spook-${kind}-targets.cmake NAMESPACE spook::
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/spook COMPONENT dev)
endfunction()

set_target_properties(spook_engine PROPERTIES EXPORT_NAME engine OUTPUT_NAME spook-engine)
set_target_properties(spook_scenarios PROPERTIES EXPORT_NAME scenarios OUTPUT_NAME spook-scenarios)
set_target_properties(spook_bullet PROPERTIES EXPORT_NAME bullet)
spook_install_libraries(static spook_engine spook_scenarios spook_bullet)
if(SPOOK_SHARED)
  spook_install_libraries(shared spook_engine_shared spook_scenarios_shared)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/engine/package/spook-config.cmake.in
  ${PROJECT_BINARY_DIR}/spook-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/spook)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/spook-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/spook-config.cmake ${PROJECT_BINARY_DIR}/spook-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/spook COMPONENT dev)
install(DIRECTORY ${SPOOK_INCLUDE}/spook DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev FILES_MATCHING PATTERN *.h)

# scene files and shaders: assets_folder() finds share/spook from wherever the library or program lies
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/scenes ${PROJECT_SOURCE_DIR}/assets/shaders
  DESTINATION ${CMAKE_INSTALL_DATADIR}/spook COMPONENT engine)
foreach(program spook-lab spook-sandbox)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT sandbox OPTIONAL)
  endif()
endforeach()
