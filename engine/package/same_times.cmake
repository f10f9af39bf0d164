# Before files are packed: all were changed at one time, that of SOURCE_DATE_EPOCH or of the last commit, so that the same
# sources make the same bytes.
set(epoch $ENV{SOURCE_DATE_EPOCH})
if(NOT epoch)
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR} OUTPUT_VARIABLE epoch
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT epoch)
  set(epoch 0)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${epoch})
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @${epoch} {} +)
