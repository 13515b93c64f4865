#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ledger/observation.h"

static struct observation
state_row(const char *instance, int64_t from, enum instance_state state, uint64_t line)
{
    return (struct observation){
        .kind = INPUT_STATES,
        .platform = SV("autodl"),
        .account = SV(""),
        .instance = sv_of(instance),
        .state = state,
        .from = from,
        .to = TIME_NONE,
        .line = line,
    };
}

static struct observation
usage_row(const char *utilisation, int64_t time, uint64_t line)
{
    struct err e = ERR_INIT;
    struct observation row = {
        .kind = INPUT_USAGE,
        .platform = SV(""),
        .instance = SV("gpu-01"),
        .gpu = SV("0"),
        .from = time,
        .line = line,
    };

    row.has_utilisation = utilisation != NULL;
    if (utilisation)
        assert_int_equal(money_parse(&row.utilisation, sv_of(utilisation), &e), 0);
    return row;
}

static void
keeps_utilisation_in_hundredths_and_marks_what_is_no_value(void **state)
{
    static const struct {
        const char *text;
        int32_t kept;
    } cases[] = {
        { "0", 0 }, { "100", 10000 }, { "37.5", 3750 }, { "0.004", 0 }, { "0.005", 1 },
        { "99.999", 10000 }, { NULL, -1 }, { "100.1", -1 }, { "-1", -1 },
    };
    struct observations o;
    struct err e = ERR_INIT;

    (void)state;
    observations_init(&o);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct observation row = usage_row(cases[i].text, 0, i);

        assert_int_equal(observations_add(&o, 0, &row, &e), 0);
        assert_int_equal(o.samples.at[i].utilisation, cases[i].kept);
    }
    assert_int_equal(o.states.n, 0);
    observations_release(&o);
}

static void
tells_unknown_memory_and_power_from_zero(void **state)
{
    struct observation row = usage_row("5", 1000, 2);
    struct observations o;
    struct err e = ERR_INIT;

    (void)state;
    observations_init(&o);
    assert_int_equal(observations_add(&o, 0, &row, &e), 0);
    row.has_memory_used = row.has_memory_total = row.has_power = true;
    row.memory_total = money_of(24564);
    assert_int_equal(money_parse(&row.power, SV("71.25"), &e), 0);
    assert_int_equal(observations_add(&o, 0, &row, &e), 0);

    assert_int_equal(o.samples.at[0].memory_used, -1);
    assert_int_equal(o.samples.at[0].memory_total, -1);
    assert_int_equal(o.samples.at[0].power, -1);
    assert_int_equal(o.samples.at[1].memory_used, 0);
    assert_int_equal(o.samples.at[1].memory_total, 24564);
    assert_int_equal(o.samples.at[1].power, 71250);
    observations_release(&o);
}

static void
merges_behind_with_shifted_inputs_and_one_table_of_strings(void **state)
{
    struct observation a = state_row("gpu-01", 10, STATE_RUNNING, 2);
    struct observation b = state_row("gpu-02", 5, STATE_STOPPED, 3);
    struct observation u = usage_row("50", 7, 4);
    struct observations into, from;
    struct err e = ERR_INIT;

    (void)state;
    observations_init(&into);
    observations_init(&from);
    assert_int_equal(observations_add(&into, 0, &a, &e), 0);
    assert_int_equal(observations_add(&from, 0, &b, &e), 0);
    assert_int_equal(observations_add(&from, 1, &a, &e), 0);
    assert_int_equal(observations_add(&from, 1, &u, &e), 0);
    assert_int_equal(observations_merge(&into, &from, 3, &e), 0);

    assert_int_equal(from.states.n, 0);
    assert_int_equal(from.samples.n, 0);
    assert_int_equal(into.states.n, 3);
    assert_int_equal(into.samples.n, 1);
    assert_int_equal(into.states.at[1].input, 3);
    assert_int_equal(into.states.at[2].input, 4);
    assert_int_equal(into.samples.at[0].input, 4);
    assert_string_equal(into.states.at[1].instance, "gpu-02");
    assert_ptr_equal(into.states.at[0].instance, into.states.at[2].instance);
    assert_int_equal(e.code, ERR_NONE);
    observations_release(&from);
    observations_release(&into);
}

static void
sorts_by_name_then_time_then_place(void **state)
{
    struct observation rows[] = {
        state_row("gpu-02", 5, STATE_RUNNING, 2),
        state_row("gpu-01", 9, STATE_STOPPED, 3),
        state_row("gpu-01", 7, STATE_RUNNING, 5),
        state_row("gpu-01", 7, STATE_NO_GPU, 4),
    };
    static const uint64_t lines[] = { 4, 5, 3, 2 };
    struct observation late = usage_row("1", 20, 8), soon = usage_row("2", 10, 9);
    struct observations o;
    struct err e = ERR_INIT;

    (void)state;
    observations_init(&o);
    observations_sort(&o);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(observations_add(&o, 0, &rows[i], &e), 0);
    assert_int_equal(observations_add(&o, 0, &late, &e), 0);
    assert_int_equal(observations_add(&o, 0, &soon, &e), 0);
    observations_sort(&o);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(o.states.at[i].line, lines[i]);
    assert_int_equal(o.samples.at[0].time, 10);
    assert_int_equal(o.samples.at[1].time, 20);
    observations_release(&o);
}

static void
copies_texts_that_change_afterwards(void **state)
{
    char name[] = "gpu-01";
    struct observation row = state_row(name, 1, STATE_RUNNING, 1);
    struct observations o;
    struct err e = ERR_INIT;

    (void)state;
    observations_init(&o);
    assert_int_equal(observations_add(&o, 0, &row, &e), 0);
    memset(name, 'x', sizeof(name) - 1);
    assert_string_equal(o.states.at[0].instance, "gpu-01");
    assert_string_equal(o.states.at[0].account, "");
    assert_int_equal(o.states.at[0].to, TIME_NONE);
    observations_release(&o);
}

static void
knows_its_fields_by_name(void **state)
{
    (void)state;
    assert_int_equal(observation_field_find(SV("platform")), OBSERVATION_PLATFORM);
    assert_int_equal(observation_field_find(SV("utilisation")), OBSERVATION_UTILISATION);
    assert_int_equal(observation_field_find(SV("power")), OBSERVATION_POWER);
    assert_int_equal(observation_field_find(SV("Power")), -1);
    assert_int_equal(observation_field_find(SV("")), -1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_utilisation_in_hundredths_and_marks_what_is_no_value),
        cmocka_unit_test(tells_unknown_memory_and_power_from_zero),
        cmocka_unit_test(merges_behind_with_shifted_inputs_and_one_table_of_strings),
        cmocka_unit_test(sorts_by_name_then_time_then_place),
        cmocka_unit_test(copies_texts_that_change_afterwards),
        cmocka_unit_test(knows_its_fields_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
