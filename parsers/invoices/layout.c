/*
 * layout.c - a Chinese invoice read from where its words stand on the page.
 */
#include "parsers/invoice_layout_inside.h"

#define VALUE_MAX ((size_t)1 << 16)

size_t
mark_end(const struct layout_line *line, size_t k)
{
    return k + 1 < line->mark_count ? line->marks[k + 1].from : line->text.n;
}

bool
layout_is_heading(const struct word *w)
{
    static const char *const glyphs[] = { "购", "买", "方", "信", "息", "销", "售", "密", "码",
        "区", "备", "注", "密码区", "备注", "购买方", "销售方", "购买方信息", "销售方信息" };

    for (size_t i = 0; i < sizeof(glyphs) / sizeof(glyphs[0]); i++)
        if (strcmp(w->text, glyphs[i]) == 0)
            return true;
    return false;
}

/* A line of the cipher of old invoices. */
static bool
is_cipher(const char *text)
{
    return strlen(text) >= 12 && strspn(text, "0123456789<>+-*/") == strlen(text) &&
        strpbrk(text, "<>+*/");
}

struct sv
line_value(struct layout *all, const struct layout_line *line, size_t from, size_t to)
{
    const struct word *last = NULL;
    struct buf out;
    struct sv result;

    buf_init(&out, VALUE_MAX);
    for (size_t i = from; i < to;) {
        size_t end = i;
        const struct word *w = line->words[line->owner[i]];
        int64_t gap = last ? w->x0 - last->x1 : 0;
        bool is_whole;

        while (end < to && line->owner[end] == line->owner[i])
            end++;
        is_whole = (i == 0 || line->owner[i - 1] != line->owner[i]) &&
            (end == line->text.n || line->owner[end] != line->owner[i]);
        if (is_cipher(w->text) ||
            (is_whole && layout_is_heading(w) && (!last || gap > line->height / 2)))
            break;
        if (last && gap > line->height / 5)
            buf_add_char(&out, ' ');
        /* A word in which a label stands is there without it only in its folded form. */
        buf_add(&out, is_whole ? sv_of(w->text) : sv_part(line->text, i, end));
        last = w;
        i = end;
    }
    result = out.failed ? SV_EMPTY : arena_sv(&all->arena, sv_trim(buf_sv(&out)));
    buf_release(&out);
    return result;
}

struct sv
line_amount(const struct layout_line *line, size_t *at, bool *is_broken)
{
    struct sv text = line->text;
    size_t from = sv_find(text, SV("¥"), *at), to, dot;

    if (from == (size_t)-1)
        return SV_EMPTY;
    from += SV("¥").n;
    for (to = from; to < text.n && strchr("-0123456789,.", text.p[to]); to++)
        ;
    /* Glyphs may be words of their own, and another number may follow: two decimals end it. */
    dot = sv_find(sv_part(text, 0, to), SV("."), from);
    if (dot != (size_t)-1 && dot + 3 <= to &&
        (dot + 3 == text.n || line->owner[dot + 3] != line->owner[dot + 2] ||
            sv_starts(sv_part(text, dot + 3, text.n), SV("¥")))) {
        *at = dot + 3;
        return sv_part(text, from, dot + 3);
    }
    while (to > from && to < text.n && line->owner[to] == line->owner[to - 1])
        to++;
    *at = to;
    *is_broken = to > from;
    return sv_part(text, from, to);
}

/* The amount behind the ¥ at or after ${*at}; one without two decimals is trouble, called
 * ${name}. */
static void
take_amount(struct draft *d, struct money *field, bool *has, const char *name,
    const struct layout_line *line, size_t *at)
{
    bool is_broken = false;
    struct sv text = line_amount(line, at, &is_broken);

    if (is_broken)
        draft_trouble(d, name, text);
    else
        draft_amount(d, field, has, name, text);
}

/* Digits that ${s} begins with. */
static size_t
digit_run(struct sv s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
        n++;
    return n;
}

static void
read_number(struct draft *d, struct sv text)
{
    size_t n = digit_run(text);

    if (n == 20 || n == 8)
        draft_number(d, sv_part(text, 0, n));
}

/* "2026年4月2日" that ${s} begins with; its length, 0 if it does not. */
static size_t
date_run(struct sv s)
{
    size_t at = 0;
    const struct { const char *mark; size_t least, most; } parts[] = {
        { "年", 4, 4 }, { "月", 1, 2 }, { "日", 1, 2 },
    };

    for (size_t i = 0; i < 3; i++) {
        struct sv rest = sv_part(s, at, s.n);
        size_t n = digit_run(rest);

        if (n < parts[i].least || n > parts[i].most ||
            !sv_starts(sv_part(rest, n, rest.n), sv_of(parts[i].mark)))
            return 0;
        at += n + strlen(parts[i].mark);
    }
    return at;
}

/* Net and tax stand behind 合计. A sum on another page that is another one makes both uncertain. */
static void
read_sum(struct draft *d, const struct layout_line *line, size_t at, bool *is_uncertain)
{
    struct invoice *one = &d->one;
    struct money net = MONEY_ZERO, tax = MONEY_ZERO;
    bool has_net = false, has_tax = false;

    take_amount(d, &net, &has_net, "amount", line, &at);
    if (sv_find(line->text, SV("***"), at) != (size_t)-1 ||
        sv_find(line->text, SV("免税"), at) != (size_t)-1)
        draft_tax(d, &tax, &has_tax, "tax", SV("***"));
    else
        take_amount(d, &tax, &has_tax, "tax", line, &at);
    if (!has_net)
        return;
    if (one->has_net && (money_compare(one->net, net) != 0 || one->has_tax != has_tax ||
            money_compare(one->tax, tax) != 0))
        *is_uncertain = true;
    one->net = net;
    one->tax = tax;
    one->has_net = has_net;
    one->has_tax = has_tax;
}

static void
read_total(struct draft *d, const struct layout_line *line, size_t at, bool *is_uncertain)
{
    struct money total = MONEY_ZERO;
    size_t trouble = d->trouble.n;
    bool has = false;

    take_amount(d, &total, &has, "total", line, &at);
    d->one.is_total_unreadable |= d->trouble.n > trouble;
    if (!has)
        return;
    if (d->one.has_total && money_compare(d->one.total, total) != 0)
        *is_uncertain = true;
    d->one.total = total;
    d->one.has_total = true;
}

static void
read_mark(struct layout *all, const struct layout_line *line, size_t k, struct draft *d,
    bool *is_uncertain)
{
    const struct mark *m = &line->marks[k];
    struct sv value = sv_part(line->text, m->to, mark_end(line, k));

    switch (m->label) {
    case LABEL_NUMBER:
        if (d->one.number[0] == '\0')
            read_number(d, value);
        break;
    case LABEL_CODE:
        if (digit_run(value) == 10 || digit_run(value) == 12)
            draft_code(d, sv_part(value, 0, digit_run(value)));
        break;
    case LABEL_DATE:
        if (date_run(value) > 0)
            draft_date(d, sv_part(value, 0, date_run(value)));
        break;
    case LABEL_WORDS:
        draft_text(d, &d->one.words, line_value(all, line, m->to, mark_end(line, k)));
        break;
    case LABEL_TOTAL:
        read_total(d, line, m->to, is_uncertain);
        break;
    case LABEL_SUM:
        read_sum(d, line, m->to, is_uncertain);
        break;
    case LABEL_RED_NUMBER:
    case LABEL_TAX_ID:
    case LABEL_NAME:
    case LABEL_SIGNER:
    case LABEL_OTHER:
        break;
    }
}

/* Without a label: the only number of 20 digits, the only date. */
static void
read_shapes(const struct layout *all, struct draft *d)
{
    struct sv number = SV_EMPTY, date = SV_EMPTY;
    bool has_two_numbers = false, has_two_dates = false;

    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->at[i].n; k++) {
            struct sv text = sv_of(all->at[i].words[k]->text);
            size_t n = date_run(text);

            if (text.n == 20 && digit_run(text) == 20) {
                has_two_numbers |= number.n > 0 && !sv_is(number, text);
                number = text;
            }
            if (n > 0 && n == text.n) {
                has_two_dates |= date.n > 0 && !sv_is(date, text);
                date = text;
            }
        }
    if (d->one.number[0] == '\0' && !has_two_numbers)
        draft_number(d, number);
    if (d->one.issued == TIME_NONE && !has_two_dates)
        draft_date(d, date);
}

/* Without labels: three amounts behind ¥ of which one is the sum of the others. The tax is the
 * smallest, as no rate is beyond 13 %. */
static void
read_three_amounts(struct layout *all, struct draft *d)
{
    struct money m[3] = { MONEY_ZERO, MONEY_ZERO, MONEY_ZERO }, sum;
    struct err ignored = ERR_INIT;
    struct invoice *one = &d->one;
    size_t n = 0;

    if (one->has_net || one->has_tax || one->has_total)
        return;
    for (size_t i = 0; i < all->n; i++)
        for (size_t at = 0; sv_find(all->at[i].text, SV("¥"), at) != (size_t)-1;) {
            bool has = false, is_broken = false;
            struct sv text = line_amount(&all->at[i], &at, &is_broken);

            /* The sign may stand in the line above. */
            if (text.n == 0 && i + 1 < all->n)
                text = all->at[i + 1].text;
            if (n < 3 && !is_broken)
                draft_amount(d, &m[n], &has, "amount", text);
            if (!has)
                return;
            n++;
        }
    sum = m[0];
    if (n != 3 || money_add(&sum, m[1], &ignored) || money_compare(sum, m[2]) != 0 ||
        money_is_negative(m[0]) || money_compare(m[0], m[1]) <= 0)
        return;
    one->net = m[0];
    one->tax = m[1];
    one->total = m[2];
    one->has_net = one->has_tax = one->has_total = true;
}

/* Whether ${line} is the title, whose words tell the kind. */
static bool
read_title(const struct layout_line *line, struct draft *d)
{
    enum invoice_kind kind = draft_kind_of(line->text);

    if (kind == INVOICE_OTHER || line->text.n > 120)
        return false;
    if (d->one.kind == INVOICE_OTHER)
        d->one.kind = kind;
    return true;
}

static bool
read_lines(struct layout *all, struct draft *d)
{
    bool is_sum_uncertain = false, is_invoice = false;
    int total_page = -1; /* a sum below the total stands in the remark */

    for (size_t i = 0; i < all->n; i++) {
        const struct layout_line *line = &all->at[i];

        is_invoice |= read_title(line, d);
        for (size_t k = 0; k < line->mark_count; k++) {
            enum label label = line->marks[k].label;

            is_invoice |= label == LABEL_NUMBER;
            if (label == LABEL_TOTAL)
                total_page = line->page;
            if (label != LABEL_SUM || line->page != total_page)
                read_mark(all, line, k, d, &is_sum_uncertain);
        }
    }
    if (!is_invoice)
        return false;
    if (is_sum_uncertain)
        draft_refuse_amounts(d, "total, of which there are several", SV_EMPTY);
    layout_read_parties(all, d);
    layout_read_remark(all, d);
    layout_read_items(all, d);
    read_shapes(all, d);
    if (!is_sum_uncertain)
        read_three_amounts(all, d);
    return true;
}

bool
layout_read(const struct words *w, struct draft *d)
{
    struct layout all;
    bool is_invoice = false;

    if (layout_make(&all, w, &d->err) == 0)
        is_invoice = read_lines(&all, d);
    layout_release(&all);
    return is_invoice;
}
