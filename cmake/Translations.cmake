# translations(OUT out.c TABLE t LANGUAGES zh_CN ...): compile po/<language>.po with msgfmt and
# embed the catalogues as <language>.mo. They are made when the build is configured, and again
# whenever a .po file changes.
find_program(MSGFMT msgfmt REQUIRED)

function(translations)
  cmake_parse_arguments(T "" "OUT;TABLE" "LANGUAGES" ${ARGN})
  set(catalogues "")
  foreach(language IN LISTS T_LANGUAGES)
    set(po ${PROJECT_SOURCE_DIR}/po/${language}.po)
    set(mo ${CMAKE_BINARY_DIR}/gen/${language}.mo)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${po})
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/gen)
    execute_process(COMMAND ${MSGFMT} --check-format --endianness=little --no-hash -o ${mo} ${po}
      COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND catalogues ${mo})
  endforeach()
  embed(OUT ${T_OUT} TABLE ${T_TABLE} FILES ${catalogues})
endfunction()
