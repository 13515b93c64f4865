/*
 * rule_stopped_storage.c - disks that were paid for while their instance was stopped.
 *
 * Instance by instance, because several disks share the stopped time that the message names.
 */
#include "audit/audit.h"
#include "audit/disk_size.h"
#include "base/vec.h"

static const struct setting settings[] = { { .name = NULL } };

/* Stretches [first, end) of a strip, whole; spans of places. */
struct places {
    const struct strip *strip;
    struct { struct span *at; size_t n, room; } list;
};

struct stopped_check {
    const struct audit *a;
    struct findings *f;
    struct stopped_times times;
    /* Of one instance: */
    struct finding *found;
    struct { struct places *at; size_t n, room; } strips;
    struct { struct span *at; size_t n, room; } stopped;
    struct disk_size size;
};

static bool
is_meant(const struct audit *a, const struct timeline_instance *i, size_t k)
{
    enum category category = (enum category)i->categories[k];

    return (category_is_disk(category) || category == CATEGORY_FILE_STORAGE) &&
        audit_is_judged(a, audit_line(a, i->lines[k]));
}

/* Note a stretch of which ${weight} counts: it is shortened to that part. */
static int
note_span(struct stopped_check *c, struct span span, struct fraction weight, struct err *e)
{
    struct fraction part = fraction_times(weight, (money_uint)(span.to - span.from));

    if (c->stopped.n == c->stopped.room) {
        c->stopped.n = spans_join(c->stopped.at, c->stopped.n).n;
        /* Room for more only where joining leaves over half of it. */
        if (vec_grow(&c->stopped, c->stopped.n + 1, UINT32_MAX, e))
            return -1;
    }
    span.to = span.from + (int64_t)(part.part / part.whole);
    c->stopped.at[c->stopped.n++] = span;
    return 0;
}

static struct places *
places_of(struct stopped_check *c, const struct strip *strip, struct err *e)
{
    for (size_t i = 0; i < c->strips.n; i++)
        if (c->strips.at[i].strip == strip)
            return &c->strips.at[i];
    if (vec_grow(&c->strips, 1, UINT32_MAX, e))
        return NULL;
    c->strips.at[c->strips.n] = (struct places){ .strip = strip };
    return &c->strips.at[c->strips.n++];
}

/*
 * Note when it was stopped in ${p}. Disks share most stretches: those that the period holds as a
 * whole are noted by their places, of which many lines together have few.
 */
static int
note_stopped(struct stopped_check *c, const struct stopped *s, struct span p, struct err *e)
{
    size_t first, end, last;
    struct places *places;

    strip_find(s->strip, p, &first, &end);
    if (!fraction_is_one(s->weight)) {
        for (; first < end; first++)
            if (note_span(c, strip_part(s->strip, first, p),
                    fraction_product(strip_weight(s->strip, first), s->weight), e))
                return -1;
        return 0;
    }
    last = end - 1;
    places = places_of(c, s->strip, e);
    if (!places || note_span(c, strip_part(s->strip, first, p), strip_weight(s->strip, first), e) ||
        (last > first &&
            note_span(c, strip_part(s->strip, last, p), strip_weight(s->strip, last), e)))
        return -1;
    if (last <= first + 1)
        return 0;
    if (vec_grow(&places->list, 1, UINT32_MAX, e))
        return -1;
    places->list.at[places->list.n++] = (struct span){ (int64_t)first + 1, (int64_t)last };
    return 0;
}

/* How long it was stopped in all of what was noted. */
static int
sum_stopped(struct stopped_check *c, int64_t *length, struct err *e)
{
    struct spans stopped;

    for (size_t i = 0; i < c->strips.n; i++) {
        const struct strip *strip = c->strips.at[i].strip;
        struct spans places = spans_join(c->strips.at[i].list.at, c->strips.at[i].list.n);

        for (size_t k = 0; k < places.n; k++)
            for (int64_t at = places.at[k].from; at < places.at[k].to; at++)
                if (note_span(c, strip->spans.at[at], strip_weight(strip, (size_t)at), e))
                    return -1;
    }
    stopped = spans_join(c->stopped.at, c->stopped.n);
    *length = spans_length(&stopped);
    return 0;
}

static int
check_line(struct stopped_check *c, uint32_t line, struct err *e)
{
    const struct claimed_time *time;
    struct stopped s;
    struct span p;

    if (stopped_times_find(&c->times, line, &s, e))
        return -1;
    if ((s.lacks_period && finding_unknown(c->f, UNKNOWN_PERIOD, line, MONEY_ZERO, e)) ||
        (s.lacks_compute && finding_unknown(c->f, UNKNOWN_COMPUTE, line, MONEY_ZERO, e)) ||
        (s.lacks_state && finding_unknown(c->f, UNKNOWN_STATE, line, MONEY_ZERO, e)))
        return -1;
    if (!s.strip || !line_period(audit_line(c->a, line), &p))
        return 0;
    time = finding_time_of(c->f, s.strip, s.weight, e);
    c->found = time ? finding_of_line(c->f, CERTAIN, line, e) : NULL;
    if (!c->found || note_stopped(c, &s, p, e) ||
        disk_size_add(&c->size, audit_line(c->a, line), e))
        return -1;
    return finding_claim_time(c->f, c->found, line, time, e);
}

static void
forget_instance(struct stopped_check *c)
{
    for (size_t i = 0; i < c->strips.n; i++)
        vec_release(&c->strips.at[i].list);
    c->strips.n = c->stopped.n = 0;
    c->found = NULL;
    disk_size_reset(&c->size);
}

static int
check_instance(struct stopped_check *c, const struct timeline_instance *i, struct err *e)
{
    struct money size;
    int64_t stopped;

    for (size_t k = 0; k < i->line_count; k++)
        if (is_meant(c->a, i, k) && check_line(c, i->lines[k], e))
            return -1;
    if (!c->found)
        return 0;
    if (disk_size_most(&c->size, &size) &&
        finding_set_amount(c->f, c->found, "gigabytes", size, e))
        return -1;
    return sum_stopped(c, &stopped, e) ||
        finding_add_duration(c->f, c->found, "stopped", stopped, e) ? -1 : 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct stopped_check c = { .a = a, .f = f };
    int result = stopped_times_init(&c.times, &a->timeline, finding_arena(f), e);

    (void)s;
    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++) {
        result = check_instance(&c, &a->timeline.instances.at[i], e);
        forget_instance(&c);
    }
    stopped_times_release(&c.times);
    vec_release(&c.strips);
    vec_release(&c.stopped);
    disk_size_release(&c.size);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    int64_t stopped = finding_fact(f, "stopped").number;
    struct money daily = f->leak;
    struct err ignored = ERR_INIT;
    struct money size = finding_fact(f, "gigabytes").amount;
    char days[FINDING_TEXT_MAX], leak[FINDING_TEXT_MAX], a_day[FINDING_TEXT_MAX];
    char gigabytes[MONEY_TEXT_MAX];

    (void)a;
    if (stopped > TIME_DAY)
        (void)money_share(&daily, f->leak, TIME_DAY, stopped, 9, &ignored);
    if (money_is_zero(size))
        message_set_whole(message,
            N_("%s was stopped for %s days while its storage was billed: %s."), f->name,
            finding_days_text(days, stopped), finding_money_text(leak, f->leak, f->currency));
    else
        message_set_whole(message,
            N_("%s was stopped for %s days while its storage, %s GB, was billed: %s."), f->name,
            finding_days_text(days, stopped), money_format(gigabytes, size),
            finding_money_text(leak, f->leak, f->currency));
    message_set_whole(advice,
        N_("Release the instance or shrink the data disk: %s less a day."),
        finding_money_text(a_day, daily, f->currency));
}

const struct rule rule_stopped_storage = {
    .id = "stopped-storage",
    .title = N_("Storage paid while stopped"),
    .order = 4,
    .finds = N_("System disks, data disks and file storage of an instance that were billed while "
        "the instance was not running."),
    .needs = N_("Charge periods, and compute lines of the same platform and account, or a state "
        "log (gpubill-states). Without them the line is unknown: a missing export is not a "
        "stopped machine."),
    .formula = N_("leak = billed x stopped part of the charge period / charge period. A compute "
        "line that says only how long it ran (a daily summary) makes its share of the day a run."),
    .working = N_("{row.billed} x {row.part} / {row.period} = {row.leak} in the largest row"),
    .example = N_("A data disk costs 0.33 a day. The instance ran 8 of the 24 hours: "
        "0.33 x 16 / 24 = 0.22 leaks."),
    .advice = N_("Release instances that are not needed any more, or shrink their data disks."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
