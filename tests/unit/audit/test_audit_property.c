/*
 * test_audit_property.c - laws that hold for every ledger, tried on many random ones.
 *
 * The sum of nets over a line never exceeds what it billed (audit_check()), and the order of rows
 * and files changes nothing. Amounts differ from row to row, so that no tie is left to input order.
 */
#include <stdlib.h>

#include "audited.h"

#define LEDGERS 150
#define ROWS_MAX 40

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
    char instance[16], resource[16], id[16], order[16], start[24], end[24], billed[24], used[8];
};

static void
make_time(char out[24], uint64_t *state, unsigned day, unsigned hour)
{
    (void)snprintf(out, 24, "2026-03-%02u %02u:%02u:00", day, hour, below(state, 4) * 15);
}

static void
make_row(struct random_row *r, uint64_t *state, unsigned number)
{
    static const enum category categories[] = { CATEGORY_GPU, CATEGORY_GPU, CATEGORY_CPU,
        CATEGORY_DATA_DISK, CATEGORY_SYSTEM_DISK, CATEGORY_FILE_STORAGE, CATEGORY_TRAFFIC,
        CATEGORY_PUBLIC_ADDRESS, CATEGORY_SNAPSHOT };
    static const char *const cards[] = { NULL, "1", "2", "4" };
    unsigned day = 1 + below(state, 5), hour = below(state, 20);

    memset(r, 0, sizeof(*r));
    (void)snprintf(r->instance, sizeof(r->instance), "i-%u", below(state, 3));
    (void)snprintf(r->resource, sizeof(r->resource), "r-%u", below(state, 3));
    (void)snprintf(r->id, sizeof(r->id), "L%u", number);
    (void)snprintf(r->order, sizeof(r->order), "O%u", below(state, 6));
    make_time(r->start, state, day, hour);
    make_time(r->end, state, day + below(state, 2), hour + 1 + below(state, 3));
    (void)snprintf(r->billed, sizeof(r->billed), "%u.%06u%09u", below(state, 20),
        below(state, 1000000), number + 1);
    (void)snprintf(r->used, sizeof(r->used), "0.%u", 1 + below(state, 9));
    r->file = below(state, 3);
    r->row = (struct bill_row){ .instance = below(state, 8) ? r->instance : NULL,
        .resource = below(state, 2) ? r->resource : NULL, .id = r->id, .order = r->order,
        .item = "item", .start = r->start, .end = below(state, 10) ? r->end : NULL,
        .billed = r->billed, .cards = cards[below(state, 4)],
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
        r->row.state = STATE_STOPPED;
}

/* Samples and states of the instances, the same for each order of rows. */
static void
add_observations(struct audited *x, uint64_t state)
{
    for (unsigned i = 0; i < 3; i++) {
        char instance[16], from[24], to[24];

        (void)snprintf(instance, sizeof(instance), "i-%u", i);
        for (unsigned gpu = 0; gpu < below(&state, 3); gpu++) {
            make_time(from, &state, 1 + below(&state, 4), below(&state, 20));
            audited_samples(x, instance, gpu ? "1" : "0", from, 20 + below(&state, 100), 300,
                below(&state, 2) ? "0" : "80");
        }
        if (below(&state, 2))
            continue;
        make_time(from, &state, 1 + below(&state, 2), below(&state, 20));
        make_time(to, &state, 3 + below(&state, 2), below(&state, 20));
        audited_state(x, instance, STATE_RUNNING, from, NULL);
        audited_state(x, instance, below(&state, 2) ? STATE_STOPPED : STATE_RELEASED, to, NULL);
    }
}

/* Judge the rows in an order that ${shuffle} gives, the files by names that it gives. */
static void
judge(const struct random_row *rows, unsigned n, uint64_t observed, uint64_t shuffle,
    char text[AUDITED_TEXT_MAX])
{
    static const char *const paths[] = { "b.csv", "c.csv", "d.csv" };
    unsigned order[ROWS_MAX];
    uint32_t inputs[3];
    struct audited x;

    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    for (unsigned i = n; shuffle && i > 1; i--) {
        unsigned k = below(&shuffle, i), kept = order[i - 1];

        order[i - 1] = order[k];
        order[k] = kept;
    }
    audited_init(&x);
    audited_config(&x, "{\"custom_rules\": [{\"id\": \"custom:gpu\", \"where\": "
        "[{\"field\": \"category\", \"is\": \"gpu\"}], \"leak\": {\"share\": \"0.37\"}}]}");
    for (unsigned f = 0; f < 3; f++) {
        unsigned file = shuffle ? 2 - f : f;

        inputs[file] = bills_input(&x.bills, paths[f], "gpubill-simple");
        /* Lines of one input stand together, as they do in every ledger. */
        for (unsigned i = 0; i < n; i++) {
            struct bill_row row = rows[order[i]].row;

            row.line = 1000 + order[i];
            if (rows[order[i]].file == file)
                bills_row(&x.bills, inputs[file], row);
        }
    }
    add_observations(&x, observed);
    audited_run(&x, NULL);
    for (size_t i = 0; i < x.audit.findings.n; i++) {
        struct finding *f = x.audit.findings.at[i];

        /* By what the lines are, not by where they stand. */
        for (size_t a = 0; a < f->lines.n; a++)
            for (size_t b = a + 1; b < f->lines.n; b++)
                if (audit_line(&x.audit, f->lines.at[b].line)->source_line <
                    audit_line(&x.audit, f->lines.at[a].line)->source_line) {
                    struct finding_line kept = f->lines.at[a];

                    f->lines.at[a] = f->lines.at[b];
                    f->lines.at[b] = kept;
                }
    }
    audited_text(&x, text);
    audited_release(&x);
}

static void
nets_stay_within_lines_and_order_changes_nothing(void **state)
{
    uint64_t random = UINT64_C(88172645463325252);
    size_t found = 0;

    (void)state;
    for (unsigned ledger = 0; ledger < LEDGERS; ledger++) {
        struct random_row rows[ROWS_MAX];
        unsigned n = 1 + below(&random, ROWS_MAX);
        uint64_t observed = next_number(&random) | 1, shuffle = next_number(&random) | 1;
        char text[AUDITED_TEXT_MAX], shuffled[AUDITED_TEXT_MAX];

        for (unsigned i = 0; i < n; i++) {
            make_row(&rows[i], &random, i);
            rows[i].row.id = rows[i].id;
        }
        judge(rows, n, observed, 0, text);
        judge(rows, n, observed, shuffle, shuffled);
        assert_string_equal(text, shuffled);
        found += strlen(text) > 0;
    }
    assert_true(found > LEDGERS / 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_stay_within_lines_and_order_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
