#include "bench_format.h"

#include "parsers/gpu_types.h"
#include "parsers/normalise.h"

/* Normalising with a format whose parts ${rest} gives. */
struct bench {
    struct format *format;
    struct gpu_types *types;
    struct normaliser *normaliser;
    struct charge charge;
    struct stated stated;
    unsigned notes;
    int result;
    char cell[200];
};

static void
set_up(struct bench *b, const char *rest)
{
    struct err e = ERR_INIT;

    *b = (struct bench){ .notes = 0 };
    b->format = bench_format("'amount':'amount'", "'BilledCost':'amount'", rest, &e);
    b->types = gpu_types_load(&e);
    assert_non_null(b->format);
    assert_non_null(b->types);
    b->normaliser = normaliser_new(b->format, b->types);
    assert_non_null(b->normaliser);
    charge_init(&b->charge);
    b->charge.offset_minutes = 480;
}

static void
tear_down(struct bench *b)
{
    normaliser_free(b->normaliser);
    gpu_types_free(b->types);
    format_free(b->format);
}

static struct money
money(const char *text)
{
    struct err e = ERR_INIT;
    struct money m = MONEY_ZERO;

    assert_int_equal(money_parse(&m, sv_of(text), &e), 0);
    return m;
}

static void
run(struct bench *b)
{
    enum time_column column;

    b->result = normalise(b->normaliser, &b->charge, &b->stated, &b->notes, &column);
}

static const char *
cell(struct bench *b, const char *column)
{
    return bench_cell(&b->charge, column, b->cell, sizeof(b->cell));
}

static void
tells_the_entry_from_sign_and_words(void **state)
{
    static const struct {
        const char *billed;
        enum charge_category kind;
        enum charge_class class;
        enum entry stated;
        const char *entry, *after;
        unsigned notes;
    } table[] = {
        { "5", CHARGE_NONE, 0, 0, "charge", "5", 0 },
        { "0", CHARGE_NONE, 0, 0, "charge", "0", 0 },
        { "-5", CHARGE_NONE, 0, 0, "refund", "-5", 0 },
        { "-5", CHARGE_CREDIT, 0, 0, "credit", "-5", 0 },
        { "5", CHARGE_CREDIT, 0, 0, "credit", "5", 0 },
        { "5", CHARGE_TAX, 0, 0, "tax", "5", 0 },
        { "-5", CHARGE_ADJUSTMENT, 0, 0, "charge", "-5", 0 },
        { "-5", CHARGE_USAGE, CHARGE_CLASS_CORRECTION, 0, "charge", "-5", 0 },
        { "5", CHARGE_NONE, 0, ENTRY_REFUND, "refund", "-5", 0 },
        { "-5", CHARGE_NONE, 0, ENTRY_REFUND, "refund", "-5", 0 },
        { "5", CHARGE_NONE, 0, ENTRY_CREDIT, "credit", "-5", 0 },
        { "-5", CHARGE_NONE, 0, ENTRY_CHARGE, "charge", "-5", NORMAL_NEGATIVE_CHARGE },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench b;

        set_up(&b, "");
        charge_set(&b.charge, MONEY_BILLED_COST, money(table[i].billed));
        b.charge.word[WORD_CHARGE_CATEGORY] = (unsigned char)table[i].kind;
        b.charge.word[WORD_CHARGE_CLASS] = (unsigned char)table[i].class;
        b.charge.word[WORD_ENTRY] = (unsigned char)table[i].stated;
        b.stated.has_entry = table[i].stated != ENTRY_NONE;
        run(&b);
        assert_string_equal(cell(&b, "x_Entry"), table[i].entry);
        assert_string_equal(cell(&b, "BilledCost"), table[i].after);
        assert_int_equal(b.notes, table[i].notes);
        tear_down(&b);
    }
}

static void
turns_every_amount_of_a_stated_refund(void **state)
{
    struct bench b;

    (void)state;
    set_up(&b, "");
    b.charge.word[WORD_ENTRY] = ENTRY_REFUND;
    b.stated.has_entry = true;
    charge_set(&b.charge, MONEY_BILLED_COST, money("5"));
    charge_set(&b.charge, MONEY_VOUCHER, money("2"));
    charge_set(&b.charge, MONEY_LIST_COST, money("6"));
    run(&b);
    assert_string_equal(cell(&b, "x_Voucher"), "-2");
    assert_string_equal(cell(&b, "x_Cash"), "-3");
    assert_string_equal(cell(&b, "ListCost"), "-6");
    assert_string_equal(cell(&b, "x_Changes"), "sign-from-direction category-derived");
    tear_down(&b);
}

static void
keeps_moves_of_money_out_of_spend(void **state)
{
    static const struct { enum entry entry; const char *billed, *moved, *after; } table[] = {
        { ENTRY_RECHARGE, "100", NULL, "100" },
        { ENTRY_RECHARGE, "-100", NULL, "100" },
        { ENTRY_WITHDRAWAL, "30", NULL, "-30" },
        { ENTRY_WITHDRAWAL, "-30", NULL, "-30" },
        { ENTRY_RECHARGE, "100", "0", "0" },
    };
    struct bench gift;

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench b;

        set_up(&b, "");
        b.charge.word[WORD_ENTRY] = (unsigned char)table[i].entry;
        b.stated.has_entry = true;
        charge_set(&b.charge, MONEY_BILLED_COST, money(table[i].billed));
        if (table[i].moved)
            charge_set(&b.charge, MONEY_MOVED, money(table[i].moved));
        run(&b);
        assert_string_equal(cell(&b, "BilledCost"), "0");
        assert_string_equal(cell(&b, "x_Moved"), table[i].after);
        assert_string_equal(cell(&b, "x_Cash"), "");
        assert_string_equal(cell(&b, "x_Category"), "");
        assert_string_equal(cell(&b, "ChargeCategory"), "");
        tear_down(&b);
    }
    /* The amount of a recharge includes the gift; what was paid does not. */
    set_up(&gift, "");
    gift.charge.word[WORD_ENTRY] = ENTRY_RECHARGE;
    gift.stated.has_entry = true;
    charge_set(&gift.charge, MONEY_BILLED_COST, money("220"));
    charge_set(&gift.charge, MONEY_VOUCHER, money("20"));
    run(&gift);
    assert_string_equal(cell(&gift, "x_Moved"), "200");
    assert_string_equal(cell(&gift, "x_Voucher"), "20");
    tear_down(&gift);
}

static void
makes_cash_and_voucher_the_amount(void **state)
{
    static const struct { const char *voucher, *cash, *voucher_after, *cash_after; unsigned notes; }
    table[] = {
        { NULL, NULL, "", "", 0 },
        { "3", NULL, "3", "7", 0 },
        { "0", NULL, "0", "10", 0 },
        { NULL, "4", "6", "4", 0 },
        { "3", "7", "3", "7", 0 },
        { "3", "6", "3", "6", NORMAL_PARTS_DIFFER },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench b;

        set_up(&b, "");
        charge_set(&b.charge, MONEY_BILLED_COST, money("10"));
        if (table[i].voucher)
            charge_set(&b.charge, MONEY_VOUCHER, money(table[i].voucher));
        if (table[i].cash)
            charge_set(&b.charge, MONEY_CASH, money(table[i].cash));
        run(&b);
        assert_string_equal(cell(&b, "x_Voucher"), table[i].voucher_after);
        assert_string_equal(cell(&b, "x_Cash"), table[i].cash_after);
        assert_int_equal(b.notes, table[i].notes);
        tear_down(&b);
    }
}

#define T0 INT64_C(1772294400000) /* 2026-02-28T16:00:00Z, midnight at +08:00 */

static void
settles_periods(void **state)
{
    static const struct {
        const char *rest;
        int64_t start, end;
        bool is_date, is_month; /* of whichever was stated */
        int64_t start_after, end_after;
        int result;
        const char *changes;
    } table[] = {
        { "", T0, T0 + TIME_HOUR, false, false, T0, T0 + TIME_HOUR, 0, "category-derived" },
        { "", T0, TIME_NONE, false, false, T0, TIME_NONE, 0, "category-derived" },
        { "", T0, TIME_NONE, true, false, T0, T0 + TIME_DAY, 0, "category-derived" },
        { "", T0, TIME_NONE, false, true, T0, T0 + 31 * TIME_DAY, 0, "category-derived" },
        { "", T0, T0 - 1, false, false, T0, T0 - 1, 1, "" },
        { "", T0, T0, false, false, T0, T0, 0, "category-derived" },
        { ",'billing':{'end':'inclusive'}", T0, T0 + TIME_HOUR - TIME_SECOND, false, false, T0,
            T0 + TIME_HOUR, 0, "inclusive-end category-derived" },
        { ",'billing':{'end':'inclusive'}", T0, T0 + TIME_HOUR - 1, false, false, T0,
            T0 + TIME_HOUR, 0, "inclusive-end category-derived" },
        { ",'billing':{'end':'inclusive'}", T0, T0 + TIME_HOUR - 2 * TIME_SECOND, false, false, T0,
            T0 + TIME_HOUR - 2 * TIME_SECOND, 0, "category-derived" },
        { "", T0, T0 + TIME_HOUR - TIME_SECOND, false, false, T0, T0 + TIME_HOUR - TIME_SECOND, 0,
            "category-derived" },
        { ",'billing':{'time':'end'}", TIME_NONE, T0 + TIME_HOUR, false, false, T0 + TIME_HOUR,
            T0 + TIME_HOUR, 0, "category-derived" },
        { ",'billing':{'time':'end','end':'inclusive'}", TIME_NONE, T0 + TIME_DAY - TIME_SECOND,
            false, false, T0 + TIME_DAY - TIME_SECOND, T0 + TIME_DAY, 0,
            "inclusive-end category-derived" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        enum time_column stated = table[i].start != TIME_NONE ? TIME_CHARGE_PERIOD_START :
            TIME_CHARGE_PERIOD_END;
        struct bench b;

        set_up(&b, table[i].rest);
        charge_set(&b.charge, MONEY_BILLED_COST, money("1"));
        b.charge.time[TIME_CHARGE_PERIOD_START] = table[i].start;
        b.charge.time[TIME_CHARGE_PERIOD_END] = table[i].end;
        b.stated.is_date[stated] = table[i].is_date;
        b.stated.is_month[stated] = table[i].is_month;
        run(&b);
        assert_int_equal(b.result, table[i].result);
        assert_true(b.charge.time[TIME_CHARGE_PERIOD_START] == table[i].start_after);
        assert_true(b.charge.time[TIME_CHARGE_PERIOD_END] == table[i].end_after);
        assert_string_equal(cell(&b, "x_Changes"), table[i].changes);
        tear_down(&b);
    }
}

static void
derives_the_category_from_the_words_of_the_line(void **state)
{
    static const struct { const char *text, *category; } table[] = {
        { "GPU云服务器 系统盘", "system-disk" },
        { "数据盘扩容", "data-disk" },
        { "EBS volume", "data-disk" },
        { "云硬盘快照", "snapshot" },
        { "对象存储 标准存储容量", "object-storage" },
        { "OSS storage", "object-storage" },
        { "loss of data", "" },
        { "NAS", "file-storage" },
        { "nasa", "" },
        { "公网流出流量", "traffic" },
        { "Data Transfer Out", "traffic" },
        { "弹性公网IP 保有费", "public-address" },
        { "镜像保存", "image" },
        { "按Token计费的模型调用", "model-api" },
        { "NVIDIA vGPU license", "software" },
        { "GPU 实例", "gpu" },
        { "云服务器 ECS", "cpu" },
        { "增值税", "tax" },
        { "Enterprise Support", "support" },
        { "something else", "" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        enum category found = category_from_text(sv_of(table[i].text));

        if (strcmp(words_category.words[found], table[i].category) != 0)
            fail_msg("'%s': %s, expected %s", table[i].text, words_category.words[found],
                table[i].category);
    }
}

static void
completes_a_line_of_which_little_is_said(void **state)
{
    struct bench b;

    (void)state;
    set_up(&b, "");
    charge_set(&b.charge, MONEY_BILLED_COST, money("1"));
    b.charge.text[TEXT_SKU_METER] = SV("GPU 算力");
    b.charge.text[TEXT_RESOURCE_ID] = SV("arn:aws:ec2:us-east-1:1:instance/i-0abc");
    run(&b);
    assert_string_equal(cell(&b, "x_Platform"), "bench");
    assert_string_equal(cell(&b, "ProviderName"), "Bench Cloud");
    assert_string_equal(cell(&b, "PublisherName"), "Bench Cloud");
    assert_string_equal(cell(&b, "InvoiceIssuerName"), "Bench Cloud");
    assert_string_equal(cell(&b, "x_Category"), "gpu");
    assert_string_equal(cell(&b, "x_InstanceId"), "i-0abc");
    assert_string_equal(cell(&b, "ResourceId"), "arn:aws:ec2:us-east-1:1:instance/i-0abc");
    assert_string_equal(cell(&b, "ServiceCategory"), "Compute");
    assert_string_equal(cell(&b, "ChargeCategory"), "Usage");
    assert_string_equal(cell(&b, "x_Changes"), "category-derived");
    tear_down(&b);
}

static void
leaves_alone_what_the_bill_says(void **state)
{
    struct bench b;

    (void)state;
    set_up(&b, "");
    charge_set(&b.charge, MONEY_BILLED_COST, money("1"));
    b.charge.text[TEXT_PLATFORM] = SV("AutoDL");
    b.charge.text[TEXT_PROVIDER_NAME] = SV("Someone");
    b.charge.text[TEXT_SERVICE_CATEGORY] = SV("Their own");
    b.charge.text[TEXT_RESOURCE_ID] = SV("disk/d-1");
    b.charge.text[TEXT_SKU_METER] = SV("GPU");
    b.charge.word[WORD_CATEGORY] = CATEGORY_DATA_DISK;
    b.charge.word[WORD_CHARGE_CATEGORY] = CHARGE_PURCHASE;
    run(&b);
    assert_string_equal(cell(&b, "x_Platform"), "autodl");
    assert_string_equal(cell(&b, "PublisherName"), "Someone");
    assert_string_equal(cell(&b, "ServiceCategory"), "Their own");
    assert_string_equal(cell(&b, "ServiceSubcategory"), "");
    assert_string_equal(cell(&b, "x_InstanceId"), "");
    assert_string_equal(cell(&b, "x_Category"), "data-disk");
    assert_string_equal(cell(&b, "ChargeCategory"), "Purchase");
    assert_string_equal(cell(&b, "x_Changes"), "");
    tear_down(&b);
}

static void
finds_model_and_cards_of_gpu_lines_only(void **state)
{
    static const struct {
        const char *model, *sku, *text;
        enum category category;
        const char *count;
    } table[] = {
        { "RTX 4090", "", "RTX 4090 * 2卡", CATEGORY_GPU, "2" },
        { "RTX 4090", "", "RTX 4090 * 2卡", CATEGORY_NONE, "2" },
        { "", "", "RTX 4090 * 2卡", CATEGORY_DATA_DISK, "" },
        { "RTX 4090", "RTX 4090", "RTX 4090 * 2卡", CATEGORY_GPU, "2" },
        { "RTX 4090", "RTX 4090", "RTX 3090 * 2卡", CATEGORY_GPU, "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench b;

        set_up(&b, "");
        charge_set(&b.charge, MONEY_BILLED_COST, money("1"));
        b.charge.text[TEXT_SKU_ID] = sv_of(table[i].sku);
        b.charge.text[TEXT_CHARGE_DESCRIPTION] = sv_of(table[i].text);
        b.charge.word[WORD_CATEGORY] = (unsigned char)table[i].category;
        run(&b);
        assert_string_equal(cell(&b, "x_GpuModel"), table[i].model);
        assert_string_equal(cell(&b, "x_GpuCount"), table[i].count);
        tear_down(&b);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_entry_from_sign_and_words),
        cmocka_unit_test(turns_every_amount_of_a_stated_refund),
        cmocka_unit_test(keeps_moves_of_money_out_of_spend),
        cmocka_unit_test(makes_cash_and_voucher_the_amount),
        cmocka_unit_test(settles_periods),
        cmocka_unit_test(derives_the_category_from_the_words_of_the_line),
        cmocka_unit_test(completes_a_line_of_which_little_is_said),
        cmocka_unit_test(leaves_alone_what_the_bill_says),
        cmocka_unit_test(finds_model_and_cards_of_gpu_lines_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
