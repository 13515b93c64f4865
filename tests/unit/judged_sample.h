/*
 * judged_sample.h - the small review of results_sample.h with findings made by hand.
 */
#ifndef TESTS_JUDGED_SAMPLE_H
#define TESTS_JUDGED_SAMPLE_H

#include "audit/rule.h"
#include "results_sample.h"

/* The sample with findings made by hand: of its disk (line 1 of the ledger) and its traffic (3). */
struct judged {
    struct sample *sample;
    struct audit audit;
    struct finding list[3], *order[3];
    struct finding_line rows[3][2];
    struct fact facts[2];
    struct audit_leak leak;
    struct audit_unknown unknown;
};

static inline struct finding
made(const char *id, const char *rule, enum certainty c, const char *leak, const char *billed)
{
    struct finding f = { .rule = rule, .of = rule_find(rule), .certainty = c,
        .platform = "autodl", .account = "", .resource = "r-1", .currency = "CNY", .key = "",
        .name = "<b>train</b>", .from = moment("2026-03-01"), .to = moment("2026-03-04"),
        .billed = amount(billed), .leak = amount(leak), .net = amount(leak), .waiver = "",
        .said_en = "", .said_zh = "" };

    (void)snprintf(f.id, sizeof(f.id), "%s", id);
    message_set(&f.message, "fact of %s", id);
    message_set(&f.advice, "advice of %s", id);
    return f;
}

static inline void
add_row(struct judged *j, size_t finding, uint32_t line, const char *leak)
{
    struct finding *f = &j->list[finding];

    f->lines.at = j->rows[finding];
    f->lines.at[f->lines.n++] = (struct finding_line){ line, amount(leak), amount(leak) };
}

static inline struct judged *
judged_new(enum lang lang)
{
    static const char *rules[] = { "idle-gpu", NULL };
    struct judged *j = calloc(1, sizeof(*j));

    assert_non_null(j);
    j->sample = sample_new(lang);
    j->list[0] = made("F001", "stopped-storage", CERTAIN, "74.055", "148.11");
    add_row(j, 0, 1, "74.055");
    j->list[1] = made("F002", "traffic-fee", POSSIBLE, "201.340000000000000001",
        "201.340000000000000001");
    add_row(j, 1, 3, "201.340000000000000001");
    j->list[1].net = amount("10");
    j->list[2] = made("F003", "spend-jump", POSSIBLE, "0", "148.11");
    for (size_t i = 0; i < 3; i++)
        j->order[i] = &j->list[i];
    j->leak = (struct audit_leak){ "CNY", amount("275.395"), amount("84.055"), amount("0.0327") };
    j->unknown = (struct audit_unknown){ UNKNOWN_UTILISATION, "autodl", "", "i-<9>",
        amount("37.5"), rules };
    j->audit.findings.at = j->order;
    j->audit.findings.n = 3;
    j->audit.leaks.at = &j->leak;
    j->audit.leaks.n = 1;
    j->audit.unknown.at = &j->unknown;
    j->audit.unknown.n = 1;
    j->audit.unknown_gpu_hours = amount("37.5");
    j->audit.in.ledger = &j->sample->ledger;
    j->audit.in.review = &j->sample->review;
    j->audit.period = j->sample->review.period;
    j->sample->results.audit = &j->audit;
    return j;
}

static inline void
judged_release(struct judged *j)
{
    sample_release(j->sample);
    free(j);
}

#endif
