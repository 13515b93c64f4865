# libgpubill: the layers below the program as one library, shared and static, of which only the
# functions of include/gpubill.h are seen. What is installed of it: the component `library` is what
# programs need to run, `development` what they need to be built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(gpubill_abi 0)
set(gpubill_layers base input record ledger parsers outlines audit recon redact store reports run
  library)
set(gpubill_requires
  "libcjson libpcre2-8 libxxhash libcrypto zlib expat libarchive xlsxwriter sqlite3 libutf8proc")
set(gpubill_exports ${PROJECT_SOURCE_DIR}/src/library/gpubill.map)

add_library(gpubill_shared SHARED $<TARGET_OBJECTS:gpubill_library>)
target_link_libraries(gpubill_shared PRIVATE gpubill_library)
target_include_directories(gpubill_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(gpubill_shared PROPERTIES OUTPUT_NAME gpubill VERSION ${PROJECT_VERSION}
  SOVERSION ${gpubill_abi} EXPORT_NAME gpubill)
if(NOT APPLE)
  set_target_properties(gpubill_shared PROPERTIES LINK_DEPENDS ${gpubill_exports})
  target_link_options(gpubill_shared PRIVATE -Wl,--version-script=${gpubill_exports})
  # The runtime of a sanitizer comes with the program.
  if(NOT GPUBILL_SANITIZE)
    target_link_options(gpubill_shared PRIVATE -Wl,--no-undefined)
  endif()
endif()

# The static one is one object: its inner names are no concern of the programs that it is linked to.
set(static_library ${CMAKE_BINARY_DIR}/libgpubill.a)
if(CMAKE_OBJCOPY AND NOT APPLE AND NOT GPUBILL_SANITIZE AND NOT GPUBILL_COVERAGE)
  set(archives "")
  foreach(layer IN LISTS gpubill_layers)
    list(APPEND archives $<TARGET_FILE:gpubill_${layer}>)
  endforeach()
  set(relink -r -nostdlib)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND relink -flinker-output=nolto-rel)
  endif()
  add_custom_command(OUTPUT ${static_library}
    COMMAND ${CMAKE_C_COMPILER} ${relink} -o libgpubill.o -Wl,--whole-archive ${archives}
      -Wl,--no-whole-archive
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden libgpubill.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${static_library}
    COMMAND ${CMAKE_AR} rcs ${static_library} libgpubill.o
    DEPENDS ${archives} WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
  add_custom_target(gpubill_static ALL DEPENDS ${static_library})
  install(FILES ${static_library} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()

install(TARGETS gpubill_shared EXPORT gpubill
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(FILES include/gpubill.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
# The tree may be moved once it is installed: the file tells its prefix from where it lies itself.
file(RELATIVE_PATH gpubill_pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/gpubill.pc.in ${CMAKE_BINARY_DIR}/gpubill.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/gpubill.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gpubill)
install(EXPORT gpubill FILE gpubill-config.cmake NAMESPACE gpubill:: DESTINATION ${package_dir}
  COMPONENT development)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/gpubill-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/gpubill-config-version.cmake DESTINATION ${package_dir}
  COMPONENT development)
