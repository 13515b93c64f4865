#!/bin/sh
# package.sh SOURCE_DIR BUILD_DIR - the Debian package holds what it should, where it should, and
# names what the program needs. Exit 77 where there is no dpkg. scripts/try_package.sh installs it.
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
(cd "$top" && cpack --config "$build/CPackConfig.cmake" -D CPACK_COMPONENTS_ALL=program \
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
exit $status
