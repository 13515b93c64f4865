#!/bin/sh
# check_layers.sh - fail if a file includes a header of a higher layer (scripts/layers.txt).
set -u
cd "$(dirname "$0")/.." || exit 2
list=scripts/layers.txt

# shellcheck disable=SC2046
set -- $(awk '!/^#/ && NF { for (i = 2; i <= NF; i++) print $i }' "$list")

# The dollar signs are awk's.
# shellcheck disable=SC2016
for dir in "$@"; do
    [ ! -d "$dir" ] || find "$dir" -name '*.[ch]'
done | sort | xargs awk -v list="$list" '
    BEGIN {
        while ((getline line < list) > 0) {
            n = split(line, word, " ")
            if (n == 0 || word[1] ~ /^#/)
                continue
            rank[word[1]] = ++layers
            for (i = 2; i <= n; i++)
                name_of[word[i]] = word[1]
        }
        if (layers == 0) {
            print list ": no layers found"
            failed = 1
            exit
        }
    }
    # The longest folder of the list that the file lies in.
    FNR == 1 {
        dir = FILENAME
        while (sub(/\/[^\/]*$/, "", dir) && !(dir in name_of))
            ;
        own = name_of[dir]
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, quoted, "\"")
        if (quoted[2] !~ /\//) {
            printf "%s:%d: write the layer in #include \"%s\", as in \"base/err.h\"\n",
                FILENAME, FNR, quoted[2]
            failed = 1
            next
        }
        split(quoted[2], part, "/")
        if (!(part[1] in rank)) {
            printf "%s:%d: unknown layer \"%s\"; add it to %s\n", FILENAME, FNR, part[1], list
            failed = 1
        } else if (rank[part[1]] > rank[own]) {
            printf "%s:%d: %s must not include %s, which is a higher layer; move the code up " \
                "or what it needs down\n", FILENAME, FNR, own, part[1]
            failed = 1
        }
    }
    END { exit failed }'
