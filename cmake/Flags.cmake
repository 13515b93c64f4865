# One interface target carries all flags, so that no target can forget them.
option(GPUBILL_WERROR "Treat warnings as errors" OFF)
option(GPUBILL_FUZZ "Build libFuzzer targets (clang only)" OFF)
option(GPUBILL_COVERAGE "Instrument for coverage" OFF)
set(GPUBILL_SANITIZE "" CACHE STRING "Value for -fsanitize=, e.g. address,undefined")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# All layers go into the library, too, which shows only what it says that it shows.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)

add_library(gpubill_flags INTERFACE)
target_include_directories(gpubill_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(gpubill_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(gpubill_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wvla
  -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wformat=2
  -Wundef -Wswitch-enum $<$<BOOL:${GPUBILL_WERROR}>:-Werror>
  # An update of a library must not break the build.
  -Wno-error=deprecated-declarations)
# What makes a mistake harder to use, as far as the compiler knows it; scripts/check_hardening.sh
# looks for it in the program.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  include(CheckCCompilerFlag)
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "has${flag}" known)
    check_c_compiler_flag(${flag} ${known})
    if(${known})
      target_compile_options(gpubill_flags INTERFACE ${flag})
    endif()
  endforeach()
  # Some systems define a lower one themselves.
  target_compile_options(gpubill_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  target_link_options(gpubill_flags INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie> -Wl,-z,relro,-z,now,-z,noexecstack)
endif()
if(GPUBILL_SANITIZE)
  target_compile_options(gpubill_flags INTERFACE -fsanitize=${GPUBILL_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(gpubill_flags INTERFACE -fsanitize=${GPUBILL_SANITIZE})
endif()
if(GPUBILL_COVERAGE)
  # Several threads count.
  target_compile_options(gpubill_flags INTERFACE --coverage -O0 -fprofile-update=atomic)
  target_link_options(gpubill_flags INTERFACE --coverage)
endif()
