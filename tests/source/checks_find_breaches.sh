#!/bin/sh
# checks_find_breaches.sh [CC] - the checks of scripts/ find what they are there for, and leave sound
# files alone. Each runs in a small tree of its own, with one breach at a time.
set -u
cc=${1:-cc}
top=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd) || exit 99
tree=$(mktemp -d) || exit 99
trap 'rm -rf "$tree"' EXIT
failures=0

fresh_tree() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/src/base" "$tree/src/app" "$tree/include/base" "$tree/include/ledger" \
        "$tree/tests" "$tree/po" "$tree/.ci"
    cp -R "$top/scripts" "$top/run" "$top/check" "$tree/"
    cp "$top/.ci/run" "$tree/.ci/"
    printf 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n' >"$tree/po/zh_CN.po"
    printf '#include "base/sound.h"\n\nint\nsound(void)\n{\n    return 0;\n}\n' \
        >"$tree/src/base/sound.c"
    printf '#ifndef SOUND_H\n#define SOUND_H\n\nint sound(void);\n\n#endif\n' \
        >"$tree/include/base/sound.h"
}

fail() {
    echo "$1"
    sed 's/^/    /' "$tree/said"
    failures=$((failures + 1))
}

# finds CHECK PATH:LINE WORDS: the check fails and has a line that starts and ends like this.
finds() {
    if (cd "$tree" && "scripts/$1.sh" ${4+"$4"} >"$tree/said" 2>&1); then
        fail "$1 passes, but should say: $2: ...$3"
    elif ! grep -F "$2: " "$tree/said" | grep -qF -- "$3"; then
        fail "$1 does not say: $2: ...$3"
    fi
}

passes() {
    (cd "$tree" && "scripts/$1.sh" ${2+"$2"} >"$tree/said" 2>&1) || fail "$1 fails on sound files"
}

# style LINE WORDS TEXT: check_style complains about LINE of a source of TEXT (a printf format).
style() {
    fresh_tree
    # shellcheck disable=SC2059
    printf "$3" >"$tree/src/base/x.c"
    # The part that reads C, without asking shellcheck each time.
    if (cd "$tree" && LC_ALL=C awk -f scripts/check_style.awk src/base/x.c >"$tree/said"); then
        fail "check_style passes, but should say: line $1: ...$2"
    elif ! grep "^src/base/x.c:$1: " "$tree/said" | grep -qF -- "$2"; then
        fail "check_style does not say: line $1: ...$2"
    fi
}

repeated() {
    yes "$1" | head -n "$2"
}

fresh_tree
passes check_style
passes check_layers
passes check_headers "$cc"
passes check_translations

style 1 '101 characters' "/* $(repeated x 95 | tr -d '\n') */\n"
style 501 'more than 500 lines' "$(repeated '' 500)$(repeated '\n' 501 | tr -d '\n')"
style 3 '61 lines' "int\nf(void)\n{\n$(repeated '    f();\n' 61 | tr -d '\n')}\n"
style 2 'return type' 'static\nint f(void)\n{\n}\n'
style 1 'spaces' '\tint x;\n'
style 2 'by 4' 'struct s {\n   int x;\n};\n'
style 1 'end of the line' 'int x; \n'
style 4 'strtok()' 'int\nf(void)\n{\n    strtok(a, b);\n}\n'
style 4 'only src/app' 'int\nf(void)\n{\n    exit(1);\n}\n'
style 4 'floating point' 'int\nf(void)\n{\n    double d;\n}\n'
style 1 '.c file' '#include "base/sound.c"\n'
style 1 'typedef' 'typedef struct s s;\n'
style 1 'finish it' '/* TO''DO: more */\n'
style 4 'keyword' 'int\nf(void)\n{\n    if(a)\n        f();\n}\n'
style 8 'nested' "int\nf(void)\n{\n    if (a)\n        if (a)\n            if (a)\n\
                if (a)\n                    if (a)\n                        f();\n}\n"

# Words in comments and literals are no code, and src/app may exit.
fresh_tree
printf 'int\nf(void)\n{\n    /* exit(1) strtok() double */\n    puts("exit(1) // double");\n}\n' \
    >"$tree/src/base/x.c"
printf 'int\nf(void)\n{\n    exit(1);\n}\n' >"$tree/src/app/x.c"
passes check_style

fresh_tree
# shellcheck disable=SC2016
printf '#!/bin/sh\necho $1\n' >"$tree/scripts/x.sh"
finds check_style scripts/x.sh:2:6 SC2086

fresh_tree
printf '#include "ledger/x.h"\n' >"$tree/src/base/x.c"
finds check_layers src/base/x.c:1 'base must not include ledger'

fresh_tree
printf 'struct x {\n    size_t n;\n};\n' >"$tree/include/ledger/x.h"
finds check_headers include/ledger/x.h:1 'does not compile alone' "$cc"

for text in 'lang_text(0, "words")' 'say("words %%d", 1)'; do
    fresh_tree
    printf 'void say(const char *format, ...)\n    __attribute__((format(printf, 1, 2)));\n' \
        >"$tree/include/base/x.h"
    # shellcheck disable=SC2059
    printf "int\nf(void)\n{\n    $text;\n}\n" >"$tree/src/base/x.c"
    finds check_translations src/base/x.c:4 'add a translation of "words'
done
fresh_tree
printf 'struct t t = {\n    .title = "words",\n};\n' >"$tree/src/base/x.c"
finds check_translations src/base/x.c:2 'N_("...")'

# Thread-local data has no line in the debug information.
for data in 'static int changes;' 'static _Thread_local int changes;' 'int changes = 1;' \
    'static const char *changes[] = { "a" };'; do
    fresh_tree
    printf '%s\nconst void *f(void);\nconst void *f(void)\n{\n    return &changes;\n}\n' "$data" \
        >"$tree/src/base/x.c"
    "$cc" -g -c -o "$tree/x.o" "$tree/src/base/x.c" && ar rc "$tree/x.a" "$tree/x.o"
    case $data in *_Thread_local*) place=x.a ;; *) place=src/base/x.c:1 ;; esac
    finds check_globals "$place" "'changes' is a global" x.a
done
fresh_tree
printf 'static const char *const names[] = { "a" };\nconst void *f(void);\nconst void *f(void)\n%s\n' \
    '{ return names; }' >"$tree/src/base/x.c"
"$cc" -fPIE -g -c -o "$tree/x.o" "$tree/src/base/x.c" && ar rc "$tree/x.a" "$tree/x.o"
passes check_globals x.a

# What CMake asks for is in the list of packages.
sed -n 's/^pkg_check_modules([A-Z0-9_]* .*IMPORTED_TARGET \([^ )]*\).*/\1/p' \
    "$top"/cmake/*.cmake "$top/tests/CMakeLists.txt" >"$tree/names"
while read -r name; do
    grep -q "| \(wish \)\{0,1\}pkg-config $name " "$top/scripts/packages.txt" && continue
    echo "scripts/packages.txt: add a line for 'pkg-config $name'"
    failures=$((failures + 1))
done <"$tree/names"
[ -s "$tree/names" ] || failures=$((failures + 1))

[ "$failures" -eq 0 ]
