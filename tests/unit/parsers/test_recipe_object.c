/*
 * Objects of which no tree is made become what they would with one, and none is taken so that must
 * not be.
 */
#include "unit.h"

#include <stdlib.h>

#include "base/buf.h"
#include "ledger/ledger.h"
#include "parsers/binding.h"
#include "record/json.h"

#define TEXT_MAX 20000

static int
set_up(void **state)
{
    struct formats *formats = calloc(1, sizeof(*formats));
    struct err e = ERR_INIT;

    *state = formats;
    return formats ? formats_load(formats, NULL, &e) : -1;
}

static int
tear_down(void **state)
{
    formats_release(*state);
    free(*state);
    return 0;
}

/* What becomes of the objects of a text. */
struct bill {
    struct binding *binding;
    struct ledger ledger;
    struct made made;
    size_t glances, records;
};

static int
glance(void *context, struct sv ahead, uint64_t line, size_t *length, struct err *e)
{
    struct bill *b = context;

    if (!binding_glance_object(b->binding, ahead, line, length, &b->made))
        return 0;
    b->glances++;
    b->made.charge.line = line;
    return made_add(&b->made, &b->ledger, 0, e) ? -1 : 1;
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct bill *b = context;

    b->records++;
    if (binding_make(b->binding, r, &b->made, e))
        return -1;
    return b->made.outcome == OUTCOME_LINE ? made_add(&b->made, &b->ledger, 0, e) : 0;
}

static void
read_bill(struct bill *b, const struct formats *formats, struct sv bytes)
{
    struct err e = ERR_INIT;
    const struct format *format = format_whole(formats_find(formats, SV("focus")), &e);
    struct source *source = source_of_memory(bytes);
    struct charset_found found = { .charset = CHARSET_UTF8 };
    struct text *text = text_new(source, &found, &e);
    uint32_t ignored;

    assert_non_null(format);
    assert_non_null(text);
    *b = (struct bill){ .binding = binding_new(format, NULL, 0, 480, NULL, &e) };
    assert_non_null(b->binding);
    binding_use_recipes(b->binding);
    ledger_init(&b->ledger);
    assert_int_equal(ledger_add_input(&b->ledger, input_new(SV("bill"), true), &ignored, &e), 0);
    assert_int_equal(record_json_glance(text, glance, visit, b, &e), 0);
    text_free(text);
    source_free(source);
}

static void
close_bill(struct bill *b)
{
    binding_free(b->binding);
    ledger_release(&b->ledger);
}

static void
objects_that_repeat_are_taken_at_a_glance(void **state)
{
    struct buf text;
    struct bill b;
    struct money billed;

    buf_init(&text, TEXT_MAX);
    for (int hour = 0; hour < 9; hour++)
        for (int disk = 1; disk < 4; disk++)
            buf_addf(&text, "{\"BilledCost\": %s%d.5%s, \"Note\": \"n%d\", \"Tags\": \"a\\\"b\","
                "\"ChargePeriodStart\": \"2026-03-01T%02d:00:00Z\","
                "\"ChargePeriodEnd\": \"2026-03-01T%02d:00:00Z\", \"BillingCurrency\": \"USD\","
                "\"ChargeCategory\": \"Usage\", \"ResourceId\": \"vol-%d\" }\n",
                disk == 2 ? "\"" : "", hour, disk == 2 ? "\"" : "", hour, hour, hour + 1, disk);
    read_bill(&b, *state, buf_sv(&text));
    assert_int_equal(b.ledger.lines.n, 27);
    assert_int_equal(b.glances, 24);
    assert_true(b.ledger.lines.at[0].facets == b.ledger.lines.at[24].facets);
    assert_string_equal(ledger_text(&b.ledger.lines.at[25], TEXT_RESOURCE_ID), "vol-2");
    assert_true(ledger_money(&b.ledger.lines.at[25], MONEY_BILLED_COST, &billed));
    assert_int_equal(money_compare(billed, money_of(8)), 1);
    assert_int_equal(b.ledger.lines.at[26].source_line, 27);
    close_bill(&b);
    buf_release(&text);
}

/* Values become longer and shorter than those that are kept, and are written in several ways. */
static void
values_of_any_length_stand_where_they_do(void **state)
{
    static const struct { const char *written, *note, *billed; } objects[] = {
        { "1", "null", "1" },
        { "\"12.25\"", "\"longer\"", "12.25" },
        { "\"12.25\"", "null", "12.25" },
        { "\" 2.5 \"", "true", "2.5" },
        { "\" 2.5 \"", "\" x\"", "2.5" },
        { "1234567890.123456", "\"a text that is longer than what is reserved for it\"",
            "1234567890.123456" },
        { "0.5", "\"\"", "0.5" },
        { "5", "7", "5" },
    };
    struct buf text;
    struct bill b;

    buf_init(&text, TEXT_MAX);
    for (size_t i = 0; i < COUNT(objects); i++)
        buf_addf(&text, "{\"BilledCost\":%s,\"Note\":%s,"
            "\"ChargePeriodStart\":\"2026-03-01T%02zu:00:00Z\","
            "\"ChargePeriodEnd\":\"2026-03-01T%02zu:00:00Z\",\"BillingCurrency\":\"USD\","
            "\"ChargeCategory\":\"Usage\",\"ResourceId\":\"vol-1\"}\n", objects[i].written,
            objects[i].note, i, i + 1);
    read_bill(&b, *state, buf_sv(&text));
    assert_int_equal(b.ledger.lines.n, COUNT(objects));
    assert_int_equal(b.glances, COUNT(objects) - 1);
    for (size_t i = 0; i < COUNT(objects); i++) {
        char billed[MONEY_TEXT_MAX];
        struct money amount;

        assert_true(ledger_money(&b.ledger.lines.at[i], MONEY_BILLED_COST, &amount));
        money_format(billed, amount);
        assert_string_equal(billed, objects[i].billed);
        assert_int_equal(b.ledger.lines.at[i].end - b.ledger.lines.at[i].start, TIME_HOUR);
    }
    close_bill(&b);
    buf_release(&text);
}

/* Parts of the objects. */
#define TIMES(from, to) "\"ChargePeriodStart\":" from ",\"ChargePeriodEnd\":" to
#define USUAL TIMES("\"2026-03-01T00:00:00Z\"", "\"2026-03-01T01:00:00Z\"")
#define NEXT TIMES("\"2026-03-01T01:00:00Z\"", "\"2026-03-01T02:00:00Z\"")
#define SETTLED "\"BillingCurrency\":\"USD\",\"ChargeCategory\":\"Usage\",\"ResourceId\":\"vol-1\""

static void
what_needs_a_closer_look_gets_it(void **state)
{
    static const struct { const char *object; bool is_glanced, is_line; } examples[] = {
        { "{\"BilledCost\":2.5,\"Note\":\"y\"," NEXT "," SETTLED "}", true, true },
        { "{\"BilledCost\":\"2.5\",\"Note\":7," NEXT "," SETTLED "}", true, true },
        { "{\"BilledCost\":\" 2.5 \",\"Note\":\"\"," NEXT "," SETTLED "}", true, true },
        { "{\"BilledCost\":25e-1,\"Note\":\"Total\"," NEXT "," SETTLED "}", true, true },
        { "{\"BilledCost\":2.5,\"Note\":null," NEXT "," SETTLED "}", true, true },
        { "{\"BilledCost\":2.5,\"Note\":false," NEXT "," SETTLED "}", true, true },
        /* Something settled is another, or written otherwise. */
        { "{\"BilledCost\":2.5,\"Note\":\"y\"," NEXT ",\"BillingCurrency\":\"EUR\","
            "\"ChargeCategory\":\"Usage\",\"ResourceId\":\"vol-1\"}", false, true },
        { "{\"BilledCost\":2.5, \"Note\":\"y\"," NEXT "," SETTLED "}", false, true },
        { "{\"Note\":\"y\",\"BilledCost\":2.5," NEXT "," SETTLED "}", false, true },
        { "{\"BilledCost\":2.5," NEXT "," SETTLED "}", false, true },
        { "{\"BilledCost\":2.5,\"Note\":\"y\"," NEXT "," SETTLED ",\"More\":1}", false, true },
        /* Values that are out of the ordinary. */
        { "{\"BilledCost\":2.5,\"Note\":\"a\\\"b\"," NEXT "," SETTLED "}", false, true },
        { "{\"BilledCost\":2.5,\"Note\":nul," NEXT "," SETTLED "}", false, false },
        { "{\"BilledCost\":2.5,\"Note\":{\"a\":1}," NEXT "," SETTLED "}", false, true },
        { "{\"BilledCost\":\"`2.5\",\"Note\":\"y\"," NEXT "," SETTLED "}", false, true },
        { "{\"BilledCost\":\"many\",\"Note\":\"y\"," NEXT "," SETTLED "}", false, false },
        /* Damage. */
        { "{\"BilledCost\":02.5,\"Note\":\"y\"," NEXT "," SETTLED "}", false, false },
        { "{\"BilledCost\":2.,\"Note\":\"y\"," NEXT "," SETTLED "}", false, false },
        { "{\"BilledCost\":2.5,\"Note\":\"\t\"," NEXT "," SETTLED "}", false, false },
        { "{\"BilledCost\":2.5,\"Note\":\"y\"," NEXT "," SETTLED, false, false },
    };

    for (size_t i = 0; i < COUNT(examples); i++) {
        struct buf text;
        struct bill b;

        buf_init(&text, TEXT_MAX);
        buf_addf(&text, "{\"BilledCost\":1.5,\"Note\":\"x\"," USUAL "," SETTLED "}\n%s\n",
            examples[i].object);
        read_bill(&b, *state, buf_sv(&text));
        if ((b.glances > 0) != examples[i].is_glanced)
            fail_msg("'%s' should%s be taken at a glance", examples[i].object,
                examples[i].is_glanced ? "" : " not");
        assert_int_equal(b.ledger.lines.n, 1 + examples[i].is_line);
        assert_int_equal(b.glances + b.records, 2);
        close_bill(&b);
        buf_release(&text);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_that_repeat_are_taken_at_a_glance),
        cmocka_unit_test(values_of_any_length_stand_where_they_do),
        cmocka_unit_test(what_needs_a_closer_look_gets_it),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
