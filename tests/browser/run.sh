#!/bin/sh
# run.sh BIN_DIR WORK_DIR [SCRIPT] - open the pages that gpubill writes in a real browser.
#
# Runs the tests, or SCRIPT of this folder.
# Needs chromium, and node with npm, which brings the packages of package.json into WORK_DIR. Exit 77
# where one of them is not to be had. Screenshots and printed pages are left in WORK_DIR.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 1
bin=${1:?usage: run.sh BIN_DIR WORK_DIR}
work=${2:?usage: run.sh BIN_DIR WORK_DIR}
script=${3-}

skip() {
    echo "skipped: $1"
    exit 77
}

browser=
for name in chromium chromium-browser google-chrome; do
    browser=$(command -v "$name") && break
done
[ -n "$browser" ] || skip "no chromium is installed"
for name in node npm; do
    command -v "$name" >/dev/null || skip "no $name is installed"
done
[ "$(node -p 'process.versions.node.split(".")[0] >= 18')" = true ] || skip "node is older than 18"

mkdir -p "$work" || exit 1
if ! cmp -s "$here/package-lock.json" "$work/installed"; then
    cp "$here/package.json" "$here/package-lock.json" "$work" || exit 1
    (cd "$work" && npm ci --silent --ignore-scripts --no-audit --no-fund) ||
        skip "npm could not bring playwright-core and axe-core"
    cp "$here/package-lock.json" "$work/installed" || exit 1
fi

# Node looks for packages from the folder of the script upwards.
rm -f "$work"/*.mjs
cp "$here"/*.mjs "$work" || exit 1
export GPUBILL="$bin/gpubill" BROWSER="$browser" SOURCE="$here/../.."
[ -z "$script" ] || exec node "$work/$script"
exec node --test --test-reporter=spec "$work/pages.test.mjs"
