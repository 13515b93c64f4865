#!/bin/sh
# update_translations.sh - bring po/*.po up to date with the texts in the sources: new texts come
# in with an empty translation, texts that are gone go out.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

scripts/messages.sh >"$tmp/all.pot"
for po in po/*.po; do
    msgmerge --quiet --no-fuzzy-matching --no-wrap --output-file="$tmp/merged" "$po" "$tmp/all.pot"
    # Sorted and without line numbers, so that two changes seldom meet.
    msgattrib --no-obsolete --sort-output --no-location --no-wrap --output-file="$po" \
        "$tmp/merged"
    echo "$po: $(msgattrib --untranslated --no-wrap "$po" | grep -c '^msgid "[^"]') texts to translate"
done
