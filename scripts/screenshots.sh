#!/bin/sh
# screenshots.sh - take the pictures of docs/images: report.html of sample-bills in chromium.
#
# Needs chromium and a build (./run). ImageMagick's convert, where it is there, makes them small.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "screenshots.sh: no chromium is installed" >&2
    exit 1
}

# take LANGUAGE HEIGHT NAME [ANCHOR]: the top of the page, or what an anchor leads to.
take() {
    # A folder of the samples holds files that are no bills, so the exit code is 3.
    [ -d "$work/$1" ] ||
        ./run review --quiet --lang "$1" --out "$work/$1" sample-bills >/dev/null || [ $? -eq 3 ]
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=3000 \
        --window-size="1200,$2" --screenshot="$work/$3.png" \
        "file://$work/$1/report.html${4+#$4}" >"$work/log" 2>&1
    [ -s "$work/$3.png" ] || {
        cat "$work/log" >&2
        exit 1
    }
    if command -v convert >/dev/null 2>&1; then
        convert "$work/$3.png" -strip -colors 128 "PNG8:docs/images/$3.png"
    else
        cp "$work/$3.png" "docs/images/$3.png"
    fi
}

mkdir -p docs/images
for language in en zh; do
    take $language 1080 "report-$language"
    take $language 900 "findings-$language" F001
done
ls -l docs/images
