#!/bin/sh
# screenshots.sh - take the pictures of docs/images anew: the pages of sample-bills in chromium.
#
# Needs what the browser tests need. ImageMagick's convert, where it is there, makes them small.
set -eu
cd "$(dirname "$0")/.."
scripts/build.sh dev
tests/browser/run.sh "$PWD/build/dev" "$PWD/build/dev/browser" screenshots.mjs
if command -v convert >/dev/null 2>&1; then
    for picture in docs/images/*.png; do
        convert "$picture" -strip +dither -colors 64 "PNG8:$picture"
    done
fi
ls -l docs/images
