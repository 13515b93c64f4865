/*
 * capitals.c - numbers in Chinese capitals.
 *
 * Read in one pass: a digit waits for its unit; 拾 佰 仟 fill a section below 万, 万 and 亿 lift what
 * stands before them. Units must descend within their section, so that a text with two amounts in
 * it is refused.
 */
#include "ledger/money.h"
#include "recon/capitals.h"

#define FEN ((money_int)10000000000000000) /* 10^16 units of money */
#define YUAN_MAX ((money_int)10000000000000000) /* 10^16 yuan */

struct word {
    const char *text;
    int value;
};

static const struct word digits[] = {
    { "零", 0 }, { "〇", 0 }, { "壹", 1 }, { "一", 1 }, { "贰", 2 }, { "貳", 2 }, { "二", 2 },
    { "两", 2 }, { "叁", 3 }, { "參", 3 }, { "叄", 3 }, { "三", 3 }, { "肆", 4 }, { "四", 4 },
    { "伍", 5 }, { "五", 5 }, { "陆", 6 }, { "陸", 6 }, { "六", 6 }, { "柒", 7 }, { "七", 7 },
    { "捌", 8 }, { "八", 8 }, { "玖", 9 }, { "九", 9 },
};

static const struct word tens[] = {
    { "拾", 10 }, { "十", 10 }, { "佰", 100 }, { "百", 100 }, { "仟", 1000 }, { "千", 1000 },
};

enum mark { MARK_WAN, MARK_YI, MARK_YUAN, MARK_JIAO, MARK_FEN, MARK_WHOLE };

static const struct word marks[] = {
    { "万", MARK_WAN }, { "萬", MARK_WAN }, { "亿", MARK_YI }, { "億", MARK_YI },
    { "元", MARK_YUAN }, { "圆", MARK_YUAN }, { "圓", MARK_YUAN }, { "角", MARK_JIAO },
    { "分", MARK_FEN }, { "整", MARK_WHOLE }, { "正", MARK_WHOLE },
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Take the word at the start of ${*rest}; false if none of ${words} stands there. */
static bool
take(struct sv *rest, const struct word *words, size_t n, int *value)
{
    for (size_t i = 0; i < n; i++) {
        struct sv word = sv_of(words[i].text);

        if (!sv_starts(*rest, word))
            continue;
        *rest = sv_part(*rest, word.n, rest->n);
        *value = words[i].value;
        return true;
    }
    return false;
}

static bool
take_text(struct sv *rest, const char *text)
{
    const struct word word = { text, 0 };
    int ignored;

    return take(rest, &word, 1, &ignored);
}

/* What is read so far. */
struct reading {
    money_int yi, wan, section; /* 亿, below 亿, below 万 */
    int digit;                  /* waits for its unit; -1: none */
    int last_ten;               /* the smallest unit of this section; 10000: none yet */
    money_int fen;
    enum mark last;             /* the last of 元 角 分 整; MARK_WAN: none yet */
    bool has_wan, has_yi, has_any;
};

static bool
add_ten(struct reading *r, int ten)
{
    if (r->last != MARK_WAN || ten >= r->last_ten)
        return false;
    /* 拾元 is 10; the 零拾 of printed forms is nothing. */
    r->section += (r->digit >= 0 ? r->digit : 1) * ten;
    r->digit = -1;
    r->last_ten = ten;
    r->has_any = true;
    return true;
}

static void
end_section(struct reading *r)
{
    if (r->digit > 0)
        r->section += r->digit;
    r->digit = -1;
    r->last_ten = 10000;
}

static bool
add_mark(struct reading *r, enum mark mark)
{
    switch (mark) {
    case MARK_WAN:
        end_section(r);
        if (r->last != MARK_WAN || r->has_wan || r->section == 0)
            return false;
        r->wan = r->section * 10000;
        r->section = 0;
        return r->has_wan = true;
    case MARK_YI:
        end_section(r);
        if (r->last != MARK_WAN || r->has_yi || r->wan + r->section == 0)
            return false;
        r->yi = (r->wan + r->section) * 100000000;
        r->wan = r->section = 0;
        r->has_wan = false;
        return r->has_yi = true;
    case MARK_YUAN:
        if (r->last != MARK_WAN || !r->has_any)
            return false;
        end_section(r);
        break;
    case MARK_JIAO:
    case MARK_FEN:
        if (r->digit < 0 || r->last >= mark || r->section > 0 || (r->last == MARK_WAN &&
            (r->has_wan || r->has_yi)))
            return false;
        r->fen += r->digit * (mark == MARK_JIAO ? 10 : 1);
        r->digit = -1;
        break;
    case MARK_WHOLE:
        if (r->last == MARK_WAN || r->last == MARK_WHOLE || r->digit > 0)
            return false;
        r->digit = -1;
        break;
    }
    if (mark == MARK_YUAN) {
        r->yi += r->wan + r->section;
        r->wan = r->section = 0;
    }
    r->last = mark;
    return true;
}

/* Signs and names of the currency that stand in front. */
static bool
take_front(struct sv *rest)
{
    static const char *const names[] = { "人民币", "人民幣", "（大写）", "(大写)", "大写", "¥", "￥",
        "⊗", "ⓧ", "Ⓧ", "×", ":", "：" };
    static const char *const minuses[] = { "（负数）", "(负数)", "（負數）", "(負數)", "（负）", "(负)",
        "负数", "負數", "负", "負", "-", "－" };
    bool is_negative = false, goes_on = true;

    while (goes_on) {
        goes_on = false;
        *rest = sv_trim(*rest);
        for (size_t i = 0; i < COUNT(names); i++)
            goes_on |= take_text(rest, names[i]);
        for (size_t i = 0; i < COUNT(minuses) && !is_negative; i++)
            goes_on |= is_negative = take_text(rest, minuses[i]);
    }
    return is_negative;
}

static bool
step(struct reading *r, struct sv *rest)
{
    int value;

    *rest = sv_trim(*rest);
    if (take(rest, digits, COUNT(digits), &value)) {
        if (r->digit > 0 || r->last == MARK_WHOLE || r->last == MARK_FEN)
            return false;
        r->digit = value;
        r->has_any = true;
        return true;
    }
    if (take(rest, tens, COUNT(tens), &value))
        return add_ten(r, value);
    return take(rest, marks, COUNT(marks), &value) && add_mark(r, (enum mark)value);
}

int
capitals_parse(struct money *out, struct sv s, struct err *e)
{
    struct reading r = { .digit = -1, .last_ten = 10000, .last = MARK_WAN };
    struct sv rest = s;
    bool is_negative = take_front(&rest);
    money_int units;

    while (sv_trim(rest).n > 0)
        if (!step(&r, &rest))
            return err_set(e, ERR_SYNTAX, "'%.*s' is no amount in Chinese capitals", SV_ARG(s));
    if (r.last == MARK_WAN || r.digit > 0)
        return err_set(e, ERR_SYNTAX, "'%.*s' is no amount in Chinese capitals", SV_ARG(s));
    units = (r.yi * 100 + r.fen) * FEN;
    out->units = is_negative ? -units : units;
    return 0;
}

static const char *const written[] = { "零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖" };

/* ${n}, below 10000; ${needs_zero}: a higher section stands before it. */
static void
add_section(struct buf *out, unsigned n, bool needs_zero)
{
    static const char *const units[] = { "仟", "佰", "拾", "" };
    bool has_zero = false, has_digit = false;
    unsigned ten = 1000;

    for (size_t i = 0; i < 4; i++, ten /= 10) {
        unsigned digit = n / ten % 10;

        if (digit == 0) {
            has_zero = true;
            continue;
        }
        if (has_zero && (has_digit || needs_zero))
            buf_add_text(out, "零");
        buf_add_text(out, written[digit]);
        buf_add_text(out, units[i]);
        has_digit = true;
        has_zero = false;
    }
}

/* ${yuan}, from 1 up to 10^16. */
static void
add_yuan(struct buf *out, money_int yuan)
{
    static const char *const units[] = { "万", "亿", "万", "" };
    money_int size = (money_int)1000000000000;
    bool has_any = false, has_gap = false;

    for (size_t i = 0; i < 4; i++, size /= 10000) {
        unsigned section = (unsigned)(yuan / size % 10000);

        if (section > 0) {
            if (has_gap && section >= 1000)
                buf_add_text(out, "零");
            add_section(out, section, has_any);
            buf_add_text(out, units[i]);
            has_any = true;
            has_gap = false;
        } else {
            has_gap = has_any;
            /* 壹万亿: the 万 of 亿 needs its 亿 although nothing stands between them. */
            if (i == 1 && has_any)
                buf_add_text(out, "亿");
        }
    }
}

int
capitals_format(struct buf *out, struct money amount, struct err *e)
{
    struct money rounded = money_round(amount, 2);
    money_int fen = rounded.units / FEN;
    unsigned cents;

    if (fen < 0) {
        buf_add_text(out, "（负数）");
        fen = -fen;
    }
    if (fen / 100 >= YUAN_MAX)
        return err_set(e, ERR_RANGE, "an amount of 10^16 or more has no form in capitals");
    cents = (unsigned)(fen % 100);
    if (fen / 100 > 0)
        add_yuan(out, fen / 100);
    if (fen / 100 > 0 || cents == 0)
        buf_add_text(out, fen == 0 ? "零圆" : "圆");
    if (cents == 0) {
        buf_add_text(out, "整");
        return 0;
    }
    if (cents >= 10)
        buf_addf(out, "%s角", written[cents / 10]);
    else if (fen >= 100)
        buf_add_text(out, "零");
    if (cents % 10 > 0)
        buf_addf(out, "%s分", written[cents % 10]);
    else
        buf_add_text(out, "整");
    return 0;
}
