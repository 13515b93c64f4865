#!/bin/sh
# manuals.sh SOURCE_DIR BUILD_DIR - every command has a page in both languages, with all its options,
# and all pages are well formed.
set -u
build=$2
pages=$build/manual/man
top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
status=0

fail() {
    echo "$*"
    status=1
}

# The names of a command's options: "--jobs" of "  --jobs, -j N   ...".
options_of() {
    "$build/gpubill" "$@" --help | sed -n 's/^  \(-[-a-z]*\).*/\1/p'
}

commands=$("$build/gpubill" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 7 ] || fail "--help lists too few commands: $commands"
for folder in man1 zh_CN/man1; do
    for command in '' $commands; do
        page=$pages/$folder/gpubill${command:+-$command}.1.gz
        if [ ! -f "$page" ]; then
            fail "$page: no such page"
            continue
        fi
        # shellcheck disable=SC2086
        for option in $(options_of $command); do
            gzip -dc "$page" | sed 's/\\-/-/g; s/\\f[BIR]//g' | grep -q "^$option\($\|[ ,]\)" ||
                fail "$page: $option is missing"
        done
    done
done

for page in "$pages"/man?/*.gz "$pages"/zh_CN/man1/*.gz; do
    plain=$top/$(basename "$page" .gz)
    gzip -dc "$page" >"$plain"
    if command -v mandoc >/dev/null; then
        mandoc -T lint -W warning "$plain" >"$top/lint" || fail "$page: $(cat "$top/lint")"
    fi
    # groff knows no line breaks between Chinese characters, and says so.
    case $page in */zh_CN/*) continue ;; esac
    if man --version 2>/dev/null | grep -q '^man '; then
        LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$plain" 2>"$top/lint" >/dev/null
        [ ! -s "$top/lint" ] || fail "$page: $(cat "$top/lint")"
    fi
done

# What stands only in the documents has come along.
gzip -dc "$pages/man5/gpubill.json.5.gz" | grep -q 'price_book' || fail "gpubill.json(5) is empty"
gzip -dc "$pages/man5/gpubill-formats.5.gz" | grep -q 'negate_if' || fail "gpubill-formats(5) is empty"
exit $status
