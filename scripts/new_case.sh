#!/bin/sh
# new_case.sh NAME FILE... - make the golden case tests/cases/NAME from input files.
#
# The name says the point of the case, as bad-amount-two-dots. Edit its cmd, then let UPDATE=1
# write what the program says today, and read that as you would read a stranger's work.
set -eu
[ $# -ge 2 ] || { echo "usage: $0 NAME FILE..." >&2; exit 2; }
top=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
name=$1
shift
case $name in
*[!a-z0-9-]* | -* | '')
    echo "$0: a name is made of a-z, 0-9 and -, not '$name'" >&2
    exit 2
    ;;
esac
dir=$top/tests/cases/$name
[ ! -e "$dir" ] || { echo "$dir: exists already" >&2; exit 1; }
for file in "$@"; do
    [ -r "$file" ] || { echo "$file: cannot be read" >&2; exit 1; }
done
mkdir -p "$dir/in"
cp -R "$@" "$dir/in/"
echo 'gpubill ledger in' >"$dir/cmd"
echo "tests/cases/$name is made; next:"
echo "    edit tests/cases/$name/cmd (it runs in a copy of that folder)"
echo "    UPDATE=1 tests/run_case.sh tests/cases/$name build/dev"
echo "    git add -N tests/cases/$name && git diff -- tests/cases/$name"
