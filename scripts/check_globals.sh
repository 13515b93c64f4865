#!/bin/sh
# check_globals.sh LIBRARY... - fail if an object of these libraries holds data that can change.
#
# Everything that lives as long as the program must be const: sections .data, .bss and their
# thread-local twins stay empty. Static variables inside functions count as well.
set -u
cd "$(dirname "$0")/.." || exit 2
command -v objdump >/dev/null 2>&1 || { echo "objdump is missing: scripts/setup.sh check"; exit 1; }

failed=0
for library in "$@"; do
    [ -f "$library" ] || { echo "$library: not built"; exit 1; }
    found=$(objdump -t "$library" | awk '
        # "0000 l O .bss 0008 name": flags take up to two words, so look from the right. Sections
        # have lines of their own, with a dot in front of the name.
        NF >= 5 && $NF !~ /^\./ {
            section = $(NF - 2)
            if (section ~ /^\.(data|bss|tdata|tbss)/ && section !~ /^\.data\.rel\.ro/ ||
                section == "*COM*")
                print $NF
        }' | sort -u)
    for symbol in $found; do
        # The debug information knows the line of all but function-local variables.
        place=$(nm -l "$library" 2>/dev/null | awk -v name="$symbol" '
            $3 == name && NF >= 4 { print $4; exit }')
        place=${place:-$library}
        echo "${place#"$PWD"/}: '${symbol%%.*}' is a global that can change; make it const, or" \
            "part of a struct that the caller owns"
        failed=1
    done
done
exit $failed
