/*
 * results_sample.h - a small review, made by hand, on which the reports are tested.
 *
 * Two currencies, three platforms, a refund, account moves, a rejected record, warnings, texts that
 * want to be markup and formulas.
 */
#ifndef TESTS_RESULTS_SAMPLE_H
#define TESTS_RESULTS_SAMPLE_H

#include <stdio.h>
#include <stdlib.h>

#include "ledger/charge.h"
#include "reports/results.h"
#include "unit.h"

struct sample {
    struct ledger ledger;
    struct review review;
    struct import import;
    struct formats formats;
    struct format autodl, aliyun;
    struct format *list[2];
    struct results results;
};

static inline struct money
amount(const char *text)
{
    struct money m = MONEY_ZERO;
    struct err e = ERR_INIT;

    assert_int_equal(money_parse(&m, sv_of(text), &e), 0);
    return m;
}

static inline int64_t
moment(const char *text)
{
    struct time_text t;
    struct err e = ERR_INIT;

    assert_int_equal(time_parse(&t, sv_of(text), DATE_YEAR_FIRST, 480, false, &e), 0);
    return t.at;
}

static inline struct input *
sample_input(struct sample *s, const char *path, const char *format, const char *platform,
    uint32_t *index)
{
    struct input *in = input_new(sv_of(path), true);
    struct err e = ERR_INIT;

    assert_non_null(in);
    in->kind = INPUT_BILL;
    in->format = format;
    in->platform = platform;
    in->encoding = "UTF-8";
    in->evidence_level = "documented";
    memset(in->sha256, 'a', sizeof(in->sha256) - 1);
    assert_int_equal(ledger_add_input(&s->ledger, in, index, &e), 0);
    return in;
}

static inline void
sample_line(struct sample *s, uint32_t input, uint64_t line, const char *platform,
    enum category category, const char *name, const char *billed, const char *currency)
{
    struct charge c;
    struct err e = ERR_INIT;
    struct input *in = s->ledger.inputs.at[input];

    charge_init(&c);
    c.text[TEXT_PLATFORM] = sv_of(platform);
    c.text[TEXT_RESOURCE_NAME] = sv_of(name);
    c.text[TEXT_BILLING_CURRENCY] = sv_of(currency);
    c.word[WORD_ENTRY] = ENTRY_CHARGE;
    c.word[WORD_CATEGORY] = (unsigned char)category;
    c.time[TIME_CHARGE_PERIOD_START] = moment("2026-03-01 08:00:00");
    c.time[TIME_CHARGE_PERIOD_END] = moment("2026-03-01 09:00:00");
    c.changes = CHANGE_ROUNDED_18 | CHANGE_INCLUSIVE_END;
    c.line = line;
    charge_set(&c, MONEY_BILLED_COST, amount(billed));
    assert_int_equal(ledger_add(&s->ledger, input, &c, &e), 0);
    in->records++;
    in->lines++;
    assert_int_equal(currency_sums_add(&in->billed, currency, amount(billed), &e), 0);
}

static inline void
sample_inputs(struct sample *s)
{
    uint32_t autodl, aliyun, runpod;
    struct input *in = sample_input(s, "bills/autodl.csv", "autodl-statement", "autodl", &autodl);
    struct err e = ERR_INIT;

    sample_line(s, autodl, 2, "autodl", CATEGORY_GPU, "=1+2", "1518.20", "CNY");
    sample_line(s, autodl, 3, "autodl", CATEGORY_DATA_DISK, "disk, \"big\"", "148.11", "CNY");
    input_skip(in, SKIP_TOTAL_ROW);
    input_warn(in, "declared-total", 0, "the file declares %s, its lines add up to %s", "1,666.32",
        "1,666.31");
    assert_int_equal(input_reject(in, 5, REJECT_BAD_AMOUNT, SV("金额"), SV("a,\"b\n\xff-1"), NULL,
        &e), 0);
    in = sample_input(s, "bills/aliyun.csv", "aliyun-bill-detail", "aliyun", &aliyun);
    in->encoding = "GB18030";
    in->evidence_level = "assumed";
    assert_int_equal(currency_sums_add(&in->declared, "CNY", amount("901.44"), &e), 0);
    sample_line(s, aliyun, 2, "aliyun", CATEGORY_GPU, "<b>训练</b>", "700.10", "CNY");
    sample_line(s, aliyun, 3, "aliyun", CATEGORY_TRAFFIC, "eip", "201.340000000000000001", "CNY");
    (void)sample_input(s, "bills/runpod.json", "focus", "runpod", &runpod);
    sample_line(s, runpod, 1, "runpod", CATEGORY_GPU, "pod", "96.40", "USD");
    sample_line(s, runpod, 2, "runpod", CATEGORY_CREDIT, "credit", "-20.5", "USD");
}

#define ADD(list, ...) ((list).at[(list).n++] = (__VA_ARGS__))

static inline void
sample_spend(struct sample *s, const char *platform, enum category c, const char *currency,
    const char *billed)
{
    struct review *v = &s->review;

    ADD(v->spend, (struct review_spend){ platform, c, currency, 1, amount(billed) });
    for (unsigned day = 1; day <= 2; day++) {
        struct review_day d = { .platform = platform, .category = c, .currency = currency };

        (void)snprintf(d.day, sizeof(d.day), "2026-03-%02u", day == 1 ? 1 : 31);
        d.billed = day == 1 ? amount("1") : amount(billed);
        d.billed.units -= day == 1 ? 0 : amount("1").units;
        ADD(v->days, d);
    }
    ADD(v->resources, (struct review_resource){ platform, "id-<1>", "name", "sku", currency,
        amount(billed) });
}

static inline void
sample_review(struct sample *s)
{
    static const char cny[] = "CNY", usd[] = "USD";
    struct review *v = &s->review;

    v->ledger = &s->ledger;
    v->period = (struct period){ moment("2026-03-01"), moment("2026-04-01"), 480 };
    v->totals.at = calloc(8, sizeof(*v->totals.at));
    v->spend.at = calloc(16, sizeof(*v->spend.at));
    v->days.at = calloc(32, sizeof(*v->days.at));
    v->resources.at = calloc(16, sizeof(*v->resources.at));
    v->projects.at = calloc(8, sizeof(*v->projects.at));
    ADD(v->totals, (struct review_total){ .currency = cny, .lines = 4,
        .list = amount("3000"), .discount = amount("432.25"),
        .billed = amount("2567.750000000000000001"), .voucher = amount("67.75"),
        .cash = amount("2500.000000000000000001"), .refunds = amount("-3"),
        .moved = amount("200"), .lines_without_list = 1 });
    ADD(v->totals, (struct review_total){ .currency = usd, .lines = 2, .billed = amount("75.9"),
        .cash = amount("75.9"), .has_list = true });
    sample_spend(s, "aliyun", CATEGORY_GPU, cny, "700.10");
    sample_spend(s, "aliyun", CATEGORY_TRAFFIC, cny, "201.340000000000000001");
    sample_spend(s, "autodl", CATEGORY_GPU, cny, "1518.20");
    sample_spend(s, "autodl", CATEGORY_DATA_DISK, cny, "148.11");
    sample_spend(s, "runpod", CATEGORY_GPU, usd, "96.40");
    sample_spend(s, "runpod", CATEGORY_CREDIT, usd, "-20.5");
    ADD(v->projects, (struct review_project){ "", cny, amount("2000.750000000000000001") });
    ADD(v->projects, (struct review_project){ "thesis", cny, amount("567") });
    ADD(v->projects, (struct review_project){ "", usd, amount("75.9") });
}

/* The sample as results in ${lang}. Release with sample_release(). */
static inline struct sample *
sample_new(enum lang lang)
{
    struct sample *s = calloc(1, sizeof(*s));

    assert_non_null(s);
    ledger_init(&s->ledger);
    sample_inputs(s);
    sample_review(s);
    s->autodl = (struct format){ .id = "autodl-statement", .platform = "autodl",
        .title = { "AutoDL statement", "AutoDL 流水" }, .platform_title = { "AutoDL", "AutoDL" } };
    s->aliyun = (struct format){ .id = "aliyun-bill-detail", .platform = "aliyun",
        .title = { "Alibaba Cloud bill", "阿里云账单" },
        .platform_title = { "Alibaba Cloud", "阿里云" } };
    s->list[0] = &s->autodl;
    s->list[1] = &s->aliyun;
    s->formats.list.at = s->list;
    s->formats.list.n = 2;
    s->results = (struct results){ &s->ledger, &s->review, &s->import, &s->formats, lang, "0.1.0",
        moment("2026-04-02 10:00:00"), 412, 12345678, NULL, NULL, NULL, NULL, false };
    return s;
}

static inline void
sample_release(struct sample *s)
{
    ledger_release(&s->ledger);
    free(s->review.totals.at);
    free(s->review.spend.at);
    free(s->review.days.at);
    free(s->review.resources.at);
    free(s->review.projects.at);
    free(s);
}

#endif
