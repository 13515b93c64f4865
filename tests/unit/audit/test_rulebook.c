/*
 * test_rulebook.c - settings, custom rules and waivers from the config, and what is refused.
 */
#include "audited.h"

/* Read ${text} as config and rules; the failure, if there is one, is in ${e}. */
static int
load(const char *text, struct rulebook *b, struct config **c, struct err *e)
{
    *c = config_parse("gpubill.json", sv_of(text), e);
    memset(b, 0, sizeof(*b));
    return *c ? rulebook_load(b, *c, e) : -1;
}

static void
refuses_what_is_wrong_and_says_where(void **state)
{
    static const struct { const char *text, *message; } cases[] = {
        { "{\"rules\": {\n\"idle-gup\": {}}}",
            "gpubill.json:2: no rule is called 'idle-gup'; did you mean 'idle-gpu'?" },
        { "{\"rules\": {\n\"xyzzy\": {}}}",
            "gpubill.json:2: no rule is called 'xyzzy'; 'gpubill rules' lists them" },
        { "{\"rules\": {\"idle-gpu\": {\n\"strech\": \"15m\"}}}",
            "gpubill.json:2: rule 'idle-gpu' has no setting 'strech'; did you mean 'stretch'?" },
        { "{\"rules\": {\"idle-gpu\": {\n\"colour\": \"15m\"}}}",
            "gpubill.json:2: rule 'idle-gpu' has no setting 'colour'; 'gpubill rules idle-gpu' "
            "lists them" },
        { "{\"rules\": {\"idle-gpu\": {\n\"stretch\": \"15\"}}}",
            "gpubill.json:2: 'stretch' must be a duration in quotes, like \"15m\"" },
        { "{\"rules\": {\"idle-gpu\": {\n\"stretch\": 15}}}",
            "gpubill.json:2: 'stretch' must be a duration in quotes, like \"15m\"" },
        { "{\"rules\": {\"idle-gpu\": {\n\"utilisation_below\": 5}}}",
            "gpubill.json:2: 'utilisation_below' must be a percentage in quotes, like \"5\"" },
        { "{\"rules\": {\"idle-gpu\": {\n\"utilisation_below\": \"101\"}}}",
            "gpubill.json:2: 'utilisation_below' must be a percentage in quotes, like \"5\"" },
        { "{\"rules\": {\"idle-gpu\": {\n\"enabled\": \"no\"}}}",
            "gpubill.json:2: 'enabled' must be true or false" },
        { "{\"waivers\": [\n{\"rule\": \"idle\"}]}",
            "gpubill.json:2: no rule is called 'idle'; 'gpubill rules' lists them" },
        { "{\"custom_rules\": [\n{\"id\": \"weekend\", \"where\": []}]}",
            "gpubill.json:2: the id 'weekend' of a custom rule must be custom: and a name, like "
            "custom:weekend" },
        { "{\"custom_rules\": [\n{\"id\": \"custom:a\"}]}", "gpubill.json:2: 'where' is missing" },
        { "{\"custom_rules\": [{\"id\": \"custom:a\", \"where\": [],\n\"leak\": \"all\"}]}",
            "gpubill.json:2: 'leak' must be \"billed\", \"0\" or {\"share\": \"0.5\"}" },
        { "{\"custom_rules\": [{\"id\": \"custom:a\", \"where\": [], \"leak\":\n"
            "{\"share\": \"1.5\"}}]}",
            "gpubill.json:2: 'share' must be a share in quotes, from \"0\" to \"1\"" },
        { "{\"custom_rules\": [{\"id\": \"custom:a\", \"where\": [],\n"
            "\"group_by\": [\"colour\"]}]}",
            "gpubill.json:2: 'colour' is no field; use a column of the ledger, or a short name "
            "such as resource" },
        { "{\"custom_rules\": [{\"id\": \"custom:a\", \"where\": []},\n"
            "{\"id\": \"custom:a\", \"where\": []}]}",
            "gpubill.json:2: there already is a rule 'custom:a'" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct rulebook b;
        struct config *c;
        struct err e = ERR_INIT;

        assert_int_equal(load(cases[i].text, &b, &c, &e), -1);
        assert_err(&e, cases[i].message);
        rulebook_release(&b);
        config_free(c);
    }
}

static void
reads_settings_and_leaves_the_others_at_their_defaults(void **state)
{
    struct rulebook b;
    struct config *c;
    struct err e = ERR_INIT;
    size_t idle = 0;

    (void)state;
    while (strcmp(rule_at(idle)->id, "idle-gpu") != 0)
        idle++;
    assert_int_equal(load("{\"rules\": {\"idle-gpu\": {\"stretch\": \"1.5h\"}, "
        "\"duplicate-charge\": {\"enabled\": false}}}", &b, &c, &e), 0);
    assert_true(b.settings[idle].is_enabled);
    assert_false(b.settings[0].is_enabled);
    assert_money(setting_number(&b.settings[idle], 0), "5");
    assert_int_equal(setting_duration(&b.settings[idle], 1), 90 * TIME_MINUTE);
    rulebook_release(&b);
    config_free(c);
}

static void
rules_stand_in_order_and_explain_themselves(void **state)
{
    (void)state;
    for (size_t i = 0; i < rule_count(); i++) {
        const struct rule *rule = rule_at(i);

        assert_non_null(rule);
        assert_true(i == 0 || rule_at(i - 1)->order < rule->order);
        assert_ptr_equal(rule_find(rule->id), rule);
        assert_true(rule->title && rule->finds && rule->needs && rule->formula && rule->example &&
            rule->advice && rule->settings && rule->check && rule->tell);
    }
    assert_null(rule_at(rule_count()));
    assert_null(rule_find("custom:weekend"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_is_wrong_and_says_where),
        cmocka_unit_test(reads_settings_and_leaves_the_others_at_their_defaults),
        cmocka_unit_test(rules_stand_in_order_and_explain_themselves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
