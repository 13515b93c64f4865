/*
 * ledger.c - all charges, compact, in input order.
 *
 * A line is packed against the line before it: bills repeat themselves from row to row, so most
 * texts, and often the whole facets, are found by comparing and not by hashing. Where whoever makes
 * the charges knows that they are alike (charge.alike), not even that.
 *
 * Facets are hashed and compared as bytes. They are made on zeroed memory, so that what lies
 * between their fields is equal too, and hold interned strings, whose pointers are equal when they
 * are. They lie in the arena of the strings, which they die with when ledgers are merged; the
 * ledger's own arena has only amounts and moves along.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/ledger_inside.h"

/* The amounts that a line keeps apart: all but BilledCost. */
#define OTHER_AMOUNTS(set) ((set) & ~(1u << MONEY_BILLED_COST))

/* Whose printed decimals a line keeps. */
static const enum money_column decimals_of[LEDGER_DECIMALS] = { MONEY_LIST_UNIT_PRICE,
    MONEY_CONTRACTED_UNIT_PRICE, MONEY_PRICING_QUANTITY };

void
ledger_init(struct ledger *l)
{
    *l = (struct ledger){ .arena = ARENA_INIT };
}

void
ledger_release(struct ledger *l)
{
    for (size_t i = 0; i < l->inputs.n; i++)
        input_free(l->inputs.at[i]);
    vec_release(&l->inputs);
    vec_release(&l->lines);
    map_release(&l->facets);
    intern_release(&l->strings);
    arena_release(&l->arena);
}

int
ledger_add_input(struct ledger *l, struct input *input, uint32_t *index, struct err *e)
{
    if (vec_grow(&l->inputs, 1, UINT32_MAX, e))
        return -1;
    *index = (uint32_t)l->inputs.n;
    l->inputs.at[l->inputs.n++] = input;
    return 0;
}

/* Intern ${s}, which is often ${before}, an interned string or NULL. NULL when memory is out. */
static const char *
intern_after(struct ledger *l, const char *before, struct sv s)
{
    /* Most texts of most charges are empty. */
    if (before && s.n == 0 && *before == '\0')
        return before;
    if (before && sv_is(sv_of(before), s))
        return before;
    return intern_text(&l->strings, s);
}

const struct ledger_facets *
ledger_keep_facets(struct ledger *l, const struct ledger_facets *f)
{
    struct map_entry *entry =
        map_get(&l->facets, (struct sv){ (const char *)f, LEDGER_FACETS_BYTES });
    struct ledger_facets *kept;

    if (entry)
        return entry->value.pointer;
    kept = arena_alloc(&l->strings.arena, sizeof(*kept));
    if (!kept)
        return NULL;
    memcpy(kept, f, sizeof(*kept));
    kept->number = (uint32_t)l->facets.n;
    entry = map_put(&l->facets, (struct sv){ (const char *)kept, LEDGER_FACETS_BYTES }, NULL);
    if (!entry)
        return NULL;
    entry->value.pointer = kept;
    return kept;
}

/* Whether ${c}, whose texts and words are those of ${f}, has the rest of its facets too. */
static bool
is_all_alike(const struct ledger_facets *f, const struct charge *c)
{
    return f->billing_start == c->time[TIME_BILLING_PERIOD_START] &&
        f->billing_end == c->time[TIME_BILLING_PERIOD_END] &&
        f->offset_minutes == c->offset_minutes && f->is_actual_use == c->is_actual_use &&
        f->is_of_month == c->is_of_month;
}

/* The facets of ${c}, which are often ${before}, facets of this ledger or NULL. */
static const struct ledger_facets *
pack_facets(struct ledger *l, const struct ledger_facets *before, const struct charge *c)
{
    struct ledger_facets f;

    memset(&f, 0, sizeof(f));
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        bool is_apart = i == TEXT_LINE_ID || i == TEXT_ORDER_ID;

        f.text[i] = intern_after(l, before ? before->text[i] : NULL,
            is_apart ? SV_EMPTY : c->text[i]);
        if (!f.text[i])
            return NULL;
    }
    f.billing_start = c->time[TIME_BILLING_PERIOD_START];
    f.billing_end = c->time[TIME_BILLING_PERIOD_END];
    f.offset_minutes = c->offset_minutes;
    memcpy(f.word, c->word, sizeof(f.word));
    f.is_actual_use = c->is_actual_use;
    f.is_of_month = c->is_of_month;
    if (before && memcmp(before, &f, LEDGER_FACETS_BYTES) == 0)
        return before;
    return ledger_keep_facets(l, &f);
}

/* As pack_facets(), with what is known of charges like ${c}. */
static const struct ledger_facets *
pack_alike(struct ledger *l, const struct ledger_facets *before, const struct charge *c)
{
    const struct ledger_facets *known = c->alike ? *c->alike : NULL;

    if (known && is_all_alike(known, c))
        return known;
    known = pack_facets(l, known ? known : before, c);
    if (c->alike)
        *c->alike = known;
    return known;
}

/* The other amounts of ${c}, which are often those of ${before}. NULL when memory is out. */
static const struct money *
pack_amounts(struct ledger *l, const struct ledger_line *before, const struct charge *c)
{
    static const struct money none[1];
    struct money amounts[MONEY_COUNT], *kept;
    size_t n = 0;

    for (enum money_column m = 0; m < MONEY_COUNT; m++)
        if (m != MONEY_BILLED_COST && charge_has(c, m))
            amounts[n++] = c->money[m];
    if (n == 0)
        return none;
    if (before && OTHER_AMOUNTS(before->amounts_set) == OTHER_AMOUNTS(c->money_set)
        && memcmp(before->amounts, amounts, n * sizeof(*amounts)) == 0)
        return before->amounts;
    kept = arena_array(&l->arena, n, sizeof(*kept));
    if (kept)
        memcpy(kept, amounts, n * sizeof(*amounts));
    return kept;
}

/* Pack ${c} into ${line}; what a charge does not say is 0. */
static int
pack(struct ledger *l, struct ledger_line *line, const struct ledger_line *before,
    const struct charge *c, struct err *e)
{
    *line = (struct ledger_line){
        .facets = pack_alike(l, before ? before->facets : NULL, c),
        .line_id = intern_after(l, before ? before->line_id : NULL, c->text[TEXT_LINE_ID]),
        .order_id = intern_after(l, before ? before->order_id : NULL, c->text[TEXT_ORDER_ID]),
        .start = c->time[TIME_CHARGE_PERIOD_START],
        .end = c->time[TIME_CHARGE_PERIOD_END],
        .billed = charge_has(c, MONEY_BILLED_COST) ? c->money[MONEY_BILLED_COST] : MONEY_ZERO,
        .amounts = pack_amounts(l, before, c),
        .amounts_set = c->money_set,
        .changes = c->changes,
    };
    for (size_t i = 0; i < LEDGER_DECIMALS; i++)
        line->decimals[i] = c->decimals[decimals_of[i]];
    if (!line->facets || !line->line_id || !line->order_id || !line->amounts)
        return err_nomem(e);
    return 0;
}

int
ledger_add(struct ledger *l, uint32_t input, const struct charge *c, struct err *e)
{
    const struct ledger_line *before;
    struct ledger_line *line;

    assert(input < l->inputs.n);
    if (vec_grow(&l->lines, 1, LEDGER_LINES_MAX, e))
        return -1;
    before = l->lines.n > 0 ? &l->lines.at[l->lines.n - 1] : NULL;
    line = &l->lines.at[l->lines.n];
    if (pack(l, line, before, c, e))
        return -1;
    line->input = input;
    line->source_line = c->line;
    line->fate = FATE_COUNTED;
    l->lines.n++;
    return 0;
}

int
ledger_change(struct ledger *l, struct ledger_line *line, const struct charge *c, struct err *e)
{
    struct ledger_line changed;

    if (pack(l, &changed, line, c, e))
        return -1;
    changed.input = line->input;
    changed.source_line = line->source_line;
    changed.fate = line->fate;
    *line = changed;
    return 0;
}

const char *
ledger_text(const struct ledger_line *line, enum text_column column)
{
    assert(column < TEXT_COUNT);
    if (column == TEXT_LINE_ID)
        return line->line_id;
    if (column == TEXT_ORDER_ID)
        return line->order_id;
    return line->facets->text[column];
}

unsigned
ledger_word(const struct ledger_line *line, enum word_column column)
{
    assert(column < WORD_COUNT);
    return line->facets->word[column];
}

int64_t
ledger_time(const struct ledger_line *line, enum time_column column)
{
    switch (column) {
    case TIME_BILLING_PERIOD_START:
        return line->facets->billing_start;
    case TIME_BILLING_PERIOD_END:
        return line->facets->billing_end;
    case TIME_CHARGE_PERIOD_START:
        return line->start;
    case TIME_CHARGE_PERIOD_END:
        return line->end;
    case TIME_COUNT:
        break;
    }
    return TIME_NONE;
}

bool
ledger_money(const struct ledger_line *line, enum money_column column, struct money *out)
{
    unsigned bit, before;

    assert(column < MONEY_COUNT);
    bit = 1u << column;
    *out = MONEY_ZERO;
    if (!(line->amounts_set & bit))
        return false;
    before = OTHER_AMOUNTS(line->amounts_set) & (bit - 1);
    if (column == MONEY_BILLED_COST)
        *out = line->billed;
    else
        *out = line->amounts[__builtin_popcount(before)];
    return true;
}

unsigned
ledger_decimals(const struct ledger_line *line, enum money_column column)
{
    for (size_t i = 0; i < LEDGER_DECIMALS; i++)
        if (decimals_of[i] == column)
            return line->decimals[i];
    return 0;
}

void
ledger_unpack(const struct ledger_line *line, struct charge *c)
{
    charge_init(c);
    for (unsigned i = 0; i < TEXT_COUNT; i++)
        c->text[i] = sv_of(ledger_text(line, (enum text_column)i));
    memcpy(c->word, line->facets->word, sizeof(c->word));
    for (unsigned i = 0; i < TIME_COUNT; i++)
        c->time[i] = ledger_time(line, (enum time_column)i);
    for (unsigned i = 0; i < MONEY_COUNT; i++)
        ledger_money(line, (enum money_column)i, &c->money[i]);
    for (size_t i = 0; i < LEDGER_DECIMALS; i++)
        c->decimals[decimals_of[i]] = line->decimals[i];
    c->money_set = line->amounts_set;
    c->changes = line->changes;
    c->offset_minutes = line->facets->offset_minutes;
    c->is_actual_use = line->facets->is_actual_use;
    c->is_of_month = line->facets->is_of_month;
    c->line = line->source_line;
}

bool
ledger_is_spend(const struct ledger_line *line)
{
    unsigned entry = line->facets->word[WORD_ENTRY];

    return entry != ENTRY_RECHARGE && entry != ENTRY_WITHDRAWAL;
}

struct input *
ledger_input(const struct ledger *l, const struct ledger_line *line)
{
    return l->inputs.at[line->input];
}
