# The Debian packages: `cmake --workflow --preset package` writes them to build/package. Each component
# is a package of its own: program becomes gpubill, library and development libgpubill0 and -dev.
set(GPUBILL_MAINTAINER "gpubill contributors <maintainers@gpubill.invalid>" CACHE STRING
  "Name and address that stand in the package")

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program)
if(GPUBILL_LIBRARY)
  list(APPEND CPACK_COMPONENTS_ALL library development)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT ${GPUBILL_MAINTAINER})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
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

set(library_package libgpubill${gpubill_abi})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "poppler-utils, zbar-tools, poppler-data")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION
"The library: what gpubill does, for other programs: reading bills, utilisation logs,
invoices and payments, and giving back ledger, findings and reconciliation.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgpubill-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# Its pkg-config file names those of the libraries that it stands on; that of libxlsxwriter needs
# minizip's, which Debian 13 does not install with it.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} \
(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}), libcjson-dev, libpcre2-dev, libxxhash-dev, \
libssl-dev, zlib1g-dev, libexpat1-dev, libarchive-dev, libxlsxwriter-dev, libminizip-dev, \
libsqlite3-dev, libutf8proc-dev, libcsv-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"To build programs with the library: header, static library, and files for pkg-config and CMake.")

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
  foreach(pair library:${library_package} development:libgpubill-dev)
    string(REPLACE ":" ";" pair ${pair})
    list(POP_FRONT pair component package)
    install(FILES ${debian_dir}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
      COMPONENT ${component})
    install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
      COMPONENT ${component})
  endforeach()
endif()
include(CPack)
