cmake_minimum_required(VERSION 3.25)
# cmake -DSOURCE=FOLDER -DTARGET=FOLDER -DHEADERS=FILE,FILE… -P public_headers.cmake
# Writes the public headers <spook/NAME.h>: those of the rooms, under one roof, their comments as Doxygen reads them. So
# there is one text for those who use the engine and those who work on it.
string(REPLACE "," ";" HEADERS "${HEADERS}")
list(TRANSFORM HEADERS REPLACE ".*/" "" OUTPUT_VARIABLE names)
foreach(header ${HEADERS})
  get_filename_component(name ${header} NAME)
  file(READ ${SOURCE}/${header} text)
  string(REGEX REPLACE "#include \"(engine|scenarios)/([a-z_]+/)?([a-z_]+\\.h)\"" "#include \"spook/\\3\"" text "${text}")
  string(REGEX MATCHALL "#include \"[^\"]*\"" includes "${text}")
  foreach(include ${includes})
    string(REGEX REPLACE "#include \"spook/(.*)\"" "\\1" included "${include}")
    if(NOT included IN_LIST names)
      message(FATAL_ERROR "${header} is public, but ${include} is not (engine/package/install.cmake)")
    endif()
  endforeach()
  string(REGEX REPLACE "([^ \n/]  +)// " "\\1///< " text "${text}")  # behind what it speaks of
  string(REGEX REPLACE "(\n *)//( |\n)" "\\1///\\2" text "${text}")   # above it
  string(REGEX REPLACE "(\n *)//( |\n)" "\\1///\\2" text "${text}")   # and the lines that shared a line end
  string(REPLACE "/// ----" "// ----" text "${text}")                 # a heading
  string(REGEX REPLACE "^// " "/// @file\n/// " text "${text}")
  set(old "")
  if(EXISTS ${TARGET}/spook/${name})
    file(READ ${TARGET}/spook/${name} old)
  endif()
  if(NOT text STREQUAL old)
    file(WRITE ${TARGET}/spook/${name} "${text}")
  endif()
endforeach()
file(TOUCH ${TARGET}/spook.stamp)
