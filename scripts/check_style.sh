#!/bin/sh
# check_style.sh - fail if C or shell files break the rules of CONTRIBUTING.md.
#
# check_style.awk reads the C files line by line; shellcheck reads the shell.
set -u
cd "$(dirname "$0")/.." || exit 2

failed=0
# File names of the project hold no blanks, so lists of words will do.
sources=$(find include src parsers reports tests docs/examples -name '*.[ch]' 2>/dev/null | sort)
shell="run check .ci/run $(find scripts tests -name '*.sh' -o -path 'tests/cases/*/cmd' | sort)"

# shellcheck disable=SC2086
LC_ALL=C awk -f scripts/check_style.awk $sources || failed=1

if command -v shellcheck >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    shellcheck -f gcc -s sh $shell || failed=1
else
    echo "shellcheck is missing: scripts/setup.sh check"
    failed=1
fi
exit $failed
