/* Closed word lists: every word is found, nothing else is; what categories stand for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/column.h"
#include "ledger/words.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const struct word_list *const lists[] = {
    &words_entry, &words_category, &words_state, &words_charge_category, &words_charge_class,
    &words_charge_frequency, &words_pricing,
};

static void
finds_every_word_by_its_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lists); i++) {
        assert_string_equal(lists[i]->words[0], "");
        assert_non_null(column_find(sv_of(lists[i]->name)));
        assert_ptr_equal(column_find(sv_of(lists[i]->name))->words, lists[i]);
        for (size_t v = 0; v < lists[i]->count; v++) {
            assert_non_null(lists[i]->words[v]);
            assert_int_equal(word_find(lists[i], sv_of(lists[i]->words[v])), v);
        }
    }
    assert_int_equal(words_category.count, CATEGORY_COUNT);
    assert_int_equal(words_entry.count, ENTRY_WITHDRAWAL + 1);
    assert_int_equal(words_state.count, STATE_UNKNOWN + 1);
    assert_int_equal(words_charge_category.count, CHARGE_ADJUSTMENT + 1);
    assert_int_equal(words_charge_class.count, CHARGE_CLASS_CORRECTION + 1);
    assert_int_equal(words_charge_frequency.count, FREQUENCY_USAGE_BASED + 1);
    assert_int_equal(words_pricing.count, PRICING_OTHER + 1);
}

static void
ignores_case_and_outer_blanks_but_nothing_else(void **state)
{
    (void)state;
    assert_int_equal(word_find(&words_category, SV("GPU")), CATEGORY_GPU);
    assert_int_equal(word_find(&words_category, SV(" data-disk ")), CATEGORY_DATA_DISK);
    assert_int_equal(word_find(&words_category, SV("   ")), CATEGORY_NONE);
    assert_int_equal(word_find(&words_charge_frequency, SV("usage-based")), FREQUENCY_USAGE_BASED);
    assert_int_equal(word_find(&words_category, SV("data disk")), -1);
    assert_int_equal(word_find(&words_category, SV("gp")), -1);
    assert_int_equal(word_find(&words_category, SV("gpus")), -1);
    assert_int_equal(word_find(&words_entry, SV("fee")), -1);
}

static void
each_change_has_a_code_of_its_own(void **state)
{
    (void)state;
    assert_string_equal(change_code(CHANGE_ROUNDED_18), "rounded-18");
    assert_string_equal(change_code(CHANGE_INCLUSIVE_END), "inclusive-end");
    assert_string_equal(change_code(CHANGE_YEAR_FIRST_DATE), "year-first-date");
    assert_string_equal(change_code(CHANGE_ID_FROM_REMARK), "id-from-remark");
    assert_string_equal(change_code(CHANGE_SIGN_FROM_DIRECTION), "sign-from-direction");
    assert_string_equal(change_code(CHANGE_PERIOD_REBUILT), "period-rebuilt");
    assert_string_equal(change_code(CHANGE_VOUCHER_ADDED), "voucher-added");
    assert_string_equal(change_code(CHANGE_CATEGORY_DERIVED), "category-derived");
    assert_string_equal(change_code(CHANGE_BOM_DROPPED), "bom-dropped");
    assert_string_equal(change_code(CHANGE_ID_LOST_DIGITS), "id-lost-digits");
    assert_string_equal(change_code(CHANGE_TOTAL_PRICE_SPLIT), "total-price-split");
    assert_string_equal(change_code(CHANGE_TEXT_MARKER), "text-marker");
    assert_string_equal(change_code(CHANGE_SHEET_DIGITS), "sheet-number-15-digits");
    assert_string_equal(change_code(CHANGE_GUESSED), "guessed");
    assert_int_equal(CHANGE_GUESSED, 1 << (CHANGE_COUNT - 1));
}

static void
categories_are_compute_storage_or_neither(void **state)
{
    (void)state;
    for (enum category c = CATEGORY_NONE; c < CATEGORY_COUNT; c++) {
        const char *service = category_focus_service(c);

        assert_int_equal(category_is_compute(c), strcmp(service, "Compute") == 0);
        assert_int_equal(category_is_storage(c), strcmp(service, "Storage") == 0);
        assert_int_equal(category_is_disk(c),
            strcmp(category_focus_subcategory(c), "Block Storage") == 0);
        assert_true(strlen(category_title(c)) > 0);
    }
    assert_true(category_is_compute(CATEGORY_GPU));
    assert_true(category_is_disk(CATEGORY_SYSTEM_DISK));
    assert_true(category_is_storage(CATEGORY_IMAGE));
    assert_false(category_is_storage(CATEGORY_TRAFFIC));
    assert_string_equal(category_focus_service(CATEGORY_MODEL_API), "AI and Machine Learning");
    assert_string_equal(category_focus_subcategory(CATEGORY_MODEL_API), "Generative AI");
    assert_string_equal(category_title(CATEGORY_DATA_DISK), "data disk");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_word_by_its_value),
        cmocka_unit_test(ignores_case_and_outer_blanks_but_nothing_else),
        cmocka_unit_test(each_change_has_a_code_of_its_own),
        cmocka_unit_test(categories_are_compute_storage_or_neither),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
