/*
 * sample_formats.h - a few small formats, for tests of detection and import.
 *
 * shop and shop-detail are rows (the second has one more column), shop-json is the list of a
 * document, twin-a and twin-b cannot be told apart, states are observations.
 */
#ifndef TESTS_SAMPLE_FORMATS_H
#define TESTS_SAMPLE_FORMATS_H

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/format.h"

#define SAMPLE_HEAD(id, kind, platform)                                                            \
    "{\"id\": \"" id "\", \"kind\": \"" kind "\", \"platform\": \"" platform "\",\n"               \
    " \"title\": {\"en\": \"T\", \"zh\": \"T\"},\n"                                               \
    " \"platform_title\": {\"en\": \"P\", \"zh\": \"P\"},\n"                                      \
    " \"evidence\": {\"level\": \"assumed\", \"sources\": [\"made up\"], \"notes\": \"\"},\n"

#define SHOP_COLUMNS                                                                               \
    "\"time\": {\"names\": [\"交易时间\", \"Time\"], \"required\": true},\n"                       \
    "\"amount\": {\"names\": [\"金额\", \"Amount\"], \"required\": true}, \"no\": \"订单号\",\n"   \
    "\"note\": \"备注\""

#define SHOP_FIELDS                                                                                \
    " \"fields\": {\"ChargePeriodStart\": \"time\", \"BilledCost\": \"amount\",\n"                 \
    "  \"x_OrderId\": \"no\", \"ChargeDescription\": \"note\"},\n"                                 \
    " \"required\": [\"BilledCost\"],\n"

#define SHOP_SAMPLE                                                                                \
    " \"samples\": [{\"name\": \"one\", \"text\": [\"交易时间,金额\", \"2026-03-01,1\"],"          \
    " \"lines\": []}]}\n"

static const char *const sample_formats[][2] = {
    { "shop.json",
        SAMPLE_HEAD("shop", "bill", "shop")
        " \"read\": {\"as\": [\"rows\"], \"timezone\": \"+08:00\", \"currency\": \"CNY\"},\n"
        " \"columns\": {" SHOP_COLUMNS "},\n" SHOP_FIELDS SHOP_SAMPLE },
    { "shop-detail.json",
        SAMPLE_HEAD("shop-detail", "bill", "shop")
        " \"read\": {\"as\": [\"rows\"], \"timezone\": \"+08:00\", \"currency\": \"CNY\"},\n"
        " \"columns\": {" SHOP_COLUMNS ",\n"
        "  \"instance\": {\"names\": [\"实例ID\"], \"required\": true}},\n"
        " \"recognise\": {\"prefer_over\": [\"shop\"]},\n" SHOP_FIELDS SHOP_SAMPLE },
    { "shop-json.json",
        SAMPLE_HEAD("shop-json", "bill", "shop")
        " \"read\": {\"as\": [\"objects\"], \"lists\": [\"data.list\"], \"timezone\": \"+08:00\",\n"
        "  \"currency\": \"CNY\"},\n"
        " \"columns\": {" SHOP_COLUMNS "},\n" SHOP_FIELDS SHOP_SAMPLE },
    { "twin-a.json",
        SAMPLE_HEAD("twin-a", "bill", "twin")
        " \"read\": {\"as\": [\"rows\"], \"currency\": \"USD\"},\n"
        " \"columns\": {\"day\": {\"names\": [\"Day\"], \"required\": true},\n"
        "  \"cost\": {\"names\": [\"Cost\"], \"required\": true}, \"kind\": \"Kind\"},\n"
        " \"recognise\": {\"absent\": [\"Refunds\"]},\n"
        " \"fields\": {\"ChargePeriodStart\": \"day\", \"BilledCost\": \"cost\"},\n" SHOP_SAMPLE },
    { "twin-b.json",
        SAMPLE_HEAD("twin-b", "bill", "twin")
        " \"read\": {\"as\": [\"rows\"], \"currency\": \"USD\"},\n"
        " \"columns\": {\"day\": {\"names\": [\"Day\"], \"required\": true},\n"
        "  \"cost\": {\"names\": [\"Cost\"], \"required\": true}, \"kind\": \"Kind\"},\n"
        " \"recognise\": {\"where\": [{\"not\": {\"column\": \"kind\", \"is\": \"a\"}}]},\n"
        " \"fields\": {\"ChargePeriodStart\": \"day\", \"BilledCost\": \"cost\"},\n" SHOP_SAMPLE },
    { "named-x.json",
        SAMPLE_HEAD("named-x", "bill", "x")
        " \"read\": {\"currency\": \"CNY\"},\n"
        " \"columns\": {\"day\": \"日期\", \"cost\": {\"names\": [\"费用\", \"金额\", \"Cost\"]},\n"
        "  \"start\": \"Day\"},\n"
        " \"recognise\": {\"text\": \"(?i)cloud-x|平台X\", \"prefer_over\": [\"twin-a\"]},\n"
        " \"fields\": {\"ChargePeriodStart\": \"day\", \"BilledCost\": \"cost\"},\n" SHOP_SAMPLE },
    { "named-y.json",
        SAMPLE_HEAD("named-y", "bill", "y")
        " \"read\": {\"currency\": \"CNY\"},\n"
        " \"columns\": {\"day\": \"日期\", \"cost\": {\"names\": [\"费用\", \"金额\", \"Cost\"]},\n"
        "  \"start\": \"Day\"},\n"
        " \"recognise\": {\"text\": \"平台Y\"},\n"
        " \"fields\": {\"ChargePeriodStart\": \"day\", \"BilledCost\": \"cost\"},\n" SHOP_SAMPLE },
    { "states.json",
        SAMPLE_HEAD("states", "states", "")
        " \"read\": {\"as\": [\"rows\"], \"timezone\": \"+08:00\"},\n"
        " \"columns\": {\"platform\": {\"names\": [\"platform\"], \"required\": true},\n"
        "  \"instance\": {\"names\": [\"instance\"], \"required\": true},\n"
        "  \"state\": {\"names\": [\"state\"], \"required\": true},\n"
        "  \"from\": {\"names\": [\"from\"], \"required\": true}, \"to\": \"to\"},\n"
        " \"fields\": {\"platform\": \"platform\", \"instance\": \"instance\",\n"
        "  \"state\": \"state\", \"from\": \"from\", \"to\": \"to\"},\n" SHOP_SAMPLE },
};

/* Load them all. A format that is wrong ends the program: the tests need them. */
static inline void
load_sample_formats(struct formats *out)
{
    char text[ERR_TEXT_MAX];

    *out = (struct formats){ 0 };
    for (size_t i = 0; i < sizeof(sample_formats) / sizeof(sample_formats[0]); i++) {
        struct err e = ERR_INIT;
        struct format *f = format_load(sample_formats[i][0], sv_of(sample_formats[i][1]), &e);

        if (!f || vec_grow(&out->list, 1, 100, &e)) {
            fprintf(stderr, "%s\n", err_text(&e, LANG_EN, text, sizeof(text)));
            abort();
        }
        out->list.at[out->list.n++] = f;
    }
}

#endif
