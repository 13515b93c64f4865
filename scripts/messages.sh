#!/bin/sh
# messages.sh - the texts that users read, as a gettext template on standard output.
#
# They are the literals in N_(), lang_text() and json_expected(), and the formats of every function that is declared
# with __attribute__((format(printf, ...))): all of these take a message that is translated when it
# is shown. The exception are functions whose name ends in "f", as buf_addf(): what they write is
# not for translation.
set -eu
cd "$(dirname "$0")/.."
# File names of the project hold no blanks, so a list of words will do.
sources=$(find include src parsers reports -name '*.[ch]' 2>/dev/null | sort)

# "name:2" for each such function; its declaration may go over several lines.
# shellcheck disable=SC2086
keywords=$(cat $sources | tr '\n' ' ' | sed 's/[;{}]/&\
/g' | sed -n 's/.*[ *]\([a-z_0-9]*\)(.*__attribute__((format(printf, \([0-9]*\),.*/\1:\2/p' |
    grep -v '^[a-z_0-9]*f:' | sort -u | sed 's/^/--keyword=/')

# shellcheck disable=SC2086
xgettext --language=C --from-code=UTF-8 --no-wrap --omit-header --output=- \
    --keyword --keyword=N_ --keyword=lang_text:2 --keyword=json_expected:3 $keywords $sources
