/* The plain text that every match of a pattern holds: a text without it is not matched. */
#include "parsers/outlines/literal.h"
#include "parsers/pattern.h"
#include "unit.h"

static void
finds_the_longest_text_that_every_match_holds(void **state)
{
    static const struct { const char *pattern, *literal; } cases[] = {
        { "", "" }, { "a100", "a100" }, { "A100", "a100" }, { "RTX 4090", "4090" },
        { "^ecs\\.gn7i-", "ecs.gn7i-" }, { "gn7[ei]-x", "gn7" }, { "h.00", "00" },
        { "ab?cd", "cd" }, { "ab*cd", "cd" }, { "ab{0,2}cd", "cd" }, { "ab{2}?cd", "cd" },
        { "ab+?cd", "ab" }, { "a(bcd)e", "a" }, { "x(a|[)|]b)longer", "longer" },
        { "\\bv100\\b", "v100" }, { "v\\d+-sxm", "-sxm" }, { "a\\+b", "a+b" },
        /* What stands in each alternative. */
        { "a100|a100-pcie", "a100" }, { "a100|h100", "" }, { "(?|xa10g|ya10g)", "" },
        { "(?:g5-a10|g6-a10)", "" }, { "l40s|l40", "" }, { "l40|l40s", "l40" },
        /* An escape that may mean anything. */
        { "a100\\x41", "" }, { "a100|\\Qh100\\E", "" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char got[LITERAL_MAX];

        literal_of(got, sv_of(cases[i].pattern));
        if (strcmp(got, cases[i].literal) != 0)
            fail_msg("%s: '%s', not '%s'", cases[i].pattern, got, cases[i].literal);
    }
}

static void
cuts_what_is_longer_than_a_literal_can_be(void **state)
{
    char pattern[2 * LITERAL_MAX], got[LITERAL_MAX];

    (void)state;
    memset(pattern, 'x', sizeof(pattern));
    literal_of(got, (struct sv){ pattern, sizeof(pattern) });
    assert_true(strlen(got) > 0 && strlen(got) < LITERAL_MAX);
    assert_int_equal(strspn(got, "x"), strlen(got));
}

/* ${literal} stands in ${text}, letters in any case. */
static bool
holds(const char *text, const char *literal)
{
    size_t n = strlen(literal);

    for (; strlen(text) >= n; text++)
        if (sv_is_folded((struct sv){ text, n }, (struct sv){ literal, n }))
            return true;
    return false;
}

/* The law, for texts that patterns match. */
static void
stands_in_whatever_the_pattern_matches(void **state)
{
    static const struct { const char *pattern, *text; } cases[] = {
        { "ecs\\.gn[67][ei]?-c\\d+g1", "ecs.gn7i-c16g1.4xlarge" }, { "a(100|800)", "nvidia a800" },
        { "(\\d+)\\s*[x*]\\s*h100", "8 x h100" }, { "rtx ?4090( ?d)?", "rtx4090 d" },
        { "p4de?\\.24xlarge|p4d", "p4d.24xlarge" }, { "[|]a|b", "b" },
        { "(?:v100|v100s)x", "v100x" }, { "\\(gpu\\)+", "(gpu))" },
        { "a{1,3}b", "aab" }, { "t4(?=g)|t4", "t4" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct pattern *p = pattern_new(sv_of(cases[i].pattern), &e);
        char literal[LITERAL_MAX];
        struct sv whole;

        assert_non_null(p);
        assert_int_equal(pattern_match(p, sv_of(cases[i].text), 0, &whole, 1, &e), 1);
        literal_of(literal, sv_of(cases[i].pattern));
        if (!holds(cases[i].text, literal))
            fail_msg("%s matches %s without '%s'", cases[i].pattern, cases[i].text, literal);
        pattern_free(p);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_longest_text_that_every_match_holds),
        cmocka_unit_test(cuts_what_is_longer_than_a_literal_can_be),
        cmocka_unit_test(stands_in_whatever_the_pattern_matches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
