# What is installed of the program. All that it reads is compiled in, so that it runs from anywhere;
# only people read the rest.
include(GNUInstallDirs)
option(GPUBILL_DEBIAN "Install what Debian's policy asks for, where it asks for it" OFF)

install(TARGETS gpubill RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
foreach(file IN LISTS manual_files)
  if(file MATCHES "/manual/man/(.*)/[^/]*$")
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_MANDIR}/${CMAKE_MATCH_1} COMPONENT program)
  endif()
endforeach()

if(GPUBILL_DEBIAN)
  set(zsh_dir zsh/vendor-completions)
else()
  set(zsh_dir zsh/site-functions)
endif()
install(FILES ${manual_dir}/completions/gpubill.bash RENAME gpubill
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${manual_dir}/completions/gpubill.zsh RENAME _gpubill
  DESTINATION ${CMAKE_INSTALL_DATADIR}/${zsh_dir} COMPONENT program)
install(FILES ${manual_dir}/completions/gpubill.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)

# The documents keep their places to one another, so that their links lead somewhere.
install(FILES README.md README.zh-CN.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT program)
install(FILES parsers/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/parsers COMPONENT program)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
install(DIRECTORY sample-bills DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
if(NOT GPUBILL_DEBIAN)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
endif()
