#include "parsers/hook.h"
#include "unit.h"

static void
tags_become_a_json_object(void **state)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        { "[{\"TagKey\":\"team\",\"TagValue\":\"vision\"}]", "{\"team\":\"vision\"}" },
        { "[{\"key\":\"a\",\"value\":1},{\"Key\":\"b\"}]", "{\"a\":\"1\",\"b\":true}" },
        { "[{\"TagKey\":\"\"},{\"TagKey\":\"a \\\"b\\\"\",\"TagValue\":\"\"}]",
            "{\"a \\\"b\\\"\":true}" },
        { " {\"team\": \"vision\"} ", "{\"team\": \"vision\"}" },
    };
    const struct hook *hook = hook_find(SV("tag_list"));
    struct buf out;

    (void)state;
    assert_non_null(hook);
    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct err e = ERR_INIT;

        buf_reset(&out);
        assert_int_equal(hook->text(sv_of(rows[i].in), &out, &e), 1);
        assert_sv(buf_sv(&out), rows[i].out);
    }
    buf_release(&out);
}

static void
what_holds_no_tag_is_no_tags(void **state)
{
    static const char *const texts[] = { "", " ", "-", "team", "[]", "{}", "[1]", "[{",
        "{\"a\":}" };
    const struct hook *hook = hook_find(SV("tag_list"));
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_int_equal(hook->text(sv_of(texts[i]), &out, &e), 0);
    assert_int_equal(out.n, 0);
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_become_a_json_object),
        cmocka_unit_test(what_holds_no_tag_is_no_tags),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
