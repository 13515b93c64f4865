/*
 * focus.c - the ledger as a FOCUS 1.2 Cost and Usage dataset: services, tallies, the report.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "reports/focus.h"

#define PLATFORMS_MAX 100000

/* The units of FOCUS 1.2, attribute Unit Format, as its validator reads it. */
#define TIMES "(?:Year|Month|Day|Hour|Minute|Second)"
#define WORDS "[A-Za-z][A-Za-z0-9]*(?: [A-Za-z][A-Za-z0-9]*)*"
#define UNIT "^(?:[0-9]+ )?" WORDS "$|^" WORDS "(?:-" TIMES "s|/" TIMES "|/[0-9]+ " TIMES "s)$"

/* Note what kind of service ${name} is: that of its charge of the foremost category. */
static int
learn_service(struct focus *f, const struct focus_line *line, struct err *e)
{
    const struct charge *c = &line->c;
    unsigned rank = c->word[WORD_CATEGORY] == CATEGORY_NONE ? CATEGORY_COUNT :
        c->word[WORD_CATEGORY];
    struct map_entry *entry = map_put(&f->services, c->text[TEXT_SERVICE_NAME], NULL);
    struct focus_service *service;

    if (!entry)
        return err_nomem(e);
    service = entry->value.pointer;
    if (service && service->rank <= rank)
        return 0;
    if (!service)
        service = arena_alloc(&f->arena, sizeof(*service));
    if (!service)
        return err_nomem(e);
    *service = (struct focus_service){ rank, c->text[TEXT_SERVICE_CATEGORY],
        c->text[TEXT_SERVICE_SUBCATEGORY] };
    entry->value.pointer = service;
    return 0;
}

int
focus_init(struct focus *f, const struct ledger *l, int zone_minutes, struct err *e)
{
    *f = (struct focus){ .ledger = l, .zone_minutes = zone_minutes, .arena = ARENA_INIT,
        .strings = INTERN_INIT, .services = MAP_INIT };
    f->unit = pattern_new(sv_of(UNIT), e);
    if (!f->unit)
        return -1;
    for (size_t i = 0; i < l->lines.n; i++) {
        struct focus_line line;
        int made = l->lines.at[i].fate == FATE_COUNTED ?
            focus_fill(f, &l->lines.at[i], &line, e) : 0;

        if (made < 0 || (made > 0 && learn_service(f, &line, e)))
            return -1;
    }
    memset(f->left, 0, sizeof(f->left));
    return 0;
}

static int
compare_platforms(const void *a, const void *b)
{
    const struct focus_platform *x = a, *y = b;

    return strcmp(x->id, y->id);
}

/* The tally of platform ${id}, an interned text. */
static struct focus_platform *
find_platform(struct focus *f, const char *id, struct err *e)
{
    struct focus_platform *p;

    for (size_t i = f->platforms.n; i-- > 0;)
        if (strcmp(f->platforms.at[i].id, id) == 0)
            return &f->platforms.at[i];
    if (vec_grow_named(&f->platforms, 1, PLATFORMS_MAX, N_("platforms"), e))
        return NULL;
    p = &f->platforms.at[f->platforms.n++];
    *p = (struct focus_platform){ .id = id };
    return p;
}

static bool
has_value(const struct charge *c, const struct column *column)
{
    switch (column->kind) {
    case COLUMN_TEXT:
        return c->text[column->slot].n > 0;
    case COLUMN_WORD:
        return c->word[column->slot] != 0;
    case COLUMN_TIME:
        return c->time[column->slot] != TIME_NONE;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        return charge_has(c, (enum money_column)column->slot);
    case COLUMN_SOURCE:
    case COLUMN_CHANGES:
        break;
    }
    return true;
}

/* Whether FOCUS, with all that a provider may support, wants a value of ${column} in this line. */
static bool
is_wanted(const struct charge *c, const struct column *column)
{
    static const struct { const char *name; enum text_column beside; } pairs[] = {
        { "ResourceType", TEXT_RESOURCE_ID }, { "RegionName", TEXT_REGION_ID },
        { "SubAccountName", TEXT_SUB_ACCOUNT_ID },
    };
    static const char *const priced[] = { "PricingCategory", "SkuId", "SkuPriceId", "SkuMeter",
        "PricingQuantity", "PricingUnit", "ListUnitPrice", "ContractedUnitPrice" };
    static const char *const used[] = { "ConsumedQuantity", "ConsumedUnit" };
    unsigned category = c->word[WORD_CHARGE_CATEGORY];
    bool is_priced = (category == CHARGE_USAGE || category == CHARGE_PURCHASE) &&
        c->word[WORD_CHARGE_CLASS] == CHARGE_CLASS_NONE;

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (strcmp(column->name, pairs[i].name) == 0)
            return c->text[pairs[i].beside].n > 0;
    for (size_t i = 0; is_priced && i < sizeof(priced) / sizeof(priced[0]); i++)
        if (strcmp(column->name, priced[i]) == 0)
            return true;
    for (size_t i = 0; is_priced && i < sizeof(used) / sizeof(used[0]); i++)
        if (strcmp(column->name, used[i]) == 0)
            return category == CHARGE_USAGE;
    return false;
}

static void
count(struct focus_platform *p, const struct focus_line *line)
{
    p->lines++;
    for (size_t i = 0; ledger_columns[i].name; i++) {
        p->derived[i] += focus_is_derived(line, i);
        p->missing[i] += !has_value(&line->c, &ledger_columns[i]) &&
            is_wanted(&line->c, &ledger_columns[i]);
    }
}

int
focus_line_of(struct focus *f, const struct ledger_line *line, struct focus_line *out,
    struct err *e)
{
    const char *platform = ledger_text(line, TEXT_PLATFORM);
    const struct focus_service *service;
    struct focus_platform *p;
    int made = focus_fill(f, line, out, e);

    if (made <= 0)
        return made;
    service = map_get(&f->services, out->c.text[TEXT_SERVICE_NAME])->value.pointer;
    if (!sv_is(service->category, out->c.text[TEXT_SERVICE_CATEGORY])) {
        out->c.text[TEXT_SERVICE_CATEGORY] = service->category;
        focus_derive(out, COLUMN_TEXT, TEXT_SERVICE_CATEGORY);
    }
    if (!sv_is(service->subcategory, out->c.text[TEXT_SERVICE_SUBCATEGORY])) {
        out->c.text[TEXT_SERVICE_SUBCATEGORY] = service->subcategory;
        focus_derive(out, COLUMN_TEXT, TEXT_SERVICE_SUBCATEGORY);
    }
    p = find_platform(f, platform, e);
    if (!p)
        return -1;
    count(p, out);
    f->written++;
    return 1;
}

/* "  TITLE: BillingAccountId 12, ServiceName 3" */
static void
add_counts(struct buf *out, enum lang lang, const char *title,
    const uint64_t counts[FOCUS_COLUMNS_MAX])
{
    bool is_first = true;

    for (size_t i = 0; ledger_columns[i].name; i++) {
        if (counts[i] == 0)
            continue;
        if (is_first)
            buf_addf(out, "  %s", lang_text(lang, title));
        buf_addf(out, "%s%s %" PRIu64, is_first ? "" : ", ", ledger_columns[i].name, counts[i]);
        is_first = false;
    }
    if (!is_first)
        buf_add_char(out, '\n');
}

void
focus_report(struct buf *out, struct focus *f, enum lang lang)
{
    static const char *const reasons[FOCUS_LEFT_COUNT] = {
        [FOCUS_MOVE] = N_("recharges and withdrawals, which are no costs"),
        [FOCUS_CURRENCY] = N_("lines in no national currency"),
        [FOCUS_NO_TIME] = N_("lines without any time"),
    };

    if (f->platforms.n > 0)
        qsort(f->platforms.at, f->platforms.n, sizeof(f->platforms.at[0]), compare_platforms);
    buf_addf(out, "FOCUS 1.2: %s %" PRIu64 "\n", lang_text(lang, N_("lines written:")),
        f->written);
    for (size_t i = 0; i < FOCUS_LEFT_COUNT; i++)
        if (f->left[i] > 0)
            buf_addf(out, "%s %s: %" PRIu64 "\n", lang_text(lang, N_("left out:")),
                lang_text(lang, reasons[i]), f->left[i]);
    for (size_t i = 0; i < f->platforms.n; i++) {
        const struct focus_platform *p = &f->platforms.at[i];

        buf_add_escaped(out, sv_of(p->id));
        buf_addf(out, " (%" PRIu64 ")\n", p->lines);
        add_counts(out, lang, N_("derived: "), p->derived);
        add_counts(out, lang, N_("not told by its bills: "), p->missing);
    }
}

void
focus_release(struct focus *f)
{
    pattern_free(f->unit);
    map_release(&f->services);
    vec_release(&f->platforms);
    intern_release(&f->strings);
    arena_release(&f->arena);
}
