#!/bin/sh
# symbols.sh SHARED [STATIC] - fail unless libgpubill shows the functions of gpubill.h, all of them
# with their version, and nothing else.
set -u
shared=$1
header=$(dirname "$0")/../../include/gpubill.h
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

sed -n 's/^GPUBILL_API .*\(gpubill_[a-z_]*\)(.*/\1/p' "$header" | sort >"$work/said"
[ -s "$work/said" ] || { echo "$header: no functions found"; exit 1; }
nm -D --defined-only "$shared" | awk '$2 != "A" { print $3 }' | sort >"$work/shown"
sed 's/$/@@GPUBILL_1/' "$work/said" | diff - "$work/shown" || {
    echo "$shared: shows other names than gpubill.h; see src/library/gpubill.map"
    exit 1
}
[ -n "${2:-}" ] || exit 0
nm -g --defined-only "$2" | awk 'NF == 3 { print $3 }' | sort >"$work/static"
diff "$work/said" "$work/static" || {
    echo "$2: shows other names than gpubill.h"
    exit 1
}
