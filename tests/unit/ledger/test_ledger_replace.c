#include "bills.h"

/* What the callback was asked, in order, and what it answers. */
struct asked {
    char ids[256], instances[256];
};

static const char *
answer(void *context, enum text_column column, const char *text)
{
    struct asked *a = context;
    char *list = column == TEXT_LINE_ID ? a->ids : column == TEXT_INSTANCE_ID ? a->instances : NULL;

    if (list)
        (void)snprintf(list + strlen(list), sizeof(a->ids) - strlen(list), "%s ", text);
    if (column == TEXT_INSTANCE_ID && strcmp(text, "vm-a") == 0)
        return "instance-1";
    return column == TEXT_LINE_ID ? "line" : text;
}

static void
lines_get_other_texts_and_keep_all_else(void **state)
{
    struct asked a = { 0 };
    struct bills b;
    struct err e = ERR_INIT;
    uint32_t in;

    (void)state;
    bills_init(&b);
    in = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, in, (struct bill_row){ .id = "1", .instance = "vm-b", .billed = "1.5" });
    bills_row(&b, in, (struct bill_row){ .id = "2", .instance = "vm-a", .billed = "2.5" });
    bills_row(&b, in, (struct bill_row){ .id = "3", .instance = "vm-b", .billed = "3.5" });
    assert_int_equal(ledger_replace_texts(&b.ledger, answer, &a, &e), 0);

    /* Ids of all lines, but once what they have in common. */
    assert_string_equal(a.ids, "1 2 3 ");
    assert_string_equal(a.instances, "vm-b vm-a ");
    assert_string_equal(ledger_text(&b.ledger.lines.at[1], TEXT_INSTANCE_ID), "instance-1");
    assert_string_equal(ledger_text(&b.ledger.lines.at[1], TEXT_LINE_ID), "line");
    assert_string_equal(ledger_text(&b.ledger.lines.at[2], TEXT_INSTANCE_ID), "vm-b");
    assert_string_equal(ledger_text(&b.ledger.lines.at[2], TEXT_PLATFORM), "autodl");
    assert_ptr_equal(b.ledger.lines.at[0].facets, b.ledger.lines.at[2].facets);
    assert_int_equal(b.ledger.lines.n, 3);
    bills_release(&b);
}

static void
a_ledger_without_lines_is_left_alone(void **state)
{
    struct asked a = { 0 };
    struct err e = ERR_INIT;
    struct ledger l;

    (void)state;
    ledger_init(&l);
    assert_int_equal(ledger_replace_texts(&l, answer, &a, &e), 0);
    assert_string_equal(a.ids, "");
    ledger_release(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_get_other_texts_and_keep_all_else),
        cmocka_unit_test(a_ledger_without_lines_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
