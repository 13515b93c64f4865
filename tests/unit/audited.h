/*
 * audited.h - what rules find in small ledgers, and what they cannot judge, as one text.
 *
 *     struct audited x;
 *     audited_init(&x);
 *     audited_row(&x, (struct bill_row){ .instance = "i-1", ... });
 *     audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 10:00:00", NULL);
 *     audited_run(&x, "stopped-storage");
 *     assert_found(&x, "stopped-storage certain i-1 CNY 0.22 net 0.22: 3=0.22\n");
 *     audited_release(&x);
 */
#ifndef TESTS_UNIT_AUDITED_H
#define TESTS_UNIT_AUDITED_H

#include "audit/audit.h"
#include "bills.h"
#include "ledger/settle.h"

#define AUDITED_TEXT_MAX 16384

/* March 2026 in China. */
#define AUDITED_MARCH ((struct period){ INT64_C(1772294400000), INT64_C(1774972800000), 480 })

struct audited {
    struct bills bills;
    uint32_t input; /* of rows that name none: "a.csv", gpubill-simple */
    struct observations observations;
    struct config *config; /* NULL: none; or by audited_config() */
    struct format exclusive, other;
    struct format *format_list[2];
    struct formats formats;
    struct review review;
    struct rulebook rulebook;
    struct previous *previous;
    struct audit audit;
};

static inline void
audited_init(struct audited *x)
{
    memset(x, 0, sizeof(*x));
    bills_init(&x->bills);
    observations_init(&x->observations);
    x->exclusive = (struct format){ .id = "gpubill-simple" };
    x->exclusive.billing.is_overlap_exclusive = true;
    x->other = (struct format){ .id = "focus" };
    x->format_list[0] = &x->exclusive;
    x->format_list[1] = &x->other;
    x->formats.list.at = x->format_list;
    x->formats.list.n = 2;
    x->input = bills_input(&x->bills, "a.csv", "gpubill-simple");
}

static inline void
audited_release(struct audited *x)
{
    audit_release(&x->audit);
    review_release(&x->review);
    rulebook_release(&x->rulebook);
    config_free(x->config);
    observations_release(&x->observations);
    bills_release(&x->bills);
}

/* Another bill; the rows that follow stand in it. */
static inline void
audited_input(struct audited *x, const char *path, const char *format)
{
    x->input = bills_input(&x->bills, path, format);
}

static inline size_t
audited_row(struct audited *x, struct bill_row row)
{
    return bills_row(&x->bills, x->input, row);
}

static inline void
audited_config(struct audited *x, const char *text)
{
    struct err e = ERR_INIT;

    x->config = config_parse("gpubill.json", sv_of(text), &e);
    if (!x->config)
        assert_err(&e, "");
}

/* ${to} NULL: until the next entry. */
static inline void
audited_state(struct audited *x, const char *instance, enum instance_state state,
    const char *from, const char *to)
{
    struct observation row = { .kind = INPUT_STATES, .platform = SV("autodl"),
        .instance = sv_of(instance), .state = state, .from = bills_time(from),
        .to = bills_time(to), .line = x->observations.states.n + 2 };
    struct err e = ERR_INIT;

    assert_int_equal(observations_add(&x->observations, x->input, &row, &e), 0);
}

/* ${n} samples of GPU ${gpu}, one each ${seconds} from ${from} on, each ${utilisation} percent. */
static inline void
audited_samples(struct audited *x, const char *instance, const char *gpu, const char *from,
    unsigned n, unsigned seconds, const char *utilisation)
{
    struct err e = ERR_INIT;

    for (unsigned i = 0; i < n; i++) {
        struct observation row = { .kind = INPUT_USAGE, .platform = SV("autodl"),
            .instance = sv_of(instance), .gpu = sv_of(gpu), .has_utilisation = true,
            .from = bills_time(from) + (int64_t)i * seconds * TIME_SECOND,
            .utilisation = bills_money(utilisation), .line = x->observations.samples.n + 2 };

        assert_int_equal(observations_add(&x->observations, x->input, &row, &e), 0);
    }
}

/* True where ${id} is one of ${ids}, parted by blanks. */
static inline bool
audited_names(const char *ids, const char *id)
{
    struct sv rest = sv_of(ids), one;

    while (sv_cut(&rest, ' ', &one))
        if (sv_is(one, sv_of(id)))
            return true;
    return false;
}

/* Judge March by the rules ${only}, parted by blanks, or by all where that is NULL. */
static inline void
audited_run(struct audited *x, const char *only)
{
    const struct period march = AUDITED_MARCH;
    struct audit_input in = { .ledger = &x->bills.ledger, .review = &x->review,
        .observations = &x->observations, .formats = &x->formats, .config = x->config,
        .rulebook = &x->rulebook, .previous = x->previous, .jobs = 2 };
    struct err e = ERR_INIT;

    observations_sort(&x->observations);
    settle_period(&x->bills.ledger, &march);
    assert_int_equal(settle_accounts(&x->bills.ledger, &e), 0);
    assert_int_equal(review_build(&x->review, &x->bills.ledger, &march, x->config, &e), 0);
    if (rulebook_load(&x->rulebook, x->config, &e))
        assert_err(&e, "");
    for (size_t i = 0; only && i < rule_count(); i++)
        if (!audited_names(only, rule_at(i)->id))
            x->rulebook.settings[i].is_enabled = false;
    if (audit_run(&x->audit, &in, &e) || audit_check(&x->audit, &e))
        assert_err(&e, "");
}

/* "RULE CERTAINTY RESOURCE CUR LEAK net NET: LINE=LEAK ...", "?WHAT RESOURCE HOURS", in order. */
static inline void
audited_text(const struct audited *x, char got[AUDITED_TEXT_MAX])
{
    char leak[MONEY_TEXT_MAX], net[MONEY_TEXT_MAX];
    size_t n = 0;

    got[0] = '\0';
    for (size_t i = 0; i < x->audit.findings.n; i++) {
        const struct finding *f = x->audit.findings.at[i];

        n += (size_t)snprintf(got + n, AUDITED_TEXT_MAX - n, "%s %s %s %s %s net %s%s:", f->rule,
            certainty_word(f->certainty), f->resource[0] ? f->resource : "-", f->currency,
            money_format(leak, f->leak), money_format(net, f->net),
            f->is_waived ? " waived" : "");
        for (size_t k = 0; k < f->lines.n && n < AUDITED_TEXT_MAX; k++)
            n += (size_t)snprintf(got + n, AUDITED_TEXT_MAX - n, " %ju=%s",
                (uintmax_t)audit_line(&x->audit, f->lines.at[k].line)->source_line,
                money_format(leak, f->lines.at[k].leak));
        assert_true(n + 2 < AUDITED_TEXT_MAX);
        got[n++] = '\n';
        got[n] = '\0';
    }
    for (size_t i = 0; i < x->audit.unknown.n; i++) {
        const struct audit_unknown *u = &x->audit.unknown.at[i];

        n += (size_t)snprintf(got + n, AUDITED_TEXT_MAX - n, "?%s %s %s\n", unknown_word(u->what),
            u->resource[0] ? u->resource : "-", money_format(leak, u->gpu_hours));
        assert_true(n < AUDITED_TEXT_MAX);
    }
}

/* What was found and what is unknown is exactly ${text}. */
#define assert_found(x, text) audited_check((x), (text), __FILE__, __LINE__)

static inline void
audited_check(const struct audited *x, const char *text, const char *file, int line)
{
    char got[AUDITED_TEXT_MAX];

    audited_text(x, got);
    if (strcmp(got, text) == 0)
        return;
    print_error("found is\n%snot\n%s", got, text);
    _fail(file, line);
}

/* The first finding says ${message} and advises ${advice}, in English. */
#define assert_told(x, message, advice) audited_told((x), (message), (advice), __FILE__, __LINE__)

static inline void
audited_told(const struct audited *x, const char *message, const char *advice, const char *file,
    int line)
{
    char got[MESSAGE_TEXT_MAX], advised[MESSAGE_TEXT_MAX];

    assert_true(x->audit.findings.n > 0);
    (void)message_text(&x->audit.findings.at[0]->message, LANG_EN, got, sizeof(got));
    (void)message_text(&x->audit.findings.at[0]->advice, LANG_EN, advised, sizeof(advised));
    if (strcmp(got, message) == 0 && strcmp(advised, advice) == 0)
        return;
    print_error("told is\n%s\n%s\nnot\n%s\n%s\n", got, advised, message, advice);
    _fail(file, line);
}

#endif
