#include "parsers/hook.h"
#include "unit.h"

static void
spellings_of_one_provider_give_one_id(void **state)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        { "AWS", "aws" },
        { "aws", "aws" },
        { "Amazon Web Services, Inc.", "aws" },
        { "Microsoft", "azure" },
        { "Google Cloud", "gcp" },
        { "Oracle", "oci" },
        { " Alibaba Cloud ", "aliyun" },
        { "阿里云", "aliyun" },
        { "Tencent Cloud", "tencent" },
        { "Huawei Cloud", "huawei" },
        { "Volcengine", "volcengine" },
        { "Baidu AI Cloud", "baidu" },
        { "Vast.ai", "vast" },
    };
    const struct hook *hook = hook_find(SV("focus_platform"));
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
an_unknown_provider_is_its_own_id_in_lower_case(void **state)
{
    const struct hook *hook = hook_find(SV("focus_platform"));
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, 1000);
    assert_int_equal(hook->text(SV("Acme GPU Co"), &out, &e), 1);
    assert_sv(buf_sv(&out), "acme gpu co");
    buf_reset(&out);
    /* A name that only begins like a known one is another provider. */
    assert_int_equal(hook->text(SV("Oracle of Delphi"), &out, &e), 1);
    assert_sv(buf_sv(&out), "oracle of delphi");
    buf_release(&out);
}

static void
no_name_gives_no_platform(void **state)
{
    const struct hook *hook = hook_find(SV("focus_platform"));
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, 1000);
    assert_int_equal(hook->text(SV("  "), &out, &e), 0);
    assert_int_equal(out.n, 0);
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_of_one_provider_give_one_id),
        cmocka_unit_test(an_unknown_provider_is_its_own_id_in_lower_case),
        cmocka_unit_test(no_name_gives_no_platform),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
