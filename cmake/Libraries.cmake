# The libraries that the program stands on. The packages that bring them: scripts/packages.txt.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
if(APPLE)
  # Homebrew keeps its libarchive and sqlite apart from the system's.
  list(APPEND CMAKE_PREFIX_PATH /opt/homebrew/opt/libarchive /usr/local/opt/libarchive
    /opt/homebrew/opt/sqlite /usr/local/opt/sqlite)
endif()
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(CRYPTO REQUIRED IMPORTED_TARGET libcrypto)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(EXPAT REQUIRED IMPORTED_TARGET expat)
pkg_check_modules(ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(XLSXWRITER REQUIRED IMPORTED_TARGET xlsxwriter)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)

# libcsv has no pkg-config file.
find_path(CSV_INCLUDE_DIR csv.h REQUIRED)
find_library(CSV_LIBRARY csv REQUIRED)
add_library(CSV::CSV UNKNOWN IMPORTED)
set_target_properties(CSV::CSV PROPERTIES IMPORTED_LOCATION ${CSV_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${CSV_INCLUDE_DIR})
