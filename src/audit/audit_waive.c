/*
 * audit_waive.c - findings that the user knows of and accepts.
 *
 * A waiver holds up to the end of its last day. One that covers nothing any more warns, once.
 */
#include "audit/audit_parts.h"
#include "base/vec.h"

#define WARNINGS_MAX 10000

static bool
is_for(const struct config_waiver *w, const struct finding *f)
{
    return strcmp(w->rule, f->rule) == 0 &&
        (!w->platform[0] || strcmp(w->platform, f->platform) == 0) &&
        (!w->resource[0] || strcmp(w->resource, f->resource) == 0);
}

static int
warn_expired(struct audit *a, const struct config_waiver *w, int64_t end, struct err *e)
{
    struct audit_warning *warning;
    char day[TIME_TEXT_MAX];

    if (vec_grow_named(&a->warnings, 1, WARNINGS_MAX, N_("warnings"), e))
        return -1;
    warning = &a->warnings.at[a->warnings.n++];
    *warning = (struct audit_warning){ a->in.config->path,
        { .code = "waiver-expired", .line = w->line } };
    message_set(&warning->warning.message,
        "the waiver of '%s' ended with %s; what it was for is found again", w->rule,
        time_format_day(day, end - 1, a->period.zone_minutes));
    return 0;
}

int
audit_waive(struct audit *a, struct findings *f, struct err *e)
{
    const struct config *c = a->in.config;

    for (size_t i = 0; c && i < c->waivers.n; i++) {
        const struct config_waiver *w = &c->waivers.at[i];
        int64_t end = w->until == TIME_NONE ? INT64_MAX :
            config_day(w->until, a->period.zone_minutes) + TIME_DAY;
        bool is_expired = false;

        for (size_t k = 0; k < f->list.n; k++) {
            struct finding *at = f->list.at[k];

            if (at->lines.n == 0 || !is_for(w, at))
                continue;
            if (at->from != TIME_NONE && end <= at->from) {
                is_expired = true;
            } else if (!at->is_waived) {
                at->is_waived = true;
                at->waiver = w->reason;
            }
        }
        if (is_expired && warn_expired(a, w, end, e))
            return -1;
    }
    return 0;
}
