#!/bin/sh
# installed.sh SOURCE_DIR BUILD_DIR - what is installed runs from wherever it was moved to, and every
# link of its documents to another document leads somewhere.
set -u
source=$1
build=$2
top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
status=0

fail() {
    echo "$*"
    status=1
}

DESTDIR=$top/staged cmake --install "$build" --prefix /opt/gpubill >"$top/log" 2>&1 ||
    { cat "$top/log"; exit 1; }
mv "$top/staged/opt/gpubill" "$top/moved" || exit 1
[ -z "$(find "$top/staged" -type f)" ] || fail "outside the prefix: $(find "$top/staged" -type f)"

# Nothing of the build or source tree is needed: the same report comes of the same bills.
mkdir "$top/bills" && cp "$source"/sample-bills/autodl/*.csv "$top/bills" || exit 1
for program in "$build/gpubill" "$top/moved/bin/gpubill"; do
    (cd "$top" && env -i PATH=/usr/bin:/bin HOME="$top" "$program" review --quiet \
        --write csv --out "report-$(echo "$program" | tr / _)" bills) >>"$top/said" 2>&1 ||
        fail "$program: exit $?"
done
set -- "$top"/report-*
{ [ $# -eq 2 ] && diff -r "$1" "$2" >/dev/null; } || fail "the moved program writes another report"
env -i "$top/moved/bin/gpubill" formats autodl-statement | grep -q '^Evidence' ||
    fail "the moved program does not know its formats"

for file in share/man/man1/gpubill.1.gz share/man/man1/gpubill-review.1.gz \
    share/man/zh_CN/man1/gpubill.1.gz share/man/man5/gpubill.json.5.gz \
    share/bash-completion/completions/gpubill share/fish/vendor_completions.d/gpubill.fish; do
    [ -s "$top/moved/$file" ] || fail "$file: not installed"
done
find "$top/moved/share/zsh" -name _gpubill | grep -q . || fail "no completion for zsh"
doc=$top/moved/share/doc/gpubill
[ -s "$doc/README.md" ] || fail "$doc/README.md: not installed"

# Links from docs to docs; those of the README to the sources are for who has these.
for page in "$doc"/docs/*.md; do
    grep -o '](\([A-Za-z/]*\.\(md\|png\)\)' "$page" | sed 's/](//' | while read -r link; do
        [ -f "$doc/docs/$link" ] || echo "$page: $link is not installed"
    done
done >"$top/broken"
[ ! -s "$top/broken" ] || fail "$(cat "$top/broken")"
exit $status
