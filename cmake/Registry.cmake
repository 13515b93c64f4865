# registry(OUT out.c HEADER h TYPE "struct rule" PREFIX rule_ TABLE rule_table PATTERN glob)
# Writes a C file with a NULL-ended table of every <PREFIX><id> among the files that match: to add
# one is to add its file. The pattern is looked at again at each build. A layer whose header ${h}
# does not exist has no table.
function(registry)
  cmake_parse_arguments(R "" "OUT;HEADER;TYPE;PREFIX;TABLE;PATTERN" "" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${R_PATTERN})
  list(SORT files)
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/include/${R_HEADER} AND
      NOT EXISTS ${PROJECT_SOURCE_DIR}/src/${R_HEADER})
    file(CONFIGURE OUTPUT ${R_OUT} CONTENT "extern const int @R_TABLE@_is_absent;\n" @ONLY)
    return()
  endif()
  set(decls "")
  set(rows "")
  foreach(f IN LISTS files)
    get_filename_component(n ${f} NAME_WE)
    string(APPEND decls "extern const ${R_TYPE} ${n};\n")
    string(APPEND rows "    &${n},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${R_OUT} CONTENT
"/* Generated from file names by cmake/Registry.cmake; do not edit. */
#include \"@R_HEADER@\"

@decls@
const @R_TYPE@ *const @R_TABLE@[] = {
@rows@    0,
};
" @ONLY)
endfunction()
