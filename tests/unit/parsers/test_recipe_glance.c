/*
 * Rows whose cells are not made become what they would with them, and no row is looked at so that
 * must not be.
 */
#include "unit.h"

#include <stdlib.h>

#include "base/buf.h"
#include "ledger/ledger.h"
#include "parsers/binding.h"
#include "record/csv.h"

#define TEXT_MAX 10000

static const char headings[] = "Note,BilledCost,ChargePeriodStart,ChargePeriodEnd,BillingCurrency,"
    "ChargeCategory,ResourceId,Tags,Remark\n";

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

/* What becomes of the rows of a text. */
struct bill {
    const struct format *format;
    struct binding *binding;
    struct ledger ledger;
    struct made made;
    bool is_made_anew;
    size_t glances, repeats, likes;
};

static int
glance(void *context, struct sv ahead, uint64_t line, size_t *length, struct err *e)
{
    struct bill *b = context;

    if (!b->binding || !binding_glance_row(b->binding, ahead, ',', line, length, &b->made))
        return 0;
    b->glances++;
    b->repeats += b->made.is_repeated;
    b->likes += b->made.is_like;
    b->made.charge.line = line;
    return made_add(&b->made, &b->ledger, 0, e) ? -1 : 1;
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct bill *b = context;

    if (!b->binding) {
        b->binding = binding_new(b->format, r->cells, r->n, 480, NULL, e);
        if (b->binding && !b->is_made_anew)
            binding_use_recipes(b->binding);
        return b->binding ? 0 : -1;
    }
    if (binding_make(b->binding, r, &b->made, e))
        return -1;
    return b->made.outcome == OUTCOME_LINE ? made_add(&b->made, &b->ledger, 0, e) : 0;
}

static void
read_bill_as(struct bill *b, const struct format *format, struct sv bytes, bool is_made_anew)
{
    struct source *source = source_of_memory(bytes);
    struct charset_found found = { .charset = CHARSET_UTF8 };
    struct err e = ERR_INIT;
    struct text *text = text_new(source, &found, &e);
    uint32_t ignored;

    *b = (struct bill){ .format = format, .is_made_anew = is_made_anew };
    ledger_init(&b->ledger);
    assert_int_equal(ledger_add_input(&b->ledger, input_new(SV("bill"), true), &ignored, &e), 0);
    assert_non_null(text);
    assert_int_equal(record_csv_glance(text, ',', glance, visit, b, &e), 0);
    text_free(text);
    source_free(source);
}

static void
read_bill(struct bill *b, const struct format *format, struct sv bytes)
{
    read_bill_as(b, format, bytes, false);
}

static void
close_bill(struct bill *b)
{
    binding_free(b->binding);
    ledger_release(&b->ledger);
}

/* The format of FOCUS, whole. */
static const struct format *
focus(const struct formats *formats)
{
    struct err e = ERR_INIT;
    const struct format *format = format_whole(formats_find(formats, SV("focus")), &e);

    assert_non_null(format);
    return format;
}

static void
rows_that_repeat_are_read_at_a_glance(void **state)
{
    struct buf text;
    struct bill b;
    struct money billed;

    buf_init(&text, TEXT_MAX);
    buf_add_text(&text, headings);
    for (int hour = 0; hour < 9; hour++)
        for (int disk = 1; disk < 4; disk++)
            buf_addf(&text, "n%d,%s%d.5%s,2026-03-01T%02d:00:00Z,2026-03-01T%02d:00:00Z,USD,Usage,"
                "vol-%d,\"{\"\"a\"\":\"\"b,c\"\"}\",%d\r\n", hour, disk == 2 ? "\"" : "", hour,
                disk == 2 ? "\"" : "", hour, hour + 1, disk, hour * disk);
    read_bill(&b, focus(*state), buf_sv(&text));
    assert_int_equal(b.ledger.lines.n, 27);
    assert_int_equal(b.glances, 24);
    assert_true(b.ledger.lines.at[0].facets == b.ledger.lines.at[24].facets);
    assert_string_equal(ledger_text(&b.ledger.lines.at[25], TEXT_RESOURCE_ID), "vol-2");
    assert_true(ledger_money(&b.ledger.lines.at[25], MONEY_BILLED_COST, &billed));
    assert_int_equal(money_compare(billed, money_of(8)), 1);
    assert_int_equal(b.ledger.lines.at[26].source_line, 28);
    close_bill(&b);
    buf_release(&text);
}

static void
amounts_that_repeat_are_those_of_the_row_before(void **state)
{
    static const struct { const char *amount, *start, *billed; bool is_marked; } rows[] = {
        { "1.5", "2026-03-01T00:00:00Z", "1.5", false },
        { "1.5", "2026-03-01T01:00:00Z", "1.5", false },
        { "1.5", "2026-03-01T02:00:00Z", "1.5", false },
        { "1.5", "`2026-03-01T03:00:00Z", "1.5", true },
        { "\"1.5\"", "2026-03-01T04:00:00Z", "1.5", false },
        { "2.5", "2026-03-01T05:00:00Z", "2.5", false },
        { "2.5", "2026-03-01T05:00:00Z", "2.5", false },
        { "`2.5", "2026-03-01T06:00:00Z", "2.5", true },
        { "`2.5", "2026-03-01T07:00:00Z", "2.5", true },
        { "2.5", "2026-03-01T07:00:00Z", "2.5", false },
        { "-2.5", "2026-03-01T08:00:00Z", "-2.5", false },
        { "2.5", "2026-03-01T08:00:00Z", "2.5", false },
    };
    struct buf text;
    struct bill b;

    buf_init(&text, TEXT_MAX);
    buf_add_text(&text, headings);
    for (size_t i = 0; i < COUNT(rows); i++)
        buf_addf(&text, "n,%s,%s,2026-03-01T09:00:00Z,USD,Usage,vol-1,{},\n", rows[i].amount,
            rows[i].start);
    read_bill(&b, focus(*state), buf_sv(&text));
    assert_int_equal(b.ledger.lines.n, COUNT(rows));
    assert_int_equal(b.repeats, 6);
    assert_int_equal(b.likes, 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct ledger_line *line = &b.ledger.lines.at[i];
        char start[TIME_TEXT_MAX], billed[MONEY_TEXT_MAX];

        time_format(start, line->start);
        money_format(billed, ledger_billed(line));
        assert_memory_equal(start, rows[i].start + (rows[i].start[0] == '`'), 19);
        assert_string_equal(billed, rows[i].billed);
        assert_int_equal((line->changes & CHANGE_TEXT_MARKER) != 0, rows[i].is_marked);
        assert_int_equal(line->source_line, i + 2);
    }
    assert_true(b.ledger.lines.at[1].amounts == b.ledger.lines.at[2].amounts);
    assert_int_equal(ledger_word(&b.ledger.lines.at[10], WORD_ENTRY), ENTRY_REFUND);
    assert_int_equal(ledger_word(&b.ledger.lines.at[11], WORD_ENTRY), ENTRY_CHARGE);
    close_bill(&b);
    buf_release(&text);
}

/* Whether ${a} and ${b} say the same. */
static void
assert_same_line(const struct ledger_line *a, const struct ledger_line *b)
{
    struct charge x, y;

    ledger_unpack(a, &x);
    ledger_unpack(b, &y);
    for (size_t i = 0; i < TEXT_COUNT; i++)
        assert_string_equal(x.text[i].p, y.text[i].p);
    assert_memory_equal(x.word, y.word, sizeof(x.word));
    assert_memory_equal(x.time, y.time, sizeof(x.time));
    assert_memory_equal(x.money, y.money, sizeof(x.money));
    assert_memory_equal(x.decimals, y.decimals, sizeof(x.decimals));
    assert_int_equal(x.money_set, y.money_set);
    assert_int_equal(x.changes, y.changes);
    assert_int_equal(x.line, y.line);
}

static void
other_amounts_make_the_line_that_they_make_alone(void **state)
{
    static const struct { const char *billed, *quantity, *list; bool is_like; } rows[] = {
        { "1.5", "2", "1.5", false },
        { "2.50", "3", "2.50", true },
        { "0", "1000.123456", "0.000000000001", true },
        { "2.5", "1.0", "9.75", true },
        { "\"12.5\"", "1", "\"12.5\"", true },
        { "0.5", "", "0.5", false },
        { "1.5", "", "2.5", true },
        { "1.5", "1", "2.5", false },
        { "1.25E-2", "1", "0.0125", false },
        { "1.75", "1", "1.75", false },
        { "12345678901234567890", "1", "1.75", false },
        { "1.75", "1", "2", false },
        { "-1.5", "-1", "-1.5", false },
        { "1.5", "1", "1.5", false },
        { "-0", "1", "1.5", false },
        { "3.5", "1", "1.5", false },
        { "4.5", "1", "1.5", true },
    };
    struct bill quick, slow;
    struct buf text;
    size_t likes = 0;

    buf_init(&text, TEXT_MAX);
    buf_add_text(&text, "BilledCost,PricingQuantity,ListCost,ChargePeriodStart,ChargePeriodEnd,"
        "BillingCurrency,ChargeCategory,ResourceId\n");
    for (size_t i = 0; i < COUNT(rows); i++) {
        buf_addf(&text, "%s,%s,%s,2026-03-01T%02zu:00:00Z,2026-03-01T%02zu:00:00Z,USD,Usage,"
            "vol-1\n", rows[i].billed, rows[i].quantity, rows[i].list, i, i + 1);
        likes += rows[i].is_like;
    }
    read_bill(&quick, focus(*state), buf_sv(&text));
    read_bill_as(&slow, focus(*state), buf_sv(&text), true);
    assert_int_equal(quick.ledger.lines.n, COUNT(rows));
    assert_int_equal(slow.ledger.lines.n, COUNT(rows));
    assert_int_equal(slow.glances, 0);
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_same_line(&quick.ledger.lines.at[i], &slow.ledger.lines.at[i]);
    assert_int_equal(quick.likes, likes);
    close_bill(&quick);
    close_bill(&slow);
    buf_release(&text);
}

/* Open values become longer and shorter than those that are kept, at once or one of them alone, and
 * longer than there is room for. */
static void
values_of_any_length_stand_where_they_do(void **state)
{
    static const struct { const char *note, *billed, *remark; } rows[] = {
        { "", "1", "" },
        { "longer", "12.25", "\"in quotes\"" },
        { "", "12.25", "\"in quotes\"" },
        { "\"a,b\"", "1", "x" },
        { "\"a,b\"", "1", "x" },
        { "n", "123456.75", "\"\"" },
        { "a text that is much longer than what is reserved for one that is longer and even for "
            "those of the columns beside it", "0", "y" },
        { "n", "0.5", "\"with \"\"more\"\" quotes\"" },
        { "", "0.5", "" },
        { "1", "1", "1" },
    };
    struct bill quick, slow;
    struct buf text;

    buf_init(&text, TEXT_MAX);
    buf_add_text(&text, headings);
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int disk = 1; disk < 4; disk++)
            buf_addf(&text, "%s,%s,2026-03-01T%02zu:00:00Z,2026-03-01T%02zu:00:00Z,USD,Usage,"
                "vol-%d,{},%s\n", rows[i].note, rows[i].billed, i, i + 1, disk, rows[i].remark);
    read_bill(&quick, focus(*state), buf_sv(&text));
    read_bill_as(&slow, focus(*state), buf_sv(&text), true);
    assert_int_equal(quick.ledger.lines.n, 3 * COUNT(rows));
    assert_int_equal(slow.ledger.lines.n, 3 * COUNT(rows));
    assert_int_equal(quick.glances, 3 * (COUNT(rows) - 1));
    for (size_t i = 0; i < quick.ledger.lines.n; i++)
        assert_same_line(&quick.ledger.lines.at[i], &slow.ledger.lines.at[i]);
    close_bill(&quick);
    close_bill(&slow);
    buf_release(&text);
}

/* Whether the second of two rows, ${row}, is read at a glance; the first repeats but for hour and
 * amount. */
static bool
is_glanced(const struct formats *formats, const char *row)
{
    static const char first[] = "x,1.5,2026-03-01T00:00:00Z,2026-03-01T01:00:00Z,USD,Usage,vol-1,"
        "\"a,b\",y\n";
    struct buf text;
    struct bill b;
    bool result;

    buf_init(&text, TEXT_MAX);
    buf_addf(&text, "%s%s%s\n", headings, first, row);
    read_bill(&b, focus(formats), buf_sv(&text));
    result = b.glances > 0;
    close_bill(&b);
    buf_release(&text);
    return result;
}

static void
what_needs_a_closer_look_gets_it(void **state)
{
#define TIMES "2026-03-01T02:00:00Z,2026-03-01T03:00:00Z"
    static const struct { const char *row; bool is_glanced; } examples[] = {
        { "x,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y", true },
        { "other,\"0.25\"," TIMES ",USD,Usage,vol-1,\"a,b\",\"in \"\"quotes\"\"\"", true },
        { ",2.5," TIMES ",USD,Usage,vol-1,\"a,b\",汉字", true },
        { "T5,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",Sum", true },
        /* What is compared differs, if only in its quotes. */
        { "x,2.5," TIMES ",EUR,Usage,vol-1,\"a,b\",y", false },
        { "x,2.5," TIMES ",USD,\"Usage\",vol-1,\"a,b\",y", false },
        { "x,2.5," TIMES ",USD,Usage,vol-1,\"a;b\",y", false },
        { "x,2.5," TIMES ",USD,Usage,vol-12,\"a,b\",y", false },
        /* Measured cells that are out of the ordinary. */
        { "x, 2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        { "x,2.5\xC2\xA0," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        { "x,\xEF\xBB\xBF" "2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        { "x,many," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        { "x,2.5,never,2026-03-01T03:00:00Z,USD,Usage,vol-1,\"a,b\",y", false },
        /* Cells that nothing reads, and that are told of all the same. */
        { "Total,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        { "x,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",\"合计\"", false },
        { "\xEF\xBB\xBFx,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        { " Total,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y", false },
        /* Other rows. */
        { "x,2.5," TIMES ",USD,Usage,vol-1,\"a,b\"", false },
        { "x,2.5," TIMES ",USD,Usage,vol-1,\"a,b\",y,", false },
        { "", false },
    };

    for (size_t i = 0; i < COUNT(examples); i++)
        if (is_glanced(*state, examples[i].row) != examples[i].is_glanced)
            fail_msg("'%s' should%s be read at a glance", examples[i].row,
                examples[i].is_glanced ? "" : " not");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_repeat_are_read_at_a_glance),
        cmocka_unit_test(amounts_that_repeat_are_those_of_the_row_before),
        cmocka_unit_test(other_amounts_make_the_line_that_they_make_alone),
        cmocka_unit_test(values_of_any_length_stand_where_they_do),
        cmocka_unit_test(what_needs_a_closer_look_gets_it),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
