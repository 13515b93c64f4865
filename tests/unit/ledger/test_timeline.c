/*
 * test_timeline.c - runs, states, use: what is known of instances over time.
 */
#include "bills.h"
#include "ledger/timeline.h"

struct known {
    struct bills bills;
    uint32_t input;
    struct observations observations;
    struct timeline timeline;
};

static void
known_init(struct known *k)
{
    memset(k, 0, sizeof(*k));
    bills_init(&k->bills);
    k->input = bills_input(&k->bills, "a.csv", "gpubill-simple");
    observations_init(&k->observations);
}

static void
known_build(struct known *k)
{
    const struct timeline_options options = TIMELINE_OPTIONS;
    struct err e = ERR_INIT;

    observations_sort(&k->observations);
    assert_int_equal(timeline_build(&k->timeline, &k->bills.ledger, &k->observations, &options,
        &e), 0);
}

static void
known_release(struct known *k)
{
    timeline_release(&k->timeline);
    observations_release(&k->observations);
    bills_release(&k->bills);
}

/* A gpu charge of i-1 on 1 March, from and to given as "HH:MM". */
static void
add_run(struct known *k, const char *from, const char *to)
{
    char start[32], end[32];

    (void)snprintf(start, sizeof(start), "2026-03-01 %s:00", from);
    (void)snprintf(end, sizeof(end), "2026-03-01 %s:00", to);
    bills_row(&k->bills, k->input,
        (struct bill_row){ .instance = "i-1", .start = start, .end = end });
}

static void
add_state(struct known *k, const char *account, enum instance_state state, const char *from,
    const char *to)
{
    struct observation row = { .kind = INPUT_STATES, .platform = SV("autodl"),
        .account = sv_of(account), .instance = SV("i-1"), .state = state,
        .from = bills_time(from), .to = bills_time(to), .line = k->observations.states.n + 2 };
    struct err e = ERR_INIT;

    assert_int_equal(observations_add(&k->observations, k->input, &row, &e), 0);
}

static void
add_sample(struct known *k, const char *platform, const char *gpu, const char *at,
    const char *utilisation)
{
    struct observation row = { .kind = INPUT_USAGE, .platform = sv_of(platform),
        .instance = SV("i-1"), .gpu = sv_of(gpu), .has_utilisation = utilisation != NULL,
        .from = bills_time(at) };
    struct err e = ERR_INIT;

    if (utilisation)
        row.utilisation = bills_money(utilisation);
    assert_int_equal(observations_add(&k->observations, k->input, &row, &e), 0);
}

/* ${s} is, in hours and minutes of 1 March in China, "HH:MM-HH:MM ...". */
#define assert_spans(s, text) check_spans((s), (text), __FILE__, __LINE__)

static void
check_spans(const struct spans *s, const char *text, const char *file, int line)
{
    char got[512] = "", from[TIME_TEXT_MAX], to[TIME_TEXT_MAX];
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        (void)time_format_zone(from, s->at[i].from, 480);
        (void)time_format_zone(to, s->at[i].to == INT64_MAX ? bills_time("2026-03-09 09:09:00") :
            s->at[i].to, 480);
        n += (size_t)snprintf(got + n, sizeof(got) - n, "%s%.5s-%.5s", i ? " " : "", from + 11,
            to + 11);
    }
    if (strcmp(got, text) == 0)
        return;
    print_error("spans are '%s', not '%s'\n", got, text);
    _fail(file, line);
}

static void
runs_are_joined_from_compute_lines(void **state)
{
    struct known k;

    (void)state;
    known_init(&k);
    add_run(&k, "12:00", "13:00");
    add_run(&k, "08:00", "09:00");
    add_run(&k, "09:00", "10:30");
    bills_row(&k.bills, k.input, (struct bill_row){ .instance = "i-1",
        .category = CATEGORY_DATA_DISK, .start = "2026-03-01 10:00:00",
        .end = "2026-03-01 12:00:00" });
    bills_row(&k.bills, k.input, (struct bill_row){ .instance = "i-1", .state = STATE_STOPPED,
        .start = "2026-03-01 14:00:00", .end = "2026-03-01 15:00:00" });
    bills_row(&k.bills, k.input, (struct bill_row){ .instance = "i-2",
        .start = "2026-03-01 14:00:00" });
    known_build(&k);
    assert_int_equal(k.timeline.instances.n, 2);
    assert_int_equal(k.timeline.instances.at[0].line_count, 5);
    assert_spans(&k.timeline.instances.at[0].runs[RUNS_ANY], "08:00-10:30 12:00-13:00");
    assert_spans(&k.timeline.instances.at[1].runs[RUNS_ANY], "");
    assert_true(k.timeline.instances.at[1].has_compute);
    assert_ptr_equal(timeline_of(&k.timeline, 5), &k.timeline.instances.at[1]);
    known_release(&k);
}

static void
a_state_log_cuts_what_bills_say(void **state)
{
    struct known k;
    const struct timeline_instance *i;

    (void)state;
    known_init(&k);
    add_run(&k, "08:00", "18:00");
    add_state(&k, "", STATE_RUNNING, "2026-03-01 09:00:00", NULL);
    add_state(&k, "", STATE_NO_GPU, "2026-03-01 10:00:00", NULL);
    add_state(&k, "", STATE_STOPPED, "2026-03-01 12:00:00", "2026-03-01 15:00:00");
    add_state(&k, "other", STATE_STOPPED, "2026-03-01 08:00:00", "2026-03-01 15:00:00");
    known_build(&k);
    i = &k.timeline.instances.at[0];
    assert_spans(&i->logged, "09:00-15:00");
    assert_spans(&i->runs[RUNS_ANY], "08:00-12:00 15:00-18:00");
    assert_spans(&i->runs[RUNS_GPU], "08:00-10:00 15:00-18:00");
    assert_int_equal(timeline_state_at(i, bills_time("2026-03-01 11:00:00"))->state, STATE_NO_GPU);
    assert_null(timeline_state_at(i, bills_time("2026-03-01 15:00:00")));
    known_release(&k);
}

static void
a_later_entry_holds_while_it_lasts_and_then_the_earlier_again(void **state)
{
    struct known k;

    (void)state;
    known_init(&k);
    add_run(&k, "08:00", "09:00");
    add_state(&k, "", STATE_RUNNING, "2026-03-01 09:00:00", "2026-03-01 20:00:00");
    add_state(&k, "", STATE_STOPPED, "2026-03-01 12:00:00", "2026-03-01 13:00:00");
    known_build(&k);
    assert_spans(&k.timeline.instances.at[0].runs[RUNS_ANY], "08:00-12:00 13:00-20:00");
    known_release(&k);
}

static void
a_log_without_an_end_says_running_only_as_long_as_something_shows_it(void **state)
{
    struct known k;
    const struct timeline_instance *i;

    (void)state;
    known_init(&k);
    add_run(&k, "08:00", "09:00");
    add_state(&k, "", STATE_RUNNING, "2026-03-01 07:00:00", NULL);
    add_sample(&k, "", "0", "2026-03-01 10:00:00", "50");
    add_sample(&k, "", "0", "2026-03-01 10:30:00", "50");
    known_build(&k);
    i = &k.timeline.instances.at[0];
    assert_spans(&i->runs[RUNS_GPU], "07:00-11:00");
    assert_spans(&i->undecided, "11:00-09:09");
    known_release(&k);
}

static void
unlocated_lines_share_the_time_that_nothing_else_explains(void **state)
{
    struct known k;
    const struct timeline_instance *i;

    (void)state;
    known_init(&k);
    add_run(&k, "10:00", "12:00");
    for (unsigned n = 0; n < 2; n++)
        bills_row(&k.bills, k.input, (struct bill_row){ .instance = "i-1", .used = "8",
            .used_unit = "Hours", .start = "2026-03-01 08:00:00", .end = "2026-03-01 20:00:00" });
    known_build(&k);
    i = &k.timeline.instances.at[0];
    assert_spans(&i->runs[RUNS_ANY], "10:00-12:00");
    assert_int_equal(i->unlocated.n, 2);
    /* Twice 8 of 12 hours, at most the whole. */
    assert_true(fraction_is_one(i->unlocated.at[0].weight));
    assert_int_equal(i->unlocated.at[1].span.from, bills_time("2026-03-01 12:00:00"));
    known_release(&k);
}

static void
a_sample_speaks_up_to_the_next_but_not_across_a_gap(void **state)
{
    static const struct { const char *at, *utilisation; } samples[] = {
        { "10:00", "0" }, { "10:05", "0" }, { "10:05", "3" }, { "10:10", "0" }, { "10:15", "70" },
        { "10:20", "0" }, { "11:00", "0" }, { "11:05", NULL }, { "11:10", "0" }, { "11:15", "0" },
        { "11:20", "0" },
    };
    struct known k;
    const struct gpu_series *s;

    (void)state;
    known_init(&k);
    add_run(&k, "10:00", "12:00");
    for (size_t i = 0; i < COUNT(samples); i++) {
        char at[32];

        (void)snprintf(at, sizeof(at), "2026-03-01 %s:00", samples[i].at);
        add_sample(&k, i % 2 ? "autodl" : "", "0", at, samples[i].utilisation);
    }
    add_sample(&k, "autodl", "1", "2026-03-01 10:00:00", NULL);
    known_build(&k);
    assert_int_equal(k.timeline.instances.at[0].series_count, 1);
    s = &k.timeline.instances.at[0].series[0];
    assert_int_equal(s->n, 9);
    assert_int_equal(s->points[1].utilisation, 300);
    assert_int_equal(s->spacing, 5 * TIME_MINUTE);
    assert_int_equal(s->max_gap, 10 * TIME_MINUTE);
    assert_spans(&s->speaking.spans, "10:00-10:30 11:00-11:25");
    assert_spans(&s->idle.spans, "10:00-10:15 11:00-11:25");
    assert_int_equal(timeline_cards(&k.timeline, 0), 1);
    known_release(&k);
}

/* The mean of a job says nothing of the time behind its end, however far the next job is. */
static void
a_mean_speaks_up_to_its_end(void **state)
{
    static const struct { const char *from, *to; } means[] = {
        { "2026-03-01 10:00:00", "2026-03-01 10:30:00" },
        { "2026-03-01 11:00:00", "2026-03-01 11:45:00" },
        { "2026-03-01 11:30:00", "2026-03-01 11:50:00" },
    };
    struct known k;
    const struct gpu_series *s;
    struct err e = ERR_INIT;

    (void)state;
    known_init(&k);
    add_run(&k, "10:00", "12:00");
    for (size_t i = 0; i < COUNT(means); i++) {
        struct observation row = { .kind = INPUT_USAGE, .platform = SV("autodl"),
            .instance = SV("i-1"), .gpu = SV("0"), .has_utilisation = true,
            .from = bills_time(means[i].from), .to = bills_time(means[i].to) };

        assert_int_equal(observations_add(&k.observations, k.input, &row, &e), 0);
    }
    known_build(&k);
    s = &k.timeline.instances.at[0].series[0];
    assert_spans(&s->speaking.spans, "10:00-10:30 11:00-11:50");
    assert_spans(&s->idle.spans, "10:00-10:30 11:00-11:50");
    known_release(&k);
}

static void
the_longest_gap_follows_the_spacing(void **state)
{
    static const struct { unsigned seconds; int64_t gap; } cases[] = {
        { 60, 3 * TIME_MINUTE },
        { 200, 10 * TIME_MINUTE },
        { 300, 10 * TIME_MINUTE },
        { 600, 15 * TIME_MINUTE },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct known k;

        known_init(&k);
        add_run(&k, "10:00", "12:00");
        for (unsigned n = 0; n < 4; n++) {
            char at[TIME_TEXT_MAX];
            int64_t time = bills_time("2026-03-01 10:00:00") + n * cases[i].seconds * TIME_SECOND;

            add_sample(&k, "", "0", time_format(at, time), "50");
        }
        known_build(&k);
        assert_int_equal(k.timeline.instances.at[0].series[0].max_gap, cases[i].gap);
        known_release(&k);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_joined_from_compute_lines),
        cmocka_unit_test(a_state_log_cuts_what_bills_say),
        cmocka_unit_test(a_later_entry_holds_while_it_lasts_and_then_the_earlier_again),
        cmocka_unit_test(a_log_without_an_end_says_running_only_as_long_as_something_shows_it),
        cmocka_unit_test(unlocated_lines_share_the_time_that_nothing_else_explains),
        cmocka_unit_test(a_sample_speaks_up_to_the_next_but_not_across_a_gap),
        cmocka_unit_test(a_mean_speaks_up_to_its_end),
        cmocka_unit_test(the_longest_gap_follows_the_spacing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
