#!/bin/sh
# package.sh SOURCE_DIR BUILD_DIR - the Debian packages hold what they should, where they should, and
# name what the program needs; a program is built with those of the library. Exit 77 where there is no dpkg. scripts/try_package.sh installs it.
set -u
build=$2
for tool in dpkg-shlibdeps file; do
    command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
status=0

fail() {
    echo "$*"
    status=1
}

# The build at hand stands for the one of the preset; that it is larger does not matter here.
(cd "$top" && cpack --config "$build/CPackConfig.cmake" -D 'CPACK_COMPONENTS_ALL=program;library;development' \
    -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$top/out") >"$top/log" 2>&1 || { cat "$top/log"; exit 1; }
package=$(find "$top/out" -maxdepth 1 -name 'gpubill_*.deb')
[ -f "$package" ] || { echo "no package gpubill_*.deb"; cat "$top/log"; exit 1; }

dpkg-deb -c "$package" >"$top/files" || exit 1
for file in usr/bin/gpubill usr/share/man/man1/gpubill.1.gz usr/share/man/man1/gpubill-review.1.gz \
    usr/share/man/zh_CN/man1/gpubill.1.gz usr/share/man/man5/gpubill-formats.5.gz \
    usr/share/bash-completion/completions/gpubill usr/share/doc/gpubill/README.md \
    usr/share/doc/gpubill/sample-bills/README.md; do
    grep -q " \./$file$" "$top/files" || fail "$file: not in the package"
done
grep -v ' \./$\| \./usr/' "$top/files" && fail "the package has files outside /usr"
awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x)$/' "$top/files" |
    grep . && fail "owner and rights are not those of a system's files"

depends=$(dpkg-deb -f "$package" Depends)
for library in libc6 libarchive13 libcjson1 libsqlite3-0; do
    case $depends in
    *"$library"*) ;;
    *) fail "Depends has no $library: $depends" ;;
    esac
done
recommends=$(dpkg-deb -f "$package" Recommends)
for program in gnuplot poppler-utils zbar-tools; do
    case $recommends in
    *"$program"*) ;;
    *) fail "Recommends has no $program: $recommends" ;;
    esac
done
dpkg-deb -x "$package" "$top/root"
"$top/root/usr/bin/gpubill" --version | grep -q '^gpubill [0-9]' ||
    fail "the program of the package does not run"

# What is instrumented asks for a program that is, too.
[ -z "$(sed -n 's/^GPUBILL_SANITIZE:[A-Z]*=//p' "$build/CMakeCache.txt")" ] || exit $status

# The library, as if both of its packages were installed in $top/lib.
for package in "$top"/out/libgpubill*.deb; do
    dpkg-deb -x "$package" "$top/lib"
done
pc=$(find "$top/lib" -name gpubill.pc)
so=$(find "$top/lib" -name libgpubill.so)
if [ ! -f "$pc" ] || [ ! -e "$so" ]; then
    fail "the packages of the library lack gpubill.pc or libgpubill.so"
else
    flags=$(PKG_CONFIG_PATH=${pc%/*} pkg-config --cflags --libs gpubill)
    # One word per flag.
    # shellcheck disable=SC2086
    if cc -o "$top/spend" "$1/docs/examples/spend.c" $flags; then
        LD_LIBRARY_PATH=${so%/*} "$top/spend" "$1/sample-bills/autodl" | grep -q CNY ||
            fail "a program with the library of the package tells nothing"
    else
        fail "a program cannot be built with the packages of the library"
    fi
fi
development=$(dpkg-deb -f "$top"/out/libgpubill-dev_*.deb Depends)
case $development in
"libgpubill0 (= "*) ;;
*) fail "libgpubill-dev depends on: $development" ;;
esac
exit $status
