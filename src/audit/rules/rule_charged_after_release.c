/*
 * rule_charged_after_release.c - charges that begin after the instance was released.
 *
 * What outlives an instance by design (snapshots, images, file and object storage, prepaid lines)
 * is not meant.
 */
#include "audit/audit.h"
#include "audit/finding.h"
#include "ledger/line_fact.h"

enum { GRACE };

static const struct setting settings[] = {
    { "grace", SETTING_DURATION, "5m",
        N_("charges that begin sooner after the release are not meant") },
    { .name = NULL },
};

static bool
ends_with_instance(const struct ledger_line *line)
{
    unsigned category = ledger_word(line, WORD_CATEGORY);

    return category != CATEGORY_SNAPSHOT && category != CATEGORY_IMAGE &&
        category != CATEGORY_FILE_STORAGE && category != CATEGORY_OBJECT_STORAGE &&
        !line_is_prepaid(line);
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    uint32_t index;

    for (size_t i = 0; audit_next(a, &i, &index);) {
        const struct ledger_line *line = audit_line(a, index);
        const struct timeline_instance *instance = timeline_of(&a->timeline, index);
        const struct timeline_state *state;
        struct finding *found;
        struct span period;

        if (!instance || !ends_with_instance(line))
            continue;
        state = timeline_state_at(instance, line->start);
        if (instance->states.n == 0 && finding_unknown(f, UNKNOWN_STATE, index, MONEY_ZERO, e))
            return -1;
        if (!state || state->state != STATE_RELEASED ||
            line->start - state->span.from < setting_duration(s, GRACE))
            continue;
        if (!line_period(line, &period)) {
            if (finding_unknown(f, UNKNOWN_PERIOD, index, MONEY_ZERO, e))
                return -1;
            continue;
        }
        found = finding_of_line(f, CERTAIN, index, e);
        if (!found || finding_claim_all(f, found, index, true, e) ||
            finding_set_time(f, found, "released", state->span.from, e))
            return -1;
    }
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], released[FINDING_TEXT_MAX];

    (void)finding_time_text(released, finding_fact(f, "released").number, a->period.zone_minutes);
    (void)finding_money_text(leak, f->leak, f->currency);
    if (f->lines.n == 1)
        message_set_whole(message, N_("%s was released at %s, and a charge began after that: %s."),
            f->name, released, leak);
    else
        message_set_whole(message,
            N_("%s was released at %s, and %zu charges began after that: %s."), f->name, released,
            f->lines.n, leak);
    message_set(advice, N_("Ask the platform to refund them: send these rows and the state log."));
}

const struct rule rule_charged_after_release = {
    .id = "charged-after-release",
    .title = N_("Charged after release"),
    .order = 2,
    .finds = N_("Charges whose period begins after a state log says that the instance was "
        "released."),
    .needs = N_("A state log (gpubill-states or the platform's list of instances) with the "
        "release."),
    .formula = N_("All that such a line billed. Not meant: snapshots, images, file and object "
        "storage, prepaid lines."),
    .example = N_("Released on 1 March at 10:00; disk charges of 0.66 a day go on until 11 March: "
        "10 x 0.66 = 6.60."),
    .advice = N_("Ask the platform to refund what was billed after the release."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
