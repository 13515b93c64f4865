# Manual pages and shell completions, in ${CMAKE_BINARY_DIR}/manual as they will be installed. Those
# of commands are made of the option table, gpubill-formats(5) and gpubill.json(5) of docs/.
find_program(GZIP gzip REQUIRED)
string(TIMESTAMP date "%Y-%m-%d" UTC) # SOURCE_DATE_EPOCH, where it is set
set(manual_dir ${CMAKE_BINARY_DIR}/manual)
set(manual_files "")

file(GLOB manual_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/app/manual/*.c)
add_executable(write_manuals ${manual_sources})
target_link_libraries(write_manuals PRIVATE gpubill_app)

# manual(file COMMAND ... DEPENDS ...): what the command writes, compressed if it is a page.
function(manual file)
  cmake_parse_arguments(M "" "" "COMMAND;DEPENDS" ${ARGN})
  set(out ${manual_dir}/${file})
  get_filename_component(folder ${out} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  set(compress "")
  if(file MATCHES "^man/")
    set(compress COMMAND ${GZIP} -9nf ${out})
    set(written ${out}.gz)
  else()
    set(written ${out})
  endif()
  add_custom_command(OUTPUT ${written} COMMAND ${M_COMMAND} > ${out} ${compress}
    DEPENDS ${M_DEPENDS} VERBATIM)
  set(manual_files ${manual_files} ${written} PARENT_SCOPE)
endfunction()

file(GLOB commands CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/app/command_*.c)
list(TRANSFORM commands REPLACE ".*/command_(.*)\\.c" "\\1")
list(TRANSFORM commands PREPEND gpubill-)
foreach(page gpubill ${commands})
  manual(man/man1/${page}.1 COMMAND write_manuals en ${page} ${date} DEPENDS write_manuals)
  manual(man/zh_CN/man1/${page}.1 COMMAND write_manuals zh ${page} ${date} DEPENDS write_manuals)
endforeach()

# page_of(file md about): a page of section 5.
set(make_page ${PROJECT_SOURCE_DIR}/cmake/manual_page.awk)
function(page_of name doc about)
  set(text ${PROJECT_SOURCE_DIR}/docs/${doc})
  manual(man/man5/${name}.5 COMMAND awk -v name=${name} -v about=${about} -v date=${date}
    -v version=${PROJECT_VERSION} -f ${make_page} ${text} DEPENDS ${make_page} ${text})
  set(manual_files ${manual_files} PARENT_SCOPE)
endfunction()
page_of(gpubill-formats FORMATS.md "bill formats of gpubill")
page_of(gpubill.json CONFIG.md "config of gpubill")

foreach(shell bash zsh fish)
  set(template ${PROJECT_SOURCE_DIR}/src/app/manual/gpubill.${shell}.in)
  manual(completions/gpubill.${shell} COMMAND write_manuals ${shell} ${template}
    DEPENDS write_manuals ${template})
endforeach()

add_custom_target(manuals ALL DEPENDS ${manual_files})
