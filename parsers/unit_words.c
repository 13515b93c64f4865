/*
 * unit_words.c - units in the words of FOCUS.
 *
 * A unit is pieces ("GB", "天") joined by one of a few signs; each piece is looked up. Counted
 * things stand in the plural, sizes as they are: "Hours", "GB-Hours", "1000 Tokens".
 */
#include "ledger/currency.h"
#include "parsers/unit_words.h"

#define PIECES_MAX 4

struct unit_word {
    const char *focus;
    const char *words[12]; /* case of ASCII letters ignored */
};

static const struct unit_word unit_words[] = {
    { "Seconds", { "s", "sec", "secs", "second", "seconds", "秒", "秒钟" } },
    { "Minutes", { "min", "mins", "minute", "minutes", "分", "分钟" } },
    { "Hours", { "h", "hr", "hrs", "hour", "hours", "小时", "时", "每小时" } },
    { "Days", { "d", "day", "days", "天", "日", "每天" } },
    { "Weeks", { "week", "weeks", "周", "星期" } },
    { "Months", { "mo", "month", "months", "月", "个月", "每月" } },
    { "Years", { "yr", "year", "years", "年" } },
    { "Bytes", { "byte", "bytes", "字节" } },
    { "KB", { "kb", "kbyte" } },
    { "MB", { "mb", "m", "兆" } },
    { "GB", { "gb", "g", "gbyte", "gigabyte", "gigabytes" } },
    { "TB", { "tb", "t" } },
    { "KiB", { "kib" } },
    { "MiB", { "mib", "mebibyte", "mebibytes" } },
    { "GiB", { "gib", "gibibyte", "gibibytes" } },
    { "TiB", { "tib", "tebibyte", "tebibytes" } },
    { "Mbps", { "mbps", "mbit/s" } },
    { "Count", { "count", "counts", "个", "次", "台", "块", "each", "unit", "units", "件" } },
    { "Cards", { "卡", "张", "card", "cards", "gpu", "gpus" } },
    { "Cores", { "核", "core", "cores", "vcpu", "vcpus" } },
    { "Requests", { "request", "requests", "请求" } },
    { "Tokens", { "token", "tokens" } },
    { "1000 Tokens", { "千token", "千tokens", "千个token", "ktoken", "ktokens", "k tokens",
        "1k tokens", "1000 tokens", "thousand tokens" } },
    { "1000000 Tokens", { "百万token", "百万tokens", "百万个token", "mtoken", "mtokens", "m tokens",
        "1m tokens", "1000000 tokens", "million tokens" } },
    { "10000 Count", { "万次", "10000次" } },
};

static const char *
find_word(struct sv piece)
{
    for (size_t i = 0; i < sizeof(unit_words) / sizeof(unit_words[0]); i++)
        for (const char *const *w = unit_words[i].words; *w; w++)
            if (sv_is_folded(piece, sv_of(*w)))
                return unit_words[i].focus;
    return NULL;
}

/* Words without a sign between them that bills write for products: 卡时, GPU小时. */
static bool
split_joined(struct sv piece, struct sv *first, struct sv *second)
{
    for (size_t at = 1; at < piece.n; at++) {
        *first = sv_part(piece, 0, at);
        *second = sv_part(piece, at, piece.n);
        if (find_word(*first) && find_word(*second))
            return true;
    }
    return false;
}

/* The length of the sign that parts units at the start of ${s}, or 0. */
static size_t
separator(struct sv s)
{
    static const char *const signs[] = { "/", "*", "-", "·", "•", "×", "⋅", "／" };

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (sv_starts(s, sv_of(signs[i])))
            return strlen(signs[i]);
    return 0;
}

static struct sv
without_brackets(struct sv text)
{
    static const char *const pairs[][2] = { { "(", ")" }, { "（", "）" }, { "[", "]" } };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        struct sv open = sv_of(pairs[i][0]), close = sv_of(pairs[i][1]);

        if (sv_starts(text, open) && sv_ends(text, close) && text.n >= open.n + close.n)
            return sv_trim(sv_part(text, open.n, text.n - close.n));
    }
    return text;
}

/* Part ${text} into its words in ${pieces}; 0 where one is unknown or there are too many. */
static size_t
find_pieces(struct sv text, const char *pieces[PIECES_MAX], bool *has_currency)
{
    size_t n = 0;

    *has_currency = false;
    for (bool is_first = true; text.n > 0 && n < PIECES_MAX; is_first = false) {
        struct sv piece, a, b;
        size_t end = 0, sign = 0;

        while (end < text.n && (sign = separator(sv_part(text, end, text.n))) == 0)
            end++;
        piece = sv_trim(sv_part(text, 0, end));
        text = sv_part(text, end + sign, text.n);
        if (is_first && currency_code(piece, NULL)) {
            *has_currency = true;
            continue;
        }
        pieces[n] = find_word(piece);
        if (pieces[n]) {
            n++;
        } else if (n + 1 < PIECES_MAX && split_joined(piece, &a, &b)) {
            pieces[n++] = find_word(a);
            pieces[n++] = find_word(b);
        } else {
            return 0;
        }
    }
    return text.n > 0 ? 0 : n;
}

void
unit_focus(struct buf *out, struct sv text)
{
    const char *pieces[PIECES_MAX];
    bool has_currency;
    size_t n;

    buf_reset(out);
    text = without_brackets(sv_trim(text));
    n = find_pieces(text, pieces, &has_currency);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            buf_add_char(out, '-');
        buf_add_text(out, pieces[i]);
    }
    if (n == 0)
        buf_add(out, text);
}

bool
unit_is_one(struct sv text)
{
    const char *pieces[PIECES_MAX];
    bool has_currency;

    text = without_brackets(sv_trim(text));
    if (text.n == 0)
        return false;
    return find_pieces(text, pieces, &has_currency) > 0 || has_currency;
}
