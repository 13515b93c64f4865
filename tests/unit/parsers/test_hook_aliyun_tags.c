#include "parsers/hook.h"
#include "unit.h"

static void
tags_become_a_json_object(void **state)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        { "key:team value:vision", "{\"team\":\"vision\"}" },
        { "key:team value:vision; key:env value:test", "{\"team\":\"vision\",\"env\":\"test\"}" },
        { "key:team value:vision;key:env value:", "{\"team\":\"vision\",\"env\":\"\"}" },
        { "team:vision;gpu", "{\"team\":\"vision\",\"gpu\":true}" },
        { "url:http://example.org/", "{\"url\":\"http://example.org/\"}" },
        { "key:a \"b\" value:c\\d;", "{\"a \\\"b\\\"\":\"c\\\\d\"}" },
        { "{\"team\": \"vision\"}", "{\"team\": \"vision\"}" },
    };
    const struct hook *hook = hook_find(SV("aliyun_tags"));
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
a_dash_or_nothing_is_no_tags(void **state)
{
    const struct hook *hook = hook_find(SV("aliyun_tags"));
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, 1000);
    assert_int_equal(hook->text(SV("-"), &out, &e), 0);
    assert_int_equal(hook->text(SV(" "), &out, &e), 0);
    assert_int_equal(out.n, 0);
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_become_a_json_object),
        cmocka_unit_test(a_dash_or_nothing_is_no_tags),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
