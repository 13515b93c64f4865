/*
 * english_values.c - days and amounts as invoices outside China write them.
 */
#include "ledger/calendar.h"
#include "parsers/invoice_pdf.h"

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The number of the month whose name begins with the three letters of ${word}, or 0. */
static int
month_of(struct sv word)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";

    for (int i = 0; word.n >= 3 && i < 12; i++)
        if (sv_is_folded(sv_part(word, 0, 3), (struct sv){ names + 3 * i, 3 }))
            return i + 1;
    return 0;
}

struct parts {
    int64_t number[3];
    size_t digits[3];
    int month, at_month; /* named, and how many numbers stand before it */
    size_t n;
    char mark;           /* between numbers */
};

/* Part ${text} into numbers and the name of a month. */
static bool
part_date(struct sv text, struct parts *p)
{
    *p = (struct parts){ .month = 0 };
    for (size_t i = 0; i < text.n;) {
        size_t end = i;

        if (is_digit(text.p[i])) {
            if (p->n == 3)
                return false;
            for (; end < text.n && end - i < 5 && is_digit(text.p[end]); end++)
                p->number[p->n] = p->number[p->n] * 10 + (text.p[end] - '0');
            p->digits[p->n] = end - i;
            if (end - i > 4)
                return false;
            p->n++;
        } else if (is_letter(text.p[i])) {
            while (end < text.n && is_letter(text.p[end]))
                end++;
            if (p->month > 0)
                return false;
            p->month = month_of(sv_part(text, i, end));
            p->at_month = (int)p->n;
            if (p->month == 0)
                return false;
        } else {
            if (!strchr(" ,./-", text.p[i]))
                return false;
            if (text.p[i] != ' ' && text.p[i] != ',')
                p->mark = text.p[i];
            end++;
        }
        i = end;
    }
    return true;
}

/* Which of two numbers is the day, where nothing but their size and the mark tells. */
static bool
order_numbers(const struct parts *p, struct date *d)
{
    int64_t a = p->number[0], b = p->number[1];

    d->year = p->number[2];
    if (p->digits[2] != 4 || (a > 12 && b > 12))
        return false;
    if (p->mark == '.' || a > 12) {
        d->day = (int)a;
        d->month = (int)b;
    } else if (b > 12 || a == b) {
        d->month = (int)a;
        d->day = (int)b;
    } else {
        return false;
    }
    return true;
}

bool
english_date(struct sv text, char day[TIME_TEXT_MAX])
{
    struct date d = { 0 };
    struct parts p;

    if (!part_date(sv_trim(text), &p))
        return false;
    if (p.month > 0 && p.n == 2 && p.digits[1] == 4 && p.at_month <= 1) {
        d = (struct date){ p.number[1], p.month, (int)p.number[0] };
    } else if (p.month == 0 && p.n == 3 && p.digits[0] == 4) {
        d = (struct date){ p.number[0], (int)p.number[1], (int)p.number[2] };
    } else if (p.month > 0 || p.n != 3 || !order_numbers(&p, &d)) {
        return false;
    }
    if (d.year < 1970 || !calendar_has(d))
        return false;
    (void)time_format_day(day, calendar_day(d) * TIME_DAY, 0);
    return true;
}

/* The ISO code of the sign or word that ${text} begins with, and its length. */
static const char *
currency_at(struct sv text, size_t *n)
{
    static const struct { struct sv sign; const char *code; } signs[] = {
        { { "US$", 3 }, "USD" }, { { "$", 1 }, "USD" }, { { "USD", 3 }, "USD" },
        { { "€", 3 }, "EUR" }, { { "EUR", 3 }, "EUR" }, { { "£", 2 }, "GBP" },
        { { "GBP", 3 }, "GBP" }, { { "CHF", 3 }, "CHF" }, { { "CNY", 3 }, "CNY" },
        { { "JPY", 3 }, "JPY" }, { { "HKD", 3 }, "HKD" }, { { "SGD", 3 }, "SGD" },
        { { "AUD", 3 }, "AUD" }, { { "CAD", 3 }, "CAD" },
    };

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (sv_starts(text, signs[i].sign)) {
            *n = signs[i].sign.n;
            return signs[i].code;
        }
    return NULL;
}

/* ${text} without currency, in ${out} with a point before its two decimals. */
static bool
unify_number(struct sv text, struct buf *out)
{
    size_t last = (size_t)-1, groups = 0;

    for (size_t i = 0; i < text.n; i++)
        if (strchr(".,", text.p[i]))
            last = i;
    if (text.n == 0 || last == (size_t)-1 || last + 3 != text.n)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];

        if (is_digit(c)) {
            buf_add_char(out, c);
            groups = i + 1;
        } else if (c == '-' && i == 0) {
            buf_add_char(out, '-');
        } else if (i == last) {
            buf_add_char(out, '.');
        } else if (!strchr(".,' ", c) || c == text.p[last] || groups == 0 || i != groups ||
            i + 4 > last || (last - i) % 4 != 0) {
            /* Marks of groups are of another kind and stand before three digits. */
            return false;
        }
    }
    return true;
}

bool
english_amount(struct sv text, struct money *out, const char **currency)
{
    struct err ignored = ERR_INIT;
    const char *code = NULL;
    struct buf plain, number;
    size_t n;
    bool is_sound = false;

    text = sv_trim(text);
    buf_init(&plain, 256);
    buf_init(&number, 256);
    while (text.n > 0) {
        const char *found = currency_at(text, &n);

        if (found) {
            code = code ? code : found;
        } else {
            n = 1;
            buf_add_char(&plain, text.p[0]);
        }
        text = sv_part(text, n, text.n);
    }
    if (!plain.failed && unify_number(sv_trim(buf_sv(&plain)), &number) && !number.failed &&
        money_parse(out, buf_sv(&number), &ignored) == 0) {
        is_sound = money_compare(*out, money_of(DRAFT_AMOUNT_MAX)) < 0;
        if (is_sound && code)
            *currency = code;
    }
    buf_release(&plain);
    buf_release(&number);
    return is_sound;
}
