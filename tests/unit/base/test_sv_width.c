#include "unit.h"

static void
counts_columns_of_a_terminal(void **state)
{
    static const struct {
        const char *text;
        size_t expected;
    } cases[] = {
        { "", 0 },
        { "GPU 4090", 8 },
        { "金额", 4 },
        { "￥12.5（元）", 12 },      /* full-width signs */
        { "¥12", 3 },
        { "é", 1 },
        { "e\xCC\x81", 1 },         /* e with a combining accent */
        { "가", 2 },
        { "\xF0\x9F\x98\x80", 2 },  /* an emoji */
        { "\xE2\x80\x8B", 0 },      /* zero-width space */
        { "\xF0\xA0\x80\x80", 2 },  /* U+20000 */
        { "\xF0\xB1\x8D\x8A", 2 },  /* U+3134A */
        { "ｶ", 1 },                 /* half-width katakana */
        { "\xE0\xB8\x81\xE0\xB8\xB1", 1 },
        { "a\tb", 2 },
        { "\xFF\xFE", 2 },
        { "─", 1 },
        { "　", 2 },                /* ideographic space */
        { "\xF4\x8F\xBF\xBF", 1 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (sv_width(sv_of(cases[i].text)) != cases[i].expected)
            fail_msg("'%s' takes %zu columns", cases[i].text, sv_width(sv_of(cases[i].text)));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_columns_of_a_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
