# check_style.awk - the rules of CONTRIBUTING.md that one line of C can break. Prints
# "path:line: what to do" for each breach and exits 1 if there was any; called by check_style.sh.

function fail(line, text) {
    printf "%s:%d: %s\n", FILENAME, line, text
    failed = 1
}

# The line without its comments, and with the contents of its literals taken out.
function code_of(s,    out, token) {
    out = ""
    for (;;) {
        if (in_comment) {
            if ((i = index(s, "*/")) == 0)
                return out
            s = substr(s, i + 2)
            in_comment = 0
        }
        if (!match(s, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'|\/\*|\/\//))
            return out s
        token = substr(s, RSTART, RLENGTH)
        out = out substr(s, 1, RSTART - 1)
        s = substr(s, RSTART + RLENGTH)
        if (token == "//")
            return out
        if (token == "/*")
            in_comment = 1
        else
            out = out substr(token, 1, 1) substr(token, 1, 1)
    }
}

# Whether ${s} calls or names the word ${name}.
function has_word(s, name) {
    return s ~ ("(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)")
}

function check_words(code,    word, rest) {
    rest = code
    while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        if (word in banned && rest ~ /^[ ]*\(/)
            fail(FNR, word "() is not used here: " banned[word])
        else if (word == "exit" && !is_app && rest ~ /^[ ]*\(/)
            fail(FNR, "only src/app may exit(); return -1 and set the err")
        # How long the program itself took is neither an amount nor a quantity; the numbers of
        # workbooks are doubles.
        else if ((word == "double" || word == "float") && !is_app &&
            code !~ /double seconds/ && FILENAME !~ /\/book_number\.[ch]$/)
            fail(FNR, word ": no floating point; amounts and quantities are exact decimals")
    }
}

function ban(names, why,    list, n) {
    n = split(names, list, " ")
    while (n > 0)
        banned[list[n--]] = why
}

BEGIN {
    FUNCTION_MAX = 60
    FILE_MAX = 500
    LINE_MAX = 100
    NESTING_MAX = 4
    ban("strcpy strcat strncpy strncat sprintf vsprintf gets", "use a struct buf or snprintf()")
    ban("strtok strtok_r", "cut a struct sv")
    ban("atoi atol atoll atof strtod strtof strtold", "numbers are read by the ledger's parsers")
    ban("gmtime gmtime_r localtime localtime_r mktime timegm ctime asctime strftime", \
        "times are seconds and an offset; see ledger/timestamp.h")
    ban("setlocale", "no result may depend on the locale")
    ban("alloca", "use an arena")
    ban("system popen", "start the program itself, without a shell")
    ban("tmpnam tempnam mktemp", "use mkstemp()")
    ban("rand srand random", "no result may depend on chance")
}

FNR == 1 {
    if (in_comment)
        fail(1, "the file before this one ends inside a comment")
    in_comment = body = 0
    head = head_line = ""
    is_app = FILENAME ~ /^(src\/app|tests)\//
}

FNR == FILE_MAX + 1 {
    fail(FNR, "the file has more than " FILE_MAX " lines; split it by what its parts are for")
}

{
    # Characters, not bytes: continuation bytes of UTF-8 do not count.
    length_line = $0
    gsub(/[\200-\277]/, "", length_line)
    if (length(length_line) > LINE_MAX)
        fail(FNR, "the line has " length(length_line) " characters, more than " LINE_MAX)
    if ($0 ~ /[ \t\r]$/)
        fail(FNR, "remove the blanks at the end of the line")
    if ($0 ~ /\t/)
        fail(FNR, "indent with 4 spaces, write \\t in literals")
    if (has_word($0, "TODO") || has_word($0, "FIXME") || (has_word($0, "XXX") && $0 !~ /"XXX"/))
        fail(FNR, "finish it, or write it down outside the source")

    if (!in_comment && $0 ~ /^[ ]*#[ ]*include[ ]*["<].*\.c[">]/)
        fail(FNR, "do not include a .c file; declare what you need in a header")
    was_comment = in_comment
    code = code_of($0)
    check_words(code)
    if (code ~ /(^|[^A-Za-z0-9_])typedef[ ]+(struct|union|enum)/)
        fail(FNR, "no typedef of a struct, union or enum; write the keyword where it is used")
}

# The layout inside a line.
code != "" && !was_comment && match($0, /^ */) && RLENGTH % 4 != 0 {
    fail(FNR, "indent by 4 spaces, also when a line goes on")
}
code ~ /(^|[^A-Za-z0-9_])(if|for|while|switch)\(/ {
    fail(FNR, "write a blank between the keyword and its bracket")
}
code ~ /^ *(\} else )?(if|for|while|switch)[ (].*\)\{$/ || code ~ /\}(else|while)/ || code ~ /(else|do)\{/ {
    fail(FNR, "write a blank beside the brace")
}
code ~ /^ *else/ && before ~ /^ *\}$/ {
    fail(FNR, "put else on the line of the closing brace")
}
code ~ /^ +\{$/ && before ~ /^ *(\} )?(if|for|while|switch|do|else)([^A-Za-z0-9_].*)?\)?$/ {
    fail(FNR, "put the opening brace on the line before")
}
code ~ /[A-Za-z0-9_]\*+ [A-Za-z_]/ && code !~ /[0-9]\*/ {
    fail(FNR, "the star belongs to the name: \"char *p\"")
}

# Functions begin and end in the first column, and nothing else does with a brace alone.
code ~ /^\{/ && !body {
    body = FNR
    if (head !~ /^[A-Za-z_][A-Za-z0-9_]*\(/)
        fail(head_line, "put the return type on a line of its own, the name first on the next")
}
body && code ~ /^[ ]*(\} else )?(if|for|while|switch|do)([^A-Za-z0-9_]|$)/ {
    match(code, /^[ ]*/)
    if (RLENGTH > NESTING_MAX * 4)
        fail(FNR, "nested deeper than " NESTING_MAX " levels; move the inner part to a function")
}
code ~ /^\}/ {
    if (body && FNR - body - 1 > FUNCTION_MAX)
        fail(body, "the function has " (FNR - body - 1) " lines, more than " FUNCTION_MAX \
            "; split it")
    body = 0
}
code ~ /^[A-Za-z_]/ {
    head = code
    head_line = FNR
}
{
    before = code
}

END {
    exit failed
}
