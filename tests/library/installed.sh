#!/bin/sh
# installed.sh BUILD PROGRAM - install the library into a folder of its own, build the examples with
# what pkg-config and CMake say of it, shared and static, and let them say what PROGRAM says.
set -eu
build=$(cd "$1" && pwd)
program=$2
here=$(cd "$(dirname "$0")" && pwd)
examples=$here/../../docs/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")

for component in library development; do
    DESTDIR='' cmake --install "$build" --prefix "$work/root" --component $component >"$work/log"
done
# The prefix stands in the file that was made for another one.
pc=$(find "$work/root" -name gpubill.pc)
sed "s|^prefix=.*|prefix=$work/root|" "$pc" >"$work/gpubill.pc"
mv "$work/gpubill.pc" "$pc"
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
folder=$(pkg-config --variable=libdir gpubill)
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:[A-Z]*=//p' "$build/CMakeCache.txt")
[ "$(pkg-config --modversion gpubill)" = "$version" ]

# Static is this library alone: the others have their own needs, and are shared.
others=$(pkg-config --print-requires-private gpubill | tr '\n' ' ')

# Flags are words.
# shellcheck disable=SC2046,SC2086
for name in spend from_memory; do
    "$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$work/$name" "$examples/$name.c" \
        $(pkg-config --cflags --libs gpubill) "-Wl,-rpath,$folder"
    "$cc" -std=c17 -o "$work/$name-static" "$examples/$name.c" $(pkg-config --cflags gpubill) \
        "$folder/libgpubill.a" $(pkg-config --libs $others) -lcsv -pthread
done
readelf -d "$work/spend" | grep -q 'NEEDED.*libgpubill.so.0' || {
    echo "the examples ask for another name than libgpubill.so.0"
    exit 1
}
readelf -d "$work/spend-static" | grep 'NEEDED.*libgpubill' && exit 1

# The same by find_package().
mkdir "$work/project"
cp "$examples/spend.c" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES C)
find_package(gpubill 0.1 REQUIRED)
add_executable(spend spend.c)
target_link_libraries(spend PRIVATE gpubill::gpubill)
END
cmake -S "$work/project" -B "$work/project/build" "-DCMAKE_PREFIX_PATH=$work/root" \
    "-DCMAKE_C_COMPILER=$cc" >"$work/log"
cmake --build "$work/project/build" >"$work/log"

python3 "$here/compare.py" "$program" "$work/spend" "$work/from_memory"
python3 "$here/compare.py" "$program" "$work/spend-static" "$work/from_memory-static"
python3 "$here/compare.py" "$program" "$work/project/build/spend" "$work/from_memory"
