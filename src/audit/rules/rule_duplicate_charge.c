/*
 * rule_duplicate_charge.c - the same charge billed twice, and charges that overlap.
 *
 * Rows that were merely delivered twice are settled before. The first search finds copies of
 * charges (copies.h); the second groups lines by a key of interned texts, and looks at each group
 * once, sorted.
 */
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/copies.h"
#include "base/vec.h"
#include "ledger/settle_rows.h"

static const struct setting settings[] = { { .name = NULL } };

/* What is billed once at a time. */
struct exclusive_key {
    const char *platform, *account, *thing, *item, *currency;
    uint64_t category, pricing;
};

/* What equal rows without an id and a period have in common. */
struct equal_key {
    const struct ledger_facets *facets;
    const char *order_id;
    int64_t start;
    uint64_t input;
    money_int billed, quantity;
};

/* Lines of one key, in ledger order. */
struct group {
    uint32_t *at;
    size_t n, room;
};

struct duplicate_check {
    const struct audit *a;
    struct findings *f;
    struct arena arena;
    struct copies copies;
    struct map exclusive;
    struct map equal; /* struct equal_key -> the first such line */
    bool *is_caught; /* per line: by the first search */
};

/*
 * Rows that say no day but their month may be those of its days, each charged once: that they are
 * equal, or overlap, proves nothing and leaves the period unknown.
 */
static bool
is_of_month(const struct ledger_line *line)
{
    return line->facets->is_of_month;
}

static bool
is_meant(const struct ledger_line *line)
{
    enum category category = (enum category)ledger_word(line, WORD_CATEGORY);

    return line_is_known(line) && ledger_word(line, WORD_ENTRY) == ENTRY_CHARGE &&
        money_compare(ledger_billed(line), MONEY_ZERO) > 0 && category != CATEGORY_TRAFFIC &&
        category != CATEGORY_SOFTWARE && category != CATEGORY_MODEL_API;
}

static bool
has_lost_id(const struct ledger_line *line)
{
    return (line->changes & CHANGE_ID_LOST_DIGITS) != 0;
}

static bool
has_id(const struct ledger_line *line)
{
    return line->line_id[0] && !has_lost_id(line);
}

static bool
is_exclusive(const struct duplicate_check *c, uint32_t index)
{
    const struct format *format = audit_format(c->a, index);

    return format && format->billing.is_overlap_exclusive;
}

/* A judged line that neither search can look at, though it is about something. */
static int
say_unknown(struct duplicate_check *c, uint32_t index, const struct ledger_line *line,
    struct err *e)
{
    struct span p;

    if (!audit_is_judged(c->a, line))
        return 0;
    if (has_lost_id(line) && finding_unknown(c->f, UNKNOWN_ID, index, MONEY_ZERO, e))
        return -1;
    if (!line_resource(line)[0] || line_period(line, &p) ||
        (!has_id(line) && !is_exclusive(c, index)))
        return 0;
    return finding_unknown(c->f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
}

/* Put ${line} into the group of ${key}. */
static int
add_to_group(struct duplicate_check *c, struct map *m, struct sv key, uint32_t line,
    struct err *e)
{
    struct map_entry *entry = map_get(m, key);
    struct group *group;

    if (!entry) {
        key = arena_sv(&c->arena, key);
        group = arena_alloc(&c->arena, sizeof(*group));
        entry = key.p && group ? map_put(m, key, NULL) : NULL;
        if (!entry)
            return err_nomem(e);
        entry->value.pointer = group;
    }
    group = entry->value.pointer;
    if (vec_grow(group, 1, UINT32_MAX, e))
        return -1;
    group->at[group->n++] = line;
    return 0;
}

static int
find_same(struct duplicate_check *c, uint32_t index, const struct ledger_line *line,
    struct err *e)
{
    struct span p;

    if (!audit_is_judged(c->a, line) || !line_period(line, &p) || !has_id(line) ||
        !line_resource(line)[0])
        return 0;
    return copies_add(&c->copies, index, e);
}

static int
group_exclusive(struct duplicate_check *c, uint32_t index, const struct ledger_line *line,
    struct err *e)
{
    const char *resource = ledger_text(line, TEXT_RESOURCE_ID);
    struct exclusive_key key = { .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .thing = resource[0] ? resource : ledger_text(line, TEXT_INSTANCE_ID),
        .item = line_item(line), .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
        .category = ledger_word(line, WORD_CATEGORY),
        .pricing = ledger_word(line, WORD_PRICING_CATEGORY) };
    struct span p;

    if (!is_exclusive(c, index) || !line_period(line, &p) || !key.thing[0])
        return 0;
    return add_to_group(c, &c->exclusive, (struct sv){ (const char *)&key, sizeof(key) }, index,
        e);
}

/* The first stays; a line of its key with another id leaks all. */
static int
check_copy(struct duplicate_check *c, const struct copy *copy, struct err *e)
{
    const struct ledger_line *first = audit_line(c->a, copy->first);
    const struct ledger_line *line = audit_line(c->a, copy->line);
    struct finding *found;

    if (line->line_id == first->line_id)
        return 0;
    c->is_caught[copy->line] = true;
    if (is_of_month(first) || is_of_month(line))
        return finding_unknown(c->f, UNKNOWN_PERIOD, copy->line, MONEY_ZERO, e);
    found = finding_of_line(c->f, line->order_id == first->order_id ? CERTAIN : LIKELY,
        copy->line, e);
    if (!found || finding_add_count(c->f, found, "twice", 1, e) ||
        finding_set_text(c->f, found, "id1", first->line_id, e) ||
        finding_set_text(c->f, found, "id2", line->line_id, e))
        return -1;
    return finding_claim_amount(c->f, found, copy->line, ledger_billed(line), e);
}

struct placed {
    const struct ledger_line *line;
    uint32_t index;
};

static int
compare_placed(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;

    if (a->line->start != b->line->start)
        return a->line->start < b->line->start ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static bool
is_same_price(const struct ledger_line *a, const struct ledger_line *b)
{
    static const enum money_column prices[] = { MONEY_LIST_UNIT_PRICE,
        MONEY_CONTRACTED_UNIT_PRICE };
    struct money of_a, of_b;

    for (size_t i = 0; i < sizeof(prices) / sizeof(prices[0]); i++) {
        bool has_a = ledger_money(a, prices[i], &of_a), has_b = ledger_money(b, prices[i], &of_b);

        if (has_a && has_b && money_compare(of_a, of_b) != 0)
            return false;
    }
    return true;
}

/* ${line} leaks what ${earlier}, which reaches furthest of those that began before, has covered. */
static int
claim_overlap(struct duplicate_check *c, uint32_t index, const struct ledger_line *earlier,
    struct err *e)
{
    const struct ledger_line *line = audit_line(c->a, index);
    int64_t end = earlier->end < line->end ? earlier->end : line->end;
    struct fraction share = fraction_of((money_uint)(end - line->start),
        (money_uint)(line->end - line->start));
    struct finding *found = finding_of_line(c->f, is_same_price(line, earlier) ? CERTAIN : LIKELY,
        index, e);

    if (!found || finding_add_count(c->f, found, "overlaps", 1, e) ||
        finding_add_duration(c->f, found, "overlap", end - line->start, e))
        return -1;
    return finding_claim_amount(c->f, found, index, fraction_share(ledger_billed(line), share), e);
}

static bool
reaches_into(const struct ledger_line *earlier, const struct ledger_line *line)
{
    return earlier && earlier->end > line->start;
}

/* ${furthest}: of the earlier lines with a period of their own, and of those of a month. */
static int
judge_overlap(struct duplicate_check *c, const struct placed *at,
    const struct ledger_line *const furthest[2], struct err *e)
{
    if (!audit_is_judged(c->a, at->line))
        return 0;
    if (reaches_into(furthest[false], at->line) && !is_of_month(at->line))
        return claim_overlap(c, at->index, furthest[false], e);
    if (reaches_into(furthest[false], at->line) || reaches_into(furthest[true], at->line))
        return finding_unknown(c->f, UNKNOWN_PERIOD, at->index, MONEY_ZERO, e);
    return 0;
}

/*
 * Sorted by start, the time that earlier lines have covered of a line is that up to the furthest of
 * their ends.
 */
static int
check_exclusive(struct duplicate_check *c, const struct group *group, struct err *e)
{
    struct placed *lines = arena_array(&c->arena, group->n, sizeof(*lines));
    const struct ledger_line *furthest[2] = { NULL, NULL };
    size_t n = 0;

    if (!lines)
        return err_nomem(e);
    for (size_t i = 0; i < group->n; i++)
        if (!c->is_caught[group->at[i]])
            lines[n++] = (struct placed){ audit_line(c->a, group->at[i]), group->at[i] };
    if (n > 0)
        qsort(lines, n, sizeof(*lines), compare_placed);
    for (size_t i = 0; i < n; i++) {
        const struct ledger_line **same = &furthest[is_of_month(lines[i].line)];

        if (judge_overlap(c, &lines[i], furthest, e))
            return -1;
        if (!*same || lines[i].line->end > (*same)->end)
            *same = lines[i].line;
    }
    return 0;
}

/* Rows that are equal, and say too little to tell a second charge from a second use. */
static int
warn_equal_rows(struct duplicate_check *c, uint32_t index, const struct ledger_line *line,
    struct err *e)
{
    const struct format *format = audit_format(c->a, index);
    struct equal_key key = { .facets = line->facets, .order_id = line->order_id,
        .start = line->start, .input = line->input, .billed = ledger_billed(line).units };
    struct sv bytes = { (const char *)&key, sizeof(key) };
    const struct ledger_line *before;
    struct money quantity = MONEY_ZERO;
    struct map_entry *entry;
    struct span p;

    if (!audit_is_judged(c->a, line) || has_id(line) || line_period(line, &p) ||
        (format && format->billing.rows_repeat))
        return 0;
    (void)ledger_money(line, MONEY_PRICING_QUANTITY, &quantity);
    key.quantity = quantity.units;
    entry = map_get(&c->equal, bytes);
    if (!entry) {
        bytes = arena_sv(&c->arena, bytes);
        entry = bytes.p ? map_put(&c->equal, bytes, NULL) : NULL;
        if (!entry)
            return err_nomem(e);
        entry->value.number = index;
        return 0;
    }
    before = audit_line(c->a, (uint32_t)entry->value.number);
    if (row_is_same_amounts(before, line))
        finding_warn(c->f, index, "equal-rows",
            "the row equals the one in line %ju; without an id and a period it cannot be told "
            "whether it was charged twice", (uintmax_t)before->source_line);
    return 0;
}

static void
release_groups(struct map *m)
{
    for (size_t i = 0; i < m->n; i++) {
        struct group *group = m->entries[i].value.pointer;

        vec_release(group);
    }
    map_release(m);
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct duplicate_check c = { .a = a, .f = f, .copies = { .ledger = a->in.ledger } };
    size_t n = a->in.ledger->lines.n;
    int result = -1;

    (void)s;
    c.is_caught = calloc(n + 1, sizeof(*c.is_caught));
    if (!c.is_caught)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        const struct ledger_line *line = audit_line(a, (uint32_t)i);

        if (!is_meant(line))
            continue;
        if (say_unknown(&c, (uint32_t)i, line, e) || find_same(&c, (uint32_t)i, line, e) ||
            group_exclusive(&c, (uint32_t)i, line, e) ||
            warn_equal_rows(&c, (uint32_t)i, line, e))
            goto release;
    }
    copies_sort(&c.copies);
    for (size_t i = 0; i < c.copies.list.n; i++)
        if (check_copy(&c, &c.copies.list.at[i], e))
            goto release;
    for (size_t i = 0; i < c.exclusive.n; i++)
        if (check_exclusive(&c, c.exclusive.entries[i].value.pointer, e))
            goto release;
    result = 0;
release:
    copies_release(&c.copies);
    release_groups(&c.exclusive);
    map_release(&c.equal);
    arena_release(&c.arena);
    free(c.is_caught);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    int64_t twice = finding_fact(f, "twice").number, overlaps = finding_fact(f, "overlaps").number;
    char leak[FINDING_TEXT_MAX], hours[FINDING_TEXT_MAX];

    (void)a;
    (void)finding_money_text(leak, f->leak, f->currency);
    (void)finding_hours_text(hours, finding_fact(f, "overlap").number);
    if (twice == 1 && overlaps == 0)
        message_set_whole(message,
            N_("One charge of %s stands twice under %s and %s, equal in everything else: %s."),
            f->name, finding_fact(f, "id1").text, finding_fact(f, "id2").text, leak);
    else if (overlaps == 0)
        message_set_whole(message,
            N_("%lld charges of %s stand again under another id, equal in everything else: %s."),
            (long long)twice, f->name, leak);
    else if (twice == 0 && overlaps == 1)
        message_set_whole(message,
            N_("A charge of %s bills %s h that an earlier charge had billed already: %s."),
            f->name, hours, leak);
    else if (twice == 0)
        message_set_whole(message,
            N_("%lld charges of %s bill %s h that an earlier charge had billed already: %s."),
            (long long)overlaps, f->name, hours, leak);
    else
        message_set_whole(message,
            N_("%lld charges of %s stand again under another id, and %lld bill %s h that an "
                "earlier charge had billed already: %s."),
            (long long)twice, f->name, (long long)overlaps, hours, leak);
    message_set(advice, N_("Send the rows to the platform's support and ask for the money back."));
}

const struct rule rule_duplicate_charge = {
    .id = "duplicate-charge",
    .title = N_("Charged twice"),
    .order = 1,
    .finds = N_("Charges that stand twice under different ids, and charges for one thing whose "
        "periods overlap where the platform bills it once at a time."),
    .needs = N_("Line ids, an instance or resource, and charge periods. The same row delivered "
        "twice, in one file or in several, is counted once and is no leak."),
    .formula = N_("Equal in all but the id: every row but the first leaks all. Overlapping: "
        "leak = billed x time that an earlier charge has covered / charge period."),
    .working = N_("{row.billed} x {row.part} / {row.period} = {row.leak} in the largest row"),
    .example = N_("09:00 to 10:00 for 1.88, then 09:30 to 10:30 for 1.88: half an hour is paid "
        "twice, 0.94 leaks."),
    .advice = N_("Send the rows to the platform's support and ask for the money back."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
