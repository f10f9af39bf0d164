# every dependency, found where Debian puts it; what to install is listed in third_party/packages.txt
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PNG REQUIRED)

# Bullet in double precision. Only engine/collide (and tests/bench, as the peer) links it.
pkg_check_modules(BULLET_FLOAT64 REQUIRED IMPORTED_TARGET bullet-float64)
add_library(spook_bullet INTERFACE)
target_compile_definitions(spook_bullet INTERFACE BT_USE_DOUBLE_PRECISION)
target_include_directories(spook_bullet SYSTEM INTERFACE /usr/include/bullet)
target_link_libraries(spook_bullet INTERFACE BulletDynamics-float64 BulletCollision-float64 LinearMath-float64)

if(SPOOK_WINDOW)
  find_package(glfw3 3.3 REQUIRED)
  find_package(glm REQUIRED)
  find_package(OpenGL REQUIRED)
  pkg_check_modules(FREETYPE REQUIRED IMPORTED_TARGET freetype2)

  add_library(spook_imgui INTERFACE)
  target_include_directories(spook_imgui SYSTEM INTERFACE /usr/include/imgui /usr/include/imgui/backends)
  target_link_libraries(spook_imgui INTERFACE imgui stb glfw PkgConfig::FREETYPE OpenGL::GL ${CMAKE_DL_LIBS})

  # the loader for core 4.1 is generated here, at configure time, by Debian's glad
  set(GLAD_DIR ${CMAKE_BINARY_DIR}/glad)
  if(NOT EXISTS ${GLAD_DIR}/src/gl.c)
    execute_process(COMMAND /usr/bin/glad --reproducible --quiet --api gl:core=4.1 --extensions= --out-path ${GLAD_DIR} c --loader
      RESULT_VARIABLE glad_failed OUTPUT_QUIET)
    if(glad_failed)
      message(FATAL_ERROR "glad could not generate the OpenGL loader: sh third_party/bootstrap.sh deps")
    endif()
  endif()
  enable_language(C)
  add_library(spook_glad STATIC ${GLAD_DIR}/src/gl.c)
  target_include_directories(spook_glad SYSTEM PUBLIC ${GLAD_DIR}/include)
endif()

if(SPOOK_TESTS)
  find_package(GTest REQUIRED)
  find_package(benchmark REQUIRED)
endif()
