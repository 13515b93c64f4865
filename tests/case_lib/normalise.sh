#!/bin/sh
# normalise.sh DIR - make a folder that `gpubill review` wrote the same on every run and machine.
#
# For the end of a case's cmd: `gpubill review --out out in && normalise.sh out`.
#   review.json     the key "run" (times, memory) becomes {}
#   .gpubill        loses the fingerprint of each file, which those differences change
#   charts/*        each picture becomes one line with its kind, as gnuplot's versions draw
#                   differently
set -eu
dir=${1:?usage: normalise.sh DIR}

if [ -f "$dir/review.json" ]; then
    # The object has no objects inside, so its end is the next closing brace.
    awk 'BEGIN { RS = "\001" }
        { if (!sub(/"run": *\{[^{}]*\}/, "\"run\": {}")) exit 1; printf "%s", $0 }' \
        "$dir/review.json" >"$dir/review.json.new" || {
        rm -f "$dir/review.json.new"
        echo "normalise.sh: $dir/review.json has no object \"run\"" >&2
        exit 1
    }
    mv "$dir/review.json.new" "$dir/review.json"
fi

if [ -f "$dir/.gpubill" ]; then
    sed 's/^[0-9a-f]\{16\}  //' "$dir/.gpubill" >"$dir/.gpubill.new"
    mv "$dir/.gpubill.new" "$dir/.gpubill"
fi

for picture in "$dir"/charts/*; do
    [ -f "$picture" ] || continue
    kind="no picture"
    # A PNG begins with 0x89 and its name, ends with IEND; an SVG ends with its closing tag.
    if head -c 4 "$picture" | od -An -tx1 | grep -q '89 50 4e 47' &&
        tail -c 8 "$picture" | grep -aq IEND; then
        kind="a PNG picture"
    elif grep -q '<svg' "$picture" && tail -n 3 "$picture" | grep -q '</svg>'; then
        kind="an SVG picture"
    fi
    echo "$kind" >"$picture"
done
