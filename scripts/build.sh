#!/bin/sh
# build.sh PRESET - configure (the first time) and build, quietly.
#
# Writes to standard error only: one line while something is built, the complaints if it fails.
set -u
top=$(CDPATH='' cd "$(dirname "$0")/.." && pwd) || exit 1
preset=${1:?usage: build.sh PRESET}
dir=$top/build/$preset
mkdir -p "$dir" || exit 1

# Two builds in one folder would spoil it. The lock ends with this process.
if command -v flock >/dev/null 2>&1; then
    exec 9>"$dir/.lock"
    flock 9
fi
log=$dir/build.log

# progress: show the count of ninja's "[12/60] ..." lines, in place on a terminal.
announced=0
progress() {
    started=$announced
    while IFS= read -r line; do
        case $line in
        *'Re-checking globbed directories'* | 'ninja: '*) continue ;;
        esac
        if [ $started -eq 0 ]; then
            started=1
            [ -t 2 ] || echo "gpubill: building" >&2
        fi
        [ -t 2 ] || continue
        case $line in
        \[*\]*) printf '\r\033[Kgpubill: building %s]' "${line%%]*}" >&2 ;;
        esac
    done
    [ $started -eq 0 ] || [ ! -t 2 ] || printf '\r\033[K' >&2
}

# run COMMAND...: in the source tree, into the log.
run() {
    { (cd "$top" && "$@") 2>&1 9>&-; echo $? >"$dir/build.status"; } | tee "$log" | progress
    [ "$(cat "$dir/build.status")" = 0 ] && return
    # Without the steps that went well.
    grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2
    echo "gpubill: the build failed (in $dir)" >&2
    # Something may have been removed since the set-up: look again the next time.
    rm -f "$top"/build/setup.*
    exit 1
}

if [ ! -f "$dir/build.ninja" ]; then
    echo "gpubill: building, about a minute the first time" >&2
    announced=1
    run cmake --preset "$preset"
fi
run cmake --build --preset "$preset"
