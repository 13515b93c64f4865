#!/bin/sh
# check_translations.sh - fail if a text that users read has no translation in po/*.po.
#
# scripts/update_translations.sh adds the texts that are missing, for you to fill in.
set -u
cd "$(dirname "$0")/.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# Titles and helps stand in tables, far from where they are looked up: they must be marked.
failed=0
# shellcheck disable=SC2046
if grep -nE '\.(title|help|explain|advice|summary)[ ]*=[ ]*"' /dev/null \
    $(find src parsers reports -name '*.c' 2>/dev/null) >"$tmp/bare"; then
    sed 's/^\([^:]*:[0-9]*\):.*/\1: mark the text for translation: N_("...")/' "$tmp/bare"
    failed=1
fi

scripts/messages.sh >"$tmp/all.pot" || exit 1
for po in po/*.po; do
    msgfmt --check-format --output-file=/dev/null "$po" || failed=1
    msgmerge --quiet --no-fuzzy-matching --no-wrap --output-file="$tmp/merged" "$po" \
        "$tmp/all.pot" || exit 1
    msgattrib --untranslated --no-obsolete --no-wrap "$tmp/merged" |
        awk -v po="$po" '
            /^#: / { place = $2 }
            /^msgid / { text = substr($0, 7) }
            # With --no-wrap a text of several lines begins with an empty one.
            /^"/ { text = text $0 }
            /^msgstr / && place != "" {
                gsub(/^""|\\n""/, "", text)
                printf "%s: add a translation of %s to %s (scripts/update_translations.sh)\n",
                    place, text, po
                place = ""
                failed = 1
            }
            END { exit failed }' || failed=1
    unused=$(msgattrib --only-obsolete --no-wrap "$tmp/merged" | grep -c '^#~ msgid "[^"]')
    [ "$unused" -eq 0 ] || echo "note: $po: $unused translations are not used any more"
done
exit $failed
