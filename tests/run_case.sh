#!/bin/sh
# run_case.sh CASE_DIR BIN_DIR - run one golden case.
#
# CASE/cmd       one shell command, run inside a copy of the case folder with gpubill in PATH,
#                and beside it the helpers of tests/case_lib; ${SOURCE_DIR} is the source tree
# CASE/in/       its input files
# CASE/expected/ stdout, stderr, exit and out/ (files the command writes).
#                A missing stdout or stderr means "empty", a missing exit "0".
# UPDATE=1 rewrites expected/ from the actual run; review it with git diff.
set -u
[ $# -eq 2 ] || { echo "usage: $0 CASE_DIR BIN_DIR" >&2; exit 99; }
tests_dir=$(cd "$(dirname "$0")" && pwd) || exit 99
case_dir=$(cd "$1" && pwd) || exit 99
bin_dir=$(cd "$2" && pwd) || exit 99
[ -f "$case_dir/cmd" ] || { echo "$case_dir/cmd: no such file" >&2; exit 99; }
[ -x "$bin_dir/gpubill" ] || { echo "$bin_dir/gpubill: not built" >&2; exit 99; }

top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
trap 'exit 99' HUP INT TERM
work=$top/work
mkdir "$work" "$top/got" "$top/want" "$top/home" || exit 99
cp -R "$case_dir/." "$work" || exit 99
rm -rf "$work/expected"

# Nothing of the caller's surroundings may reach the program: no home, no language, no colour.
(
    cd "$work" || exit 99
    unset LANG LANGUAGE LC_MESSAGES XDG_CONFIG_HOME NO_COLOR
    PATH="$bin_dir:$tests_dir/case_lib:$PATH" SOURCE_DIR=$(dirname "$tests_dir") \
        HOME="$top/home" LC_ALL=C TZ=UTC \
        sh ./cmd >../got/stdout 2>../got/stderr </dev/null
    echo $? >../got/exit
)
[ ! -d "$work/out" ] || mv "$work/out" "$top/got/out"
[ -s "$top/got/stdout" ] || rm -f "$top/got/stdout"
[ -s "$top/got/stderr" ] || rm -f "$top/got/stderr"
[ "$(cat "$top/got/exit")" != 0 ] || rm -f "$top/got/exit"

if [ "${UPDATE:-0}" = 1 ]; then
    rm -rf "$case_dir/expected"
    # git keeps no empty folders: a case that says nothing and writes nothing has no expected/.
    [ -z "$(ls -A "$top/got")" ] || cp -R "$top/got" "$case_dir/expected"
    exit 0
fi
[ ! -d "$case_dir/expected" ] || cp -R "$case_dir/expected/." "$top/want"
cd "$top" && diff -ruN want got && exit 0
echo "case $(basename "$case_dir") differs; if the new output is right:"
echo "    UPDATE=1 tests/run_case.sh tests/cases/$(basename "$case_dir") $2"
exit 1
