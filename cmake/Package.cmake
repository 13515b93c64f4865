# The Debian package: `cmake --workflow --preset package` writes it to build/package. Each component
# is a package of its own: program becomes gpubill.
set(GPUBILL_MAINTAINER "gpubill contributors <maintainers@gpubill.invalid>" CACHE STRING
  "Name and address that stand in the package")

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT ${GPUBILL_MAINTAINER})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gpubill)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
# The programs that it starts, and a font with Chinese for their charts.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS
  "gnuplot-nox | gnuplot, poppler-utils, zbar-tools, fonts-wqy-zenhei | fonts-noto-cjk, poppler-data")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds where the money of GPU and cloud bills went")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"It brings the bills of the platforms where GPUs and clouds are rented into
one exact ledger, and tells where the month's money went, where it leaked,
and which charges are covered by invoices. Bills, utilisation logs, invoices
and payment statements are recognised by their content.")

if(GPUBILL_DEBIAN)
  find_program(GZIP gzip REQUIRED)
  set(debian_dir ${CMAKE_BINARY_DIR}/debian)
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${debian_dir}/changelog.Debian "gpubill (${PROJECT_VERSION}-\
${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n  * What has changed stands in \
changelog.gz.\n\n -- ${GPUBILL_MAINTAINER}  ${now}\n")
  configure_file(CHANGELOG.md ${debian_dir}/changelog COPYONLY)
  execute_process(COMMAND ${GZIP} -9nf changelog changelog.Debian
    WORKING_DIRECTORY ${debian_dir} COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${debian_dir}/changelog.gz ${debian_dir}/changelog.Debian.gz
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
endif()
include(CPack)
