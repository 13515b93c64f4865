#!/bin/sh
# run.sh focus|books GPUBILL_DIR - what gpubill exports, read by the programs that it is for.
#
# focus: the official FOCUS validator. books: beancount, Fava and hledger. The Python programs are
# installed into a virtual environment below ~/.cache/gpubill, once. Exit 77 where that cannot be.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 1
what=${1:?usage: run.sh focus|books GPUBILL_DIR}
bin=${2:?usage: run.sh focus|books GPUBILL_DIR}
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gpubill

skip() {
    echo "skipped: $1"
    exit 77
}

# The first Python of those named that runs, and whose minor version is between $1 and $2.
python_between() {
    least=$1
    most=$2
    shift 2
    for python in "$@"; do
        "$python" -c "import sys, ensurepip
sys.exit(not $least <= sys.version_info.minor <= $most)" 2>/dev/null || continue
        echo "$python"
        return
    done
}

# Make the virtual environment $1 with Python $2 and the packages of file $3; uv brings a Python.
make_environment() {
    rm -rf "$1"
    mkdir -p "$cache" || return 1
    if [ -n "$2" ]; then
        "$2" -m venv "$1" || return 1
    else
        python3 -m venv "$1.uv" && "$1.uv/bin/pip" install -q --retries 1 --timeout 30 uv &&
            "$1.uv/bin/uv" venv -q --seed --python 3.12 "$1" || return 1
    fi
    "$1/bin/pip" install -q --disable-pip-version-check --retries 1 --timeout 30 -r "$3" &&
        cp "$3" "$1/installed"
}

case $what in
focus)
    python=$(python_between 12 12 python3.12 python3 "${HOME-}"/.pyenv/versions/3.12*/bin/python)
    ;;
books)
    python=$(python_between 9 99 python3)
    [ -n "$python" ] || skip "no python3 with venv is installed"
    ;;
*)
    echo "usage: run.sh focus|books GPUBILL_DIR" >&2
    exit 2
    ;;
esac

environment=$cache/$what
if ! cmp -s "$here/$what-requirements.txt" "$environment/installed"; then
    log=$(mktemp) || exit 1
    trap 'rm -f "$log"' EXIT
    make_environment "$environment" "$python" "$here/$what-requirements.txt" >"$log" 2>&1 || {
        tail -n 5 "$log"
        skip "pip could not install what $what-requirements.txt names"
    }
fi
PYTHONDONTWRITEBYTECODE=1 exec "$environment/bin/python" "$here/$what.py" "$bin/gpubill" \
    "$here/../.."
