/*
 * rule_card_count.c - more cards charged than the instance has.
 *
 * How many it has is said by the config, else by the spec text of the same line.
 */
#include "audit/audit.h"
#include "audit/finding.h"
#include "base/map.h"
#include "ledger/line_fact.h"
#include "parsers/line_told.h"

static const struct setting settings[] = {
    { .name = NULL },
};

/* Cards of the line's instance, 0 where nothing tells. */
static unsigned
cards_of_instance(const struct audit *a, const struct ledger_line *line)
{
    const struct config_instance *known = audit_instance(a, ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_INSTANCE_ID));

    if (known && known->gpu_count > 0)
        return known->gpu_count;
    return a->in.formats ? line_spec_cards(line, a->in.formats->gpu_types) : 0;
}

struct card_check {
    const struct audit *a;
    struct findings *f;
    struct map cards; /* struct ledger_facets -> cards_of_instance(), which they decide alone */
};

static int
check_line(struct card_check *c, uint32_t index, struct err *e)
{
    const struct ledger_line *line = audit_line(c->a, index);
    uint32_t charged = line_cards(line, NULL);
    struct finding *found;
    struct map_entry *entry;
    uint32_t cards;
    bool is_new;

    if (charged == 0)
        return 0;
    entry = map_put(&c->cards, (struct sv){ (const char *)&line->facets, sizeof(line->facets) },
        &is_new);
    if (!entry)
        return err_nomem(e);
    if (is_new)
        entry->value.number = cards_of_instance(c->a, line);
    cards = (uint32_t)entry->value.number;
    if (cards == 0 || charged <= cards)
        return 0;
    found = finding_of_line(c->f, CERTAIN, index, e);
    if (!found ||
        finding_claim_amount(c->f, found, index,
            fraction_share(ledger_billed(line), fraction_of(charged - cards, charged)), e) ||
        finding_set_amount(c->f, found, "charged", money_of(charged), e) ||
        finding_set_amount(c->f, found, "cards", money_of(cards), e))
        return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct card_check c = { .a = a, .f = f };
    const struct audit_lines *lines = &a->judged_of[CATEGORY_GPU];
    int result = 0;

    (void)s;
    for (size_t i = 0; i < lines->n && result == 0; i++)
        result = check_line(&c, lines->at[i], e);
    map_release(&c.cards);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], charged[MONEY_TEXT_MAX], cards[MONEY_TEXT_MAX];

    (void)a;
    message_set_whole(message, N_("%s was charged for %s cards and has %s: %s too much."), f->name,
        money_format(charged, finding_fact(f, "charged").amount),
        money_format(cards, finding_fact(f, "cards").amount),
        finding_money_text(leak, f->leak, f->currency));
    message_set_whole(advice,
        N_("Send the rows to the platform's support and ask for %s back."), leak);
}

const struct rule rule_card_count = {
    .id = "card-count",
    .title = N_("More cards charged than there are"),
    .order = 12,
    .finds = N_("GPU charges for more cards than the instance has."),
    .needs = N_("The number of cards charged, and the instance's own: from the config "
        "(instances[].gpu_count) or from the spec text of the same line."),
    .formula = N_("billed x surplus cards / cards charged"),
    .working = N_("{row.billed} x ({row.cards} - {#cards}) / {row.cards} cards = {row.leak} in "
        "the largest row"),
    .example = N_("An hour of 2 cards for 3.76, on an instance that has 1: 3.76 x 1 / 2 = 1.88 "
        "leaks."),
    .advice = N_("Ask the platform for the difference."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
