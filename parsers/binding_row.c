/*
 * binding_row.c - rows that are no charges: headings again, units, rules, totals.
 */
#include "ledger/money.h"
#include "parsers/binding_inside.h"
#include "parsers/unit_words.h"

bool
binding_repeats_headings(const struct binding *b, const struct record *r)
{
    const struct columns *c = &b->columns;
    size_t equal = 0;

    for (size_t i = 0; i < r->n; i++) {
        if (r->cells[i].n == 0)
            continue;
        if (i >= c->row_length || !sv_is_folded(sv_trim(r->cells[i]), c->row_headings[i]))
            return false;
        equal++;
    }
    return equal > 0;
}

bool
binding_holds_only_units(const struct record *r)
{
    size_t units = 0;

    for (size_t i = 0; i < r->n; i++) {
        if (r->cells[i].n == 0)
            continue;
        if (!unit_is_one(r->cells[i]))
            return false;
        units++;
    }
    return units > 0;
}

bool
binding_is_rule(const struct record *r)
{
    size_t signs = 0;

    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->cells[i].n; k++, signs++)
            if (!strchr("-=_*#~ ", r->cells[i].p[k]) || r->cells[i].p[k] == '\0')
                return false;
    return signs > 2;
}

/* Longest text that is compared with the words for a total. */
#define TOTAL_WORD_MAX 40

/* ${text} without what stands behind a word for a total: "合计：", "Total:". */
static struct sv
without_colon(struct sv text)
{
    text = sv_trim(text);
    if (sv_ends(text, SV(":")))
        text = sv_part(text, 0, text.n - 1);
    else if (sv_ends(text, SV("：")))
        text = sv_part(text, 0, text.n - strlen("："));
    return sv_trim(text);
}

/* ${text}, at most TOTAL_WORD_MAX bytes, without the blanks that spread Chinese words over a cell:
 * "合 计", "合　计". Blanks between English words stay. */
static struct sv
without_blanks(struct sv text, char space[TOTAL_WORD_MAX])
{
    static const struct sv wide = { "　", sizeof("　") - 1 };
    size_t n = 0;

    if (text.n == 0 || (unsigned char)text.p[0] < 0x80)
        return text;
    for (size_t i = 0; i < text.n;) {
        if (sv_starts(sv_part(text, i, text.n), wide))
            i += wide.n;
        else if (text.p[i] == ' ')
            i++;
        else
            space[n++] = text.p[i++];
    }
    return (struct sv){ space, n };
}

/* Most texts begin as no word does: no time is spent on them. All Chinese words begin with one of
 * the characters 合总共小本月; blanks that are no ASCII stand before none of them. */
static inline bool
may_be_total_word(struct sv text)
{
    static const bool begins_so[256] = { ['T'] = true, ['t'] = true, ['G'] = true, ['g'] = true,
        ['S'] = true, ['s'] = true, [' '] = true, [0xE5] = true, [0xE6] = true };

    if (text.n == 0 || !begins_so[(unsigned char)text.p[0]] || text.n > TOTAL_WORD_MAX)
        return false;
    if (text.n < 3 || text.p[0] == ' ')
        return true;
    switch ((unsigned char)text.p[1] << 8 | (unsigned char)text.p[2]) {
    case 0x9088: /* 合 */
    case 0x80BB: /* 总 */
    case 0x85B1: /* 共 */
    case 0xB08F: /* 小 */
    case 0x9CAC: /* 本 */
    case 0x9C88: /* 月 */
        return true;
    default:
        break;
    }
    switch (text.p[1] | 0x20) {
    case 'o': /* Total */
    case 'r': /* Grand Total */
    case 'u': /* Subtotal */
        return (unsigned char)text.p[0] < 0x80;
    default:
        return false;
    }
}

#define WORD(text) { text, sizeof(text) - 1 }

static bool
is_one_of_total_words(struct sv text, bool *is_subtotal)
{
    static const struct { struct sv word; bool is_subtotal; } words[] = {
        { WORD("合计"), false }, { WORD("总计"), false }, { WORD("共计"), false },
        { WORD("小计"), true }, { WORD("本页合计"), true }, { WORD("本页小计"), true },
        { WORD("本日合计"), true }, { WORD("本月合计"), true }, { WORD("月度合计"), true },
        { WORD("Total"), false }, { WORD("Grand Total"), false }, { WORD("Subtotal"), true },
        { WORD("Sub-total"), true }, { WORD("Sub total"), true },
    };
    char space[TOTAL_WORD_MAX];

    text = without_blanks(without_colon(text), space);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (text.n == words[i].word.n && sv_is_folded(text, words[i].word)) {
            *is_subtotal = words[i].is_subtotal;
            return true;
        }
    return false;
}

static inline bool
is_total_word(struct sv text, bool *is_subtotal)
{
    return may_be_total_word(text) && is_one_of_total_words(text, is_subtotal);
}

bool
binding_is_total_word(struct sv text)
{
    bool is_subtotal;

    return is_total_word(text, &is_subtotal);
}

struct sv
binding_total_word(const struct record *r)
{
    bool is_subtotal;

    for (size_t i = 0; i < r->n; i++)
        if (is_total_word(r->cells[i], &is_subtotal))
            return r->cells[i];
    return SV_EMPTY;
}

bool
binding_may_be_total(const struct record *r, bool *is_subtotal)
{
    size_t first = 0;

    while (first < r->n && r->cells[first].n == 0)
        first++;
    if (first == r->n)
        return false;
    /* What begins in no such way is none of the words, nor a blank before one. */
    if (!strchr("TtGgSs", r->cells[first].p[0]) && (signed char)r->cells[first].p[0] > ' ')
        return false;
    return is_total_word(r->cells[first], is_subtotal);
}

bool
binding_is_total(const struct binding *b, const struct record *r, bool *is_subtotal)
{
    if (!binding_may_be_total(r, is_subtotal))
        return false;
    for (size_t i = 0; i < b->format->columns.n; i++) {
        struct sv text = b->columns.texts[i];

        /* The word itself may stand in the column of times. */
        if (b->is_time_column[i] && !money_is_absent(text) && !is_total_word(text, is_subtotal))
            return false;
    }
    return true;
}
