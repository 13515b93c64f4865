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
 * ledger's own arena has only amounts and how they are packed, and moves along.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/ledger_inside.h"
#include "ledger/ledger_repeat.h"

#define CHANGES_ALL ((1u << CHANGE_COUNT) - 1)

/* Where amounts are not counted in 10^-18, as can be done up to 9, they are in this: 12 decimals,
 * up to 9 million. */
#define COARSE_UNIT 1000000

_Static_assert(MONEY_COUNT <= 16, "ledger_packing has places for 16");
_Static_assert(CHANGE_COUNT <= 24, "ledger_line has room for 24 changes");

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
    map_release(&l->packings);
    intern_release(&l->strings);
    arena_release(&l->arena);
}

void
ledger_clear(struct ledger *l)
{
    l->lines.n = 0;
    map_release(&l->facets);
    map_release(&l->packings);
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

    if (known && ledger_facets_fit(known, c))
        return known;
    known = pack_facets(l, known ? known : before, c);
    if (c->alike)
        *c->alike = known;
    return known;
}

/* The different amounts of a charge while they are packed; the first is what is billed, 0 where the
 * charge does not say. */
struct gathered {
    struct ledger_packing packing;
    money_int at[MONEY_COUNT];
    int64_t values[2 * MONEY_COUNT]; /* the same, packed */
    size_t bytes;                          /* of values */
};

static void
gather_amounts(struct gathered *g, const struct charge *c)
{
    struct ledger_packing *p = &g->packing;
    unsigned others = c->money_set & ~(1u << MONEY_BILLED_COST);

    /* Packings are compared as bytes. */
    memset(p, 0, sizeof(*p));
    p->set = (uint16_t)c->money_set;
    for (size_t i = 0; i < LEDGER_DECIMALS; i++)
        p->decimals[i] = c->decimals[decimals_of[i]];
    g->at[p->n++] = charge_has(c, MONEY_BILLED_COST) ? c->money[MONEY_BILLED_COST].units : 0;
    for (; others; others &= others - 1) {
        unsigned m = (unsigned)__builtin_ctz(others), place = 0;
        money_int units = c->money[m].units;

        while (place < p->n && g->at[place] != units)
            place++;
        if (place == p->n)
            g->at[p->n++] = units;
        p->places |= (uint64_t)place << (m * LEDGER_PLACE_BITS);
    }
}

/* Count all amounts in ${unit}; false where one is no multiple of it, or too many. */
static bool
count_in(struct gathered *g, int64_t unit)
{
    for (unsigned i = 0; i < g->packing.n; i++) {
        money_int count = unit == 1 ? g->at[i] : g->at[i] / unit;

        g->values[i] = (int64_t)count;
        if (g->values[i] != count || count * unit != g->at[i])
            return false;
    }
    g->packing.unit = unit;
    g->bytes = g->packing.n * sizeof(g->values[0]);
    return true;
}

/* Pack amounts into 64 bits each where that keeps all of them, as of nearly every charge. */
static void
narrow_amounts(struct gathered *g)
{
    if (count_in(g, 1) || count_in(g, COARSE_UNIT))
        return;
    for (unsigned i = 0; i < g->packing.n; i++) {
        g->values[2 * i] = (int64_t)(uint64_t)g->at[i];
        g->values[2 * i + 1] = (int64_t)(g->at[i] >> 64);
    }
    g->bytes = 2 * g->packing.n * sizeof(g->values[0]);
}

static bool
is_packing(const struct ledger_packing *a, const struct ledger_packing *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

/* The one object with the content of ${p}. NULL when memory is out. */
static const struct ledger_packing *
keep_packing(struct ledger *l, const struct ledger_packing *p)
{
    struct map_entry *entry = map_get(&l->packings, (struct sv){ (const char *)p, sizeof(*p) });
    struct ledger_packing *kept;

    if (entry)
        return entry->value.pointer;
    kept = arena_alloc(&l->arena, sizeof(*kept));
    if (!kept)
        return NULL;
    memcpy(kept, p, sizeof(*kept));
    entry = map_put(&l->packings, (struct sv){ (const char *)kept, sizeof(*kept) }, NULL);
    if (!entry)
        return NULL;
    entry->value.pointer = kept;
    return kept;
}

/* Whether ${known}, which may be NULL, is ${g}. */
static bool
is_gathered(const struct ledger_amounts *known, const struct gathered *g)
{
    return known && is_packing(known->packing, &g->packing) &&
        memcmp(known->values, g->values, g->bytes) == 0;
}

/* The amounts of ${c}; they, or how they are packed, are often those of ${near}, amounts of this
 * ledger or NULL. NULL when memory is out. */
static const struct ledger_amounts *
pack_amounts(struct ledger *l, const struct ledger_amounts *near, const struct charge *c)
{
    struct ledger_amounts *kept;
    struct gathered g;

    gather_amounts(&g, c);
    narrow_amounts(&g);
    if (c->alike_amounts && is_gathered(*c->alike_amounts, &g))
        return *c->alike_amounts;
    if (is_gathered(near, &g))
        return near;
    kept = arena_alloc(&l->arena, sizeof(*kept) + g.bytes);
    if (!kept)
        return NULL;
    kept->packing = near && is_packing(near->packing, &g.packing) ? near->packing :
        keep_packing(l, &g.packing);
    if (!kept->packing)
        return NULL;
    memcpy(kept->values, g.values, g.bytes);
    if (c->alike_amounts)
        *c->alike_amounts = kept;
    return kept;
}

/* Pack ${c} into ${line}. */
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
        .amounts = pack_amounts(l, before ? before->amounts : NULL, c),
        .changes = c->changes & CHANGES_ALL,
    };
    if (!line->facets || !line->line_id || !line->order_id || !line->amounts)
        return err_nomem(e);
    return 0;
}

bool
ledger_facets_fit(const struct ledger_facets *f, const struct charge *c)
{
    return f->billing_start == c->time[TIME_BILLING_PERIOD_START] &&
        f->billing_end == c->time[TIME_BILLING_PERIOD_END] &&
        f->offset_minutes == c->offset_minutes && f->is_actual_use == c->is_actual_use &&
        f->is_of_month == c->is_of_month;
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

void
ledger_repeat_last(struct ledger_repeat *out, const struct ledger *l)
{
    const struct ledger_line *line = &l->lines.at[l->lines.n - 1];

    *out = (struct ledger_repeat){ line->facets, line->amounts };
}

/* Add a line with what ${of} says, which is of this ledger, and the rest from ${c}. */
static inline int
add_repeated(struct ledger *l, uint32_t input, const struct ledger_repeat *of,
    const struct charge *c, struct err *e)
{
    const struct ledger_line *before = l->lines.n > 0 ? &l->lines.at[l->lines.n - 1] : NULL;
    struct ledger_line *line = &l->lines.at[l->lines.n];

    *line = (struct ledger_line){
        .facets = of->facets,
        .line_id = intern_after(l, before ? before->line_id : NULL, c->text[TEXT_LINE_ID]),
        .order_id = intern_after(l, before ? before->order_id : NULL, c->text[TEXT_ORDER_ID]),
        .start = c->time[TIME_CHARGE_PERIOD_START],
        .end = c->time[TIME_CHARGE_PERIOD_END],
        .amounts = of->amounts,
        .source_line = c->line,
        .input = input,
        .changes = c->changes & CHANGES_ALL,
        .fate = FATE_COUNTED,
    };
    if (!line->line_id || !line->order_id || !line->amounts)
        return err_nomem(e);
    l->lines.n++;
    return 0;
}

int
ledger_add_repeated(struct ledger *l, uint32_t input, const struct ledger_repeat *of,
    const struct charge *c, struct err *e)
{
    if (vec_grow(&l->lines, 1, LEDGER_LINES_MAX, e))
        return -1;
    return add_repeated(l, input, of, c, e);
}

int
ledger_add_like(struct ledger *l, uint32_t input, const struct ledger_repeat *of,
    const struct charge *c, struct err *e)
{
    struct ledger_repeat own = { .facets = of->facets };

    if (vec_grow(&l->lines, 1, LEDGER_LINES_MAX, e))
        return -1;
    own.amounts = pack_amounts(l, of->amounts, c);
    return add_repeated(l, input, &own, c, e);
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

unsigned
ledger_decimals(const struct ledger_line *line, enum money_column column)
{
    for (size_t i = 0; i < LEDGER_DECIMALS; i++)
        if (decimals_of[i] == column)
            return line->amounts->packing->decimals[i];
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
        c->decimals[decimals_of[i]] = line->amounts->packing->decimals[i];
    c->money_set = line->amounts->packing->set;
    c->changes = line->changes;
    c->offset_minutes = line->facets->offset_minutes;
    c->is_actual_use = line->facets->is_actual_use;
    c->is_of_month = line->facets->is_of_month;
    c->line = line->source_line;
}

struct input *
ledger_input(const struct ledger *l, const struct ledger_line *line)
{
    return l->inputs.at[line->input];
}
