#!/bin/sh
# check_headers.sh [CC] - fail if a header does not compile on its own, as C17 without warnings.
set -u
cd "$(dirname "$0")/.." || exit 2
cc=${1:-cc}
# The libraries whose headers ours may show.
flags=$(pkg-config --cflags libcjson libpcre2-8 libxxhash libcrypto 2>/dev/null)

failed=0
for header in $(find include src parsers reports tests -name '*.h' 2>/dev/null | sort); do
    # Flags are words.
    # shellcheck disable=SC2086
    echo "#include \"$PWD/$header\"" |
        "$cc" -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wshadow \
            -Wstrict-prototypes -Wundef -Werror -Iinclude -Isrc $flags \
            -fsyntax-only -x c - || {
        echo "$header:1: does not compile alone; include in it what it uses"
        failed=1
    }
done
exit $failed
