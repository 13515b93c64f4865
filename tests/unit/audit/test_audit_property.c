/*
 * test_audit_property.c - laws that hold for every ledger, tried on many random ones.
 *
 * Over all rules, with states, samples and a config: the sum of nets over a line never exceeds what
 * it billed (audit_check()); the order of rows and files changes nothing; what is waived claims all
 * the same; what is disabled claims nothing. Starts and amounts differ from row to row, so that
 * no tie is left to input order.
 */
#include <stdlib.h>

#include "audited.h"

#define LEDGERS 150
#define ROWS_MAX 40
#define RULES_MAX 24 /* by order; custom rules come behind the others */

/* Of the rules that leave a remainder to the last line in input order. */
#define WITHOUT_REMAINDERS "\"rules\": {\"cheaper-elsewhere\": {\"enabled\": false}}, "
#define MODEL "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", "
#define PRICES \
    "\"price_book\": [" MODEL "\"unit\": \"hour\", \"price\": \"0.50\"}, " MODEL \
    "\"unit\": \"day\", \"price\": \"3\", \"pricing\": \"prepaid\"}, " \
    "{\"platform\": \"autodl\", \"category\": \"cpu\", \"unit\": \"hour\", \"price\": \"0.10\"}], "
#define CUSTOM \
    "\"instances\": [{\"platform\": \"autodl\", \"instance\": \"i-0\", \"gpu_count\": 1}], " \
    "\"custom_rules\": [{\"id\": \"custom:gpu\", \"where\": [{\"field\": \"category\", " \
    "\"is\": \"gpu\"}], \"leak\": {\"share\": \"0.37\"}}]"

/* xorshift64*: the same numbers on every machine. */
static uint64_t
next_number(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static unsigned
below(uint64_t *state, unsigned n)
{
    return (unsigned)(next_number(state) >> 33) % n;
}

struct random_row {
    struct bill_row row;
    unsigned file;
    char instance[16], resource[16], id[16], order[16], start[24], end[24], billed[24], used[8],
        name[16];
};

struct random_ledger {
    struct random_row rows[ROWS_MAX];
    unsigned n;
    uint64_t observed; /* what the states and samples are made from */
};

static void
make_time(char out[24], uint64_t *state, unsigned day, unsigned hour, unsigned second)
{
    (void)snprintf(out, 24, "2026-03-%02u %02u:%02u:%02u", day, hour, below(state, 4) * 15, second);
}

static void
make_row(struct random_row *r, uint64_t *state, unsigned number)
{
    static const enum category categories[] = { CATEGORY_GPU, CATEGORY_GPU, CATEGORY_CPU,
        CATEGORY_DATA_DISK, CATEGORY_SYSTEM_DISK, CATEGORY_FILE_STORAGE, CATEGORY_TRAFFIC,
        CATEGORY_PUBLIC_ADDRESS, CATEGORY_SNAPSHOT, CATEGORY_IMAGE };
    static const char *const cards[] = { NULL, "1", "2", "4" };
    unsigned day = 1 + below(state, 5), hour = below(state, 20);

    memset(r, 0, sizeof(*r));
    (void)snprintf(r->instance, sizeof(r->instance), "i-%u", below(state, 3));
    (void)snprintf(r->resource, sizeof(r->resource), "r-%u", below(state, 3));
    (void)snprintf(r->name, sizeof(r->name), "train%s%c", below(state, 2) ? "-copy" : "",
        r->instance[2]);
    (void)snprintf(r->id, sizeof(r->id), "L%u", number);
    (void)snprintf(r->order, sizeof(r->order), "O%u", below(state, 6));
    make_time(r->start, state, day, hour, number);
    make_time(r->end, state, day + below(state, 2), hour + 1 + below(state, 3), 0);
    (void)snprintf(r->billed, sizeof(r->billed), "%u.%06u%09u", below(state, 20),
        below(state, 1000000), number + 1);
    (void)snprintf(r->used, sizeof(r->used), "0.%u", 1 + below(state, 9));
    r->file = below(state, 3);
    r->row = (struct bill_row){ .instance = below(state, 8) ? r->instance : NULL,
        .resource = below(state, 2) ? r->resource : NULL, .id = r->id, .order = r->order,
        .item = "item", .start = r->start, .end = below(state, 10) ? r->end : NULL,
        .name = r->name, .model = below(state, 3) ? "RTX 4090" : "H100 80GB",
        .platform = below(state, 5) ? NULL : "matpool", .billed = r->billed,
        .cards = cards[below(state, 4)],
        .category = categories[below(state, COUNT(categories))] };
    if (below(state, 6) == 0) {
        r->row.used = r->used;
        r->row.used_unit = "Hours";
    }
    if (below(state, 8) == 0) {
        r->row.entry = ENTRY_REFUND;
        memmove(r->billed + 1, r->billed, sizeof(r->billed) - 2);
        r->billed[0] = '-';
    }
    if (below(state, 9) == 0)
        r->row.pricing = PRICING_COMMITTED;
    if (below(state, 9) == 0)
        r->row.state = below(state, 2) ? STATE_STOPPED : STATE_UNATTACHED;
    if (below(state, 3) == 0) {
        r->row.price = below(state, 2) ? "1.88" : "0.001";
        r->row.quantity = below(state, 2) ? "1.00" : "3";
        r->row.unit = "Hours";
        r->row.discount = below(state, 2) ? "0.10" : NULL;
    }
}

static void
make_ledger(struct random_ledger *l, uint64_t *state, bool with_refunds)
{
    l->n = 1 + below(state, ROWS_MAX);
    l->observed = next_number(state) | 1;
    for (unsigned i = 0; i < l->n; i++) {
        struct random_row *r = &l->rows[i];

        do
            make_row(r, state, i);
        while (!with_refunds && r->row.entry == ENTRY_REFUND);
    }
}

/* Samples of every card from the start of a charge of ${instance} on, idle at first. */
static void
add_idle_start(struct audited *x, const struct random_ledger *l, const char *instance)
{
    static const char *const gpus[] = { "0", "1", "2", "3" };

    for (unsigned i = 0; i < l->n; i++) {
        const struct bill_row *row = &l->rows[i].row;
        unsigned cards = row->cards ? (unsigned)(row->cards[0] - '0') : 1;

        if (row->category != CATEGORY_GPU || !row->instance ||
            strcmp(row->instance, instance) != 0)
            continue;
        for (unsigned gpu = 0; gpu < cards; gpu++)
            audited_samples(x, instance, gpus[gpu], row->start, 12, 300, "0");
        return;
    }
}

/* Samples and states of the instances, the same for each order of rows. */
static void
add_observations(struct audited *x, const struct random_ledger *l)
{
    uint64_t state = l->observed;

    for (unsigned i = 0; i < 3; i++) {
        char instance[16], from[24], to[24];

        (void)snprintf(instance, sizeof(instance), "i-%u", i);
        if (below(&state, 3) == 0) {
            add_idle_start(x, l, instance);
            continue;
        }
        for (unsigned gpu = 0; gpu < below(&state, 3); gpu++) {
            make_time(from, &state, 1 + below(&state, 4), below(&state, 20), 0);
            audited_samples(x, instance, gpu ? "1" : "0", from, 20 + below(&state, 100), 300,
                ((const char *[]){ "0", "20", "80" })[below(&state, 3)]);
        }
        if (below(&state, 2))
            continue;
        make_time(from, &state, 1 + below(&state, 2), below(&state, 20), 0);
        make_time(to, &state, 3 + below(&state, 2), below(&state, 20), 0);
        audited_state(x, instance, STATE_RUNNING, from, NULL);
        audited_state(x, instance, below(&state, 2) ? STATE_STOPPED : STATE_RELEASED, to, NULL);
    }
}

/* Judge ${l}, its rows in an order that ${shuffle} gives, the files by names that it gives. */
static void
judge(struct audited *x, const struct random_ledger *l, uint64_t shuffle, const char *config,
    const char *only)
{
    static const char *const paths[] = { "b.csv", "c.csv", "d.csv" };
    unsigned order[ROWS_MAX];
    uint32_t inputs[3];

    for (unsigned i = 0; i < l->n; i++)
        order[i] = i;
    for (unsigned i = l->n; shuffle && i > 1; i--) {
        unsigned k = below(&shuffle, i), kept = order[i - 1];

        order[i - 1] = order[k];
        order[k] = kept;
    }
    audited_init(x);
    audited_config(x, config);
    for (unsigned f = 0; f < 3; f++) {
        unsigned file = shuffle ? 2 - f : f;

        inputs[file] = bills_input(&x->bills, paths[f], "gpubill-simple");
        /* Lines of one input stand together, as they do in every ledger. */
        for (unsigned i = 0; i < l->n; i++) {
            struct bill_row row = l->rows[order[i]].row;

            row.id = l->rows[order[i]].id;
            row.line = 1000 + order[i];
            if (l->rows[order[i]].file == file)
                bills_row(&x->bills, inputs[file], row);
        }
    }
    add_observations(x, l);
    audited_run(x, only);
}

/* What was found, by what the lines are and not by where they stand. */
static void
say_findings(struct audited *x, char text[AUDITED_TEXT_MAX])
{
    for (size_t i = 0; i < x->audit.findings.n; i++) {
        struct finding *f = x->audit.findings.at[i];

        for (size_t a = 0; a < f->lines.n; a++)
            for (size_t b = a + 1; b < f->lines.n; b++)
                if (audit_line(&x->audit, f->lines.at[b].line)->source_line <
                    audit_line(&x->audit, f->lines.at[a].line)->source_line) {
                    struct finding_line kept = f->lines.at[a];

                    f->lines.at[a] = f->lines.at[b];
                    f->lines.at[b] = kept;
                }
    }
    audited_text(x, text);
}

static void
nets_stay_within_lines_and_order_changes_nothing(void **state)
{
    uint64_t random = UINT64_C(88172645463325252);
    size_t found = 0;

    (void)state;
    for (unsigned ledger = 0; ledger < LEDGERS; ledger++) {
        struct random_ledger l;
        uint64_t shuffle = next_number(&random) | 1;
        char text[AUDITED_TEXT_MAX], shuffled[AUDITED_TEXT_MAX];
        struct audited x;

        make_ledger(&l, &random, true);
        judge(&x, &l, 0, "{" WITHOUT_REMAINDERS CUSTOM "}", NULL);
        say_findings(&x, text);
        audited_release(&x);
        judge(&x, &l, shuffle, "{" WITHOUT_REMAINDERS CUSTOM "}", NULL);
        say_findings(&x, shuffled);
        audited_release(&x);
        assert_string_equal(text, shuffled);
        found += strlen(text) > 0;
    }
    assert_true(found > LEDGERS / 2);
}

/* What each rule nets of each line, and whether it found it at all. */
struct claimed {
    struct { money_int leak, net; bool is_there; } of[ROWS_MAX][RULES_MAX];
    money_int listed, waived; /* sums of nets: of all, and of those that are waived */
};

static void
read_claims(const struct audited *x, struct claimed *c)
{
    memset(c, 0, sizeof(*c));
    for (size_t i = 0; i < x->audit.findings.n; i++) {
        const struct finding *f = x->audit.findings.at[i];

        assert_true(f->order < RULES_MAX);
        for (size_t k = 0; k < f->lines.n; k++) {
            const struct finding_line *line = &f->lines.at[k];
            uint64_t row = audit_line(&x->audit, line->line)->source_line - 1000;

            c->of[row][f->order].is_there = true;
            c->of[row][f->order].leak += line->leak.units;
            c->of[row][f->order].net += line->net.units;
        }
        *(f->is_waived ? &c->waived : &c->listed) += f->net.units;
    }
}

static money_int
sum_of_leaks(const struct audited *x)
{
    money_int sum = 0;

    for (size_t i = 0; i < x->audit.leaks.n; i++)
        sum += x->audit.leaks.at[i].net.units;
    return sum;
}

static void
what_is_waived_claims_all_the_same(void **state)
{
    uint64_t random = UINT64_C(362436069362436069);
    size_t waived = 0;

    (void)state;
    for (unsigned ledger = 0; ledger < LEDGERS; ledger++) {
        const struct rule *rule = rule_at(below(&random, (unsigned)rule_count()));
        struct claimed plain, with_waiver;
        struct random_ledger l;
        struct audited x;
        char config[2048];

        make_ledger(&l, &random, true);
        judge(&x, &l, 0, "{" PRICES CUSTOM "}", NULL);
        read_claims(&x, &plain);
        assert_true(sum_of_leaks(&x) == plain.listed && plain.waived == 0);
        audited_release(&x);
        (void)snprintf(config, sizeof(config), "{" PRICES CUSTOM ", \"waivers\": [{\"rule\": "
            "\"%s\", \"reason\": \"known\"}]}", rule->id);
        judge(&x, &l, 0, config, NULL);
        read_claims(&x, &with_waiver);
        assert_true(sum_of_leaks(&x) == with_waiver.listed);
        audited_release(&x);
        assert_memory_equal(plain.of, with_waiver.of, sizeof(plain.of));
        assert_true(plain.listed == with_waiver.listed + with_waiver.waived);
        waived += with_waiver.waived > 0;
    }
    assert_true(waived > LEDGERS / 10);
}

static void
what_is_disabled_claims_nothing(void **state)
{
    uint64_t random = UINT64_C(521288629521288629);
    bool has_found[RULES_MAX] = { false };
    size_t kinds = 0;

    (void)state;
    for (unsigned ledger = 0; ledger < LEDGERS; ledger++) {
        unsigned off = below(&random, (unsigned)rule_count());
        struct claimed all, without, alone;
        struct random_ledger l;
        struct audited x;
        char config[2048];

        make_ledger(&l, &random, false);
        judge(&x, &l, 0, "{" PRICES CUSTOM "}", NULL);
        read_claims(&x, &all);
        audited_release(&x);
        (void)snprintf(config, sizeof(config), "{" PRICES CUSTOM ", \"rules\": {\"%s\": "
            "{\"enabled\": false}}}", rule_at(off)->id);
        judge(&x, &l, 0, config, NULL);
        read_claims(&x, &without);
        audited_release(&x);
        judge(&x, &l, 0, "{" PRICES "\"custom_rules\": []}", rule_at(off)->id);
        read_claims(&x, &alone);
        audited_release(&x);
        for (unsigned row = 0; row < l.n; row++) {
            for (unsigned r = 0; r < off; r++)
                assert_true(all.of[row][r].net == without.of[row][r].net);
            assert_false(without.of[row][off].is_there);
            /* Alone, and with no refunds, it nets all that leaks; minimum-billing is two kinds. */
            if (strcmp(rule_at(off)->id, "minimum-billing") != 0)
                assert_true(alone.of[row][off].net == alone.of[row][off].leak);
            for (unsigned r = 0; r < RULES_MAX; r++)
                has_found[r] |= all.of[row][r].is_there;
        }
    }
    for (unsigned r = 0; r < RULES_MAX; r++)
        kinds += has_found[r];
    /* All but spend-jump, which needs a month before, and balance-gap, which needs balances. */
    assert_int_equal(kinds, rule_count() - 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_stay_within_lines_and_order_changes_nothing),
        cmocka_unit_test(what_is_waived_claims_all_the_same),
        cmocka_unit_test(what_is_disabled_claims_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
