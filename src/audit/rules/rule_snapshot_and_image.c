/*
 * rule_snapshot_and_image.c - what kept snapshots and images cost.
 */
#include "audit/audit.h"
#include "audit/finding.h"

static const struct setting settings[] = {
    { .name = NULL },
};

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    (void)s;
    for (size_t i = 0; i < a->judged_count; i++) {
        uint32_t index = a->judged[i];
        unsigned category = ledger_word(audit_line(a, index), WORD_CATEGORY);
        struct finding *found;

        if (category != CATEGORY_SNAPSHOT && category != CATEGORY_IMAGE)
            continue;
        found = finding_of_line(f, POSSIBLE, index, e);
        if (!found || finding_claim_all(f, found, index, false, e))
            return -1;
    }
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message, N_("Keeping snapshots or images of %s cost %s in %zu charges."),
        f->name, finding_money_text(leak, f->leak, f->currency), f->lines.n);
    message_set(advice, N_("Delete those that nobody will go back to; keep the newest."));
}

const struct rule rule_snapshot_and_image = {
    .id = "snapshot-and-image",
    .title = N_("Snapshots and images kept"),
    .order = 16,
    .finds = N_("What snapshots and machine images cost."),
    .needs = N_("A bill that lists them."),
    .formula = N_("All billed: no bill read so far says when a snapshot was made."),
    .example = N_("Three images of 40 GB, 0.12 a day each: 31 x 3 x 0.12 = 11.16."),
    .advice = N_("Delete those that nobody will go back to."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
