#!/bin/sh
# private.sh GPUBILL_DIR PROGRAM_DIR - no network code is linked, a page loads nothing, and a run
# leaves nothing but its report: nothing at home, nothing among the temporary files.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "$1"
    failed=1
}

if command -v nm >/dev/null; then
    nm -D --undefined-only "$1/gpubill" | sed 's/@.*//' >"$work/symbols"
    grep -q ' U open' "$work/symbols" || fail "nm tells nothing"
    if grep -wE 'socket|socketpair|connect|bind|sendto|sendmsg|getaddrinfo|gethostbyname' \
        "$work/symbols"; then
        fail "these speak to a network"
    fi
fi

mkdir "$work/home" "$work/tmp" "$work/run"
(cd "$work/run" && HOME="$work/home" XDG_CONFIG_HOME='' XDG_CACHE_HOME='' TMPDIR="$work/tmp" \
    "$1/gpubill" review --quiet --out report --write html,charts,xlsx "$source/sample-bills" >/dev/null)
[ -f "$work/run/report/report.html" ] || fail "there is no report"
for folder in home tmp; do
    left=$(find "$work/$folder" -mindepth 1)
    [ -z "$left" ] || fail "left in $folder: $left"
done
[ "$(ls -A "$work/run")" = report ] || fail "left beside the report: $(ls -A "$work/run")"

for page in report reimbursement; do
    grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$work/run/report/$page.html" ||
        fail "$page.html may load something"
    if grep -oiE '(src|href|action|srcset)="?(https?:|//)[^ >]*|url\(|@import' \
        "$work/run/report/$page.html" | grep -v 'url(#' | sort -u | grep .; then
        fail "$page.html names another host"
    fi
done
exit "$failed"
