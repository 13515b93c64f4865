#!/bin/sh
# coverage.sh - run the tests with coverage and print, by layer and file, which share of the lines
# they reach. Exit 1 if parsers, ledger or recon are below 90 %.
set -eu
cd "$(dirname "$0")/.."
dir=build/coverage
cmake --preset coverage >/dev/null
cmake --build --preset coverage
find "$dir" -name '*.gcda' -exec rm -f {} +
ctest --preset coverage || echo "coverage: some tests failed"

# gcov -n writes "File 'PATH'" and then "Lines executed:91.20% of 125".
find "$dir" -path '*gpubill_*' -name '*.gcno' -exec gcov -n -r -s "$PWD" {} + 2>/dev/null |
    awk '
        /^File / {
            file = $2
            gsub(/\047/, "", file)
        }
        /^Lines executed:/ && file ~ /^(src|parsers|reports)\/.*\.c$/ {
            split($2, part, /[:%]/)
            lines = $4
            reached = int(part[2] * lines / 100 + 0.5)
            # Several programs give the same file: keep the best.
            if (reached >= best[file]) {
                best[file] = reached
                of[file] = lines
            }
            file = ""
        }
        END {
            for (file in of) {
                layer = file
                sub(/^src\//, "", layer)
                sub(/\/.*/, "", layer)
                reached_by[layer] += best[file]
                lines_of[layer] += of[file]
                printf "%6.1f %%  %5d lines  %s\n", 100 * best[file] / of[file], of[file], \
                    file | "sort -k 5"
            }
            close("sort -k 5")
            print ""
            for (layer in lines_of) {
                share = 100 * reached_by[layer] / lines_of[layer]
                printf "%6.1f %%  %5d lines  %s\n", share, lines_of[layer], layer | "sort -k 5"
                if (share < 90 && layer ~ /^(parsers|ledger|recon)$/)
                    low = low " " layer
            }
            close("sort -k 5")
            if (low != "") {
                print "below 90 %:" low
                exit 1
            }
        }'
