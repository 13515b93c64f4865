#include "import_folder.h"

/* Explain line ${line} of a file with these bytes; the text goes into ${out}. */
static int
explain(const struct fixture *f, struct sv bytes, uint64_t line, struct buf *out, struct err *e)
{
    struct import_options options = options_of(f, 1);
    struct buf path;
    int result;

    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, f->folder, "a.csv", e), 0);
    put(f, "a.csv", bytes);
    result = import_explain(path.p, line, &options, LANG_EN, out, e);
    forget(f, "a.csv");
    buf_release(&path);
    return result;
}

static void
assert_holds(const struct buf *text, const char *part)
{
    if (sv_find(buf_sv(text), sv_of(part), 0) == (size_t)-1)
        fail_msg("no \"%s\" in:\n%s", part, text->p ? text->p : "");
}

static void
explains_a_record_from_bytes_to_line(void **state)
{
    struct sv bytes = SV("x\r\n交易时间;金额\r2026-03-01 08:00:00;1.50\r\r\n2026-03-02;y\n");
    struct buf out;
    struct err e = ERR_INIT;

    buf_init(&out, 1u << 20);
    assert_int_equal(explain(*state, bytes, 3, &out, &e), 0);
    assert_holds(&out, "shop");
    assert_holds(&out, "UTF-8");
    assert_holds(&out, "';'");
    assert_holds(&out, "the headings stand in line 2");
    assert_holds(&out, "line 3 begins at byte 23: 32 30 32 36 2D 30 33 2D 30 31");
    assert_holds(&out, "2026-03-01 08:00:00;1.50");
    assert_holds(&out, "it is a ledger line");
    assert_holds(&out, "BilledCost                1.5  <- 金额\n");
    assert_holds(&out, "ChargePeriodStart         2026-03-01T00:00:00Z  <- 交易时间\n");
    buf_reset(&out);
    assert_int_equal(explain(*state, bytes, 4, &out, &e), 0);
    assert_holds(&out, "line 4 begins at byte 50");
    assert_holds(&out, "bad-amount");
    assert_holds(&out, "金额");
    assert_int_equal(e.code, ERR_NONE);
    buf_release(&out);
}

static void
says_which_lines_have_records_where_one_has_none(void **state)
{
    struct buf out;
    struct err e = ERR_INIT;
    char text[ERR_TEXT_MAX];

    buf_init(&out, 1u << 20);
    assert_int_equal(explain(*state, SV("交易时间,金额\n2026-03-01,1\n2026-03-02,2\n"), 9, &out,
        &e), -1);
    (void)err_text(&e, LANG_EN, text, sizeof(text));
    assert_non_null(strstr(text, "line 9"));
    assert_non_null(strstr(text, "the first is in line 2, the last in line 3"));
    e = (struct err)ERR_INIT;
    assert_int_equal(explain(*state, SV("a,b\n1,2\n"), 2, &out, &e), -1);
    assert_int_equal(e.code, ERR_UNKNOWN);
    buf_release(&out);
}

/* What ${bytes} becomes in line ${line} holds ${part}. */
struct explained {
    const char *bytes;
    uint64_t line;
    const char *part;
};

static void
tells_of_every_kind_of_record_what_becomes_of_it(void **state)
{
    static const struct explained table[] = {
        { "交易时间,金额\n2026-03-01,1\n\n", 3, "it is skipped: blank" },
        { "交易时间,金额\n2026-03-01,1\n合计,1\n", 3, "it is skipped: total-row" },
        { "交易时间,金额\n2026-03-01,1\n2026-03-02\n", 3, "it is rejected: " },
        { "\xEF\xBB\xBF" "交易时间,金额\n2026-03-01,1\n", 2, "told by its byte order mark" },
        { "platform,instance,state,from,to\na,i-1,stopped,2026-03-01,\n", 2,
            "it is an observation of instance 'i-1'" },
        { "platform,instance,state,from,to\na,i-1,stopped,2026-03-01,\n", 2,
            "Observation, made of:" },
        { "{\"data\":{\"list\":[{\"Time\":\"2026-03-01\",\"Amount\":1}]}}", 1,
            "element 1 of the list at 'data.list'" },
        { "{\"data\":{\"list\":[{\"Time\":\"2026-03-01\",\"Amount\":1}, nil]}}", 2,
            "it is rejected: bad-json" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct buf out;
        struct err e = ERR_INIT;

        buf_init(&out, 1u << 20);
        assert_int_equal(explain(*state, sv_of(table[i].bytes), table[i].line, &out, &e), 0);
        assert_holds(&out, table[i].part);
        buf_release(&out);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explains_a_record_from_bytes_to_line),
        cmocka_unit_test(tells_of_every_kind_of_record_what_becomes_of_it),
        cmocka_unit_test(says_which_lines_have_records_where_one_has_none),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
