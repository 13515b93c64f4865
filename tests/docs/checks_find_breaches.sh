#!/bin/sh
# checks_find_breaches.sh GPUBILL_DIR - links.py and commands.py find each breach that is planted for
# them, and nothing in pages without one.
# shellcheck disable=SC2016
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 99
top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
trap 'exit 99' HUP INT TERM
mkdir -p "$top/docs" "$top/sample-bills/autodl" "$top/sample-bills/invoices" "$top/parsers" || exit 99
: >"$top/sample-bills/autodl/收支明细-2026-03.tsv"
failed=0

# page TEXT: README.md is TEXT behind what no check minds; printf's escapes hold.
page() {
    echo '[a](docs/A.md), [中](README.zh-CN.md), `docs/A.md`' >"$top/README.md"
    # shellcheck disable=SC2059
    printf "\n$1\n" >>"$top/README.md"
    printf '# 标题\n' >"$top/README.zh-CN.md"
    printf '# One: `head`\n' >"$top/docs/A.md"
}

# finds CHECK EXPECTED TEXT: CHECK says EXPECTED of a page of TEXT; nothing where EXPECTED is empty.
finds() {
    page "$3"
    case $1 in
    links) said=$(python3 -B "$here/links.py" "$top") ;;
    commands) said=$(python3 -B "$here/commands.py" "$top" "$bin" README.md) ;;
    esac
    code=$?
    if [ -z "$2" ]; then
        [ $code -eq 0 ] && return
    elif [ $code -ne 0 ]; then
        case $said in *"$2"*) return ;; esac
    fi
    echo "$1 of '$3' ended with $code, and said: $said"
    failed=1
}

bin=$(CDPATH='' cd "$1" && pwd) || exit 99
python3 -B "$here/commands.py" "$top" "$bin" README.md 2>/dev/null | grep '^skipped:' && exit 77
finds links '' '[b](docs/A.md#one-head) and `src` and `NAME/other.c`'
finds links 'which is not there' '[b](docs/B.md)'
finds links 'which is not there' '![b](docs/b.png)'
finds links 'no heading' '[b](docs/A.md#two)'
finds links 'is no file' '`docs/B.c`'
finds commands '' '```sh\necho one; echo two\n```\n\n```text\n...\ntwo\n```'
finds commands '' '```sh\necho one two\n```\n\n```text\none …\n```'
finds commands 'ended with 3' '```sh\nexit 3\n```'
finds commands 'something else' '```sh\necho one\n```\n\n```text\ntwo\n```'
finds commands 'can be tried' '```console\n$ gpubill review bills\n```'
finds commands 'fenced block' 'Say\n\n    gpubill review bills'
finds commands "of kind 'shell'" '```shell\necho\n```'
[ $failed -eq 0 ] && echo "each breach was found"
exit $failed
