/*
 * rule_duplicate_instance.c - copies of an instance that ran beside it.
 *
 * Copies are instances of one platform and account with the same GPUs and the same name stem. The
 * one that worked hardest (else ran longest) is kept, the others leak the time in which it ran too.
 * Instances whose names differ in digits only and that are always started together are a cluster,
 * and more than FLEET_MAX of one stem are a fleet: no copies.
 */
#include <stdlib.h>

#include "audit/gpu_work.h"
#include "audit/idle.h"
#include "base/vec.h"

#define FLEET_MAX 1000

enum { OVERLAP, TOGETHER };

static const struct setting settings[] = {
    [OVERLAP] = { "overlap", SETTING_DURATION, "2h", N_("shortest time side by side that counts") },
    [TOGETHER] = { "together", SETTING_DURATION, "10m",
        N_("numbered instances that start within this time are a cluster") },
    { .name = NULL },
};

struct member {
    const struct timeline_instance *instance;
    const char *name, *model;
    struct sv stem;
    uint32_t cards;
    bool is_known; /* a series for every card */
    struct money mean;
    int64_t length, start;
    bool is_done;
};

struct members {
    struct { struct member *at; size_t n, room; } list;
};

static bool
take_suffix(struct sv *s, const char *suffix)
{
    struct sv end = sv_of(suffix);

    if (s->n < end.n || !sv_is_folded(sv_part(*s, s->n - end.n, s->n), end))
        return false;
    s->n -= end.n;
    return true;
}

/* The name without what is added to copies. */
static struct sv
stem_of(const char *name)
{
    static const char *const words[] = { "copy", "clone", "副本", "克隆", "拷贝", "（", "）" };
    struct sv s = sv_trim(sv_of(name));
    bool is_shorter = true;

    while (is_shorter && s.n > 0) {
        size_t before = s.n;

        while (s.n > 0 && strchr(" \t0123456789()[]{}-_", s.p[s.n - 1]))
            s.n--;
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
            (void)take_suffix(&s, words[i]);
        is_shorter = s.n < before;
    }
    return s;
}

/* True where the names are equal once all digits are left out. */
static bool
differ_in_digits_only(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a >= '0' && *a <= '9')
            a++;
        while (*b >= '0' && *b <= '9')
            b++;
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

static int
compare_times(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

/* Groups together, in each the one to keep first. */
static int
compare_members(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int c = strcmp(x->instance->platform, y->instance->platform);

    c = c ? c : strcmp(x->instance->account, y->instance->account);
    c = c ? c : strcmp(x->model, y->model);
    c = c ? c : compare_times(x->cards, y->cards);
    c = c ? c : sv_compare(x->stem, y->stem);
    return c ? c : strcmp(x->instance->instance, y->instance->instance);
}

static bool
is_one_group(const struct member *x, const struct member *y)
{
    return strcmp(x->instance->platform, y->instance->platform) == 0 &&
        strcmp(x->instance->account, y->instance->account) == 0 &&
        strcmp(x->model, y->model) == 0 && x->cards == y->cards && sv_is(x->stem, y->stem);
}

static int
compare_known(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int c = money_compare(y->mean, x->mean);

    c = c ? c : compare_times(y->length, x->length);
    c = c ? c : compare_times(x->start, y->start);
    return c ? c : strcmp(x->instance->instance, y->instance->instance);
}

static int
compare_unknown(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int c = compare_times(y->length, x->length);

    c = c ? c : compare_times(x->start, y->start);
    return c ? c : strcmp(x->instance->instance, y->instance->instance);
}

/* Fill ${m} from the first gpu line of ${i}; false where its GPUs or its name are not told. */
static bool
describe(const struct audit *a, const struct timeline_instance *i, struct member *m)
{
    const struct spans *runs = &i->runs[RUNS_GPU];
    struct gpu_work work = GPU_WORK_NONE;
    size_t k = 0;

    while (k < i->line_count &&
        ledger_word(audit_line(a, i->lines[k]), WORD_CATEGORY) != CATEGORY_GPU)
        k++;
    if (k == i->line_count || runs->n == 0)
        return false;
    *m = (struct member){ .instance = i,
        .name = ledger_text(audit_line(a, i->lines[k]), TEXT_RESOURCE_NAME),
        .model = ledger_text(audit_line(a, i->lines[k]), TEXT_GPU_MODEL),
        .cards = timeline_cards(&a->timeline, i->lines[k]), .length = spans_length(runs),
        .start = runs->at[0].from };
    if (audit_instance(a, i->platform, i->instance) &&
        *audit_instance(a, i->platform, i->instance)->name)
        m->name = audit_instance(a, i->platform, i->instance)->name;
    m->stem = stem_of(m->name);
    m->is_known = i->series_count > 0 && i->series_count == m->cards;
    for (size_t s = 0; m->is_known && s < i->series_count; s++)
        for (size_t r = 0; r < runs->n; r++)
            gpu_work_add(&i->series[s], runs->at[r], &work);
    m->is_known = m->is_known && work.speaking > 0;
    m->mean = gpu_work_mean(work.done, work.speaking);
    return m->stem.n > 0 && *m->model && m->cards > 0;
}

/* How long ${x} and ${y} ran side by side; 0 for a cluster. */
static int64_t
side_by_side(const struct member *x, const struct member *y, int64_t together)
{
    const struct spans *a = &x->instance->runs[RUNS_GPU], *b = &y->instance->runs[RUNS_GPU];
    bool is_cluster = differ_in_digits_only(x->name, y->name);
    int64_t common = 0;

    for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
        int64_t both = span_common(a->at[i], b->at[k]);
        int64_t apart = a->at[i].from - b->at[k].from;

        common += both;
        if (both > 0 && (apart > together || apart < -together))
            is_cluster = false;
        if (a->at[i].to < b->at[k].to)
            i++;
        else
            k++;
    }
    return is_cluster ? 0 : common;
}

/* Claim the card-time of line ${index} in ${p} in which ${ran} holds and the card was idle. */
static int
claim_idle(const struct timeline_instance *i, const struct spans *ran, struct span p,
    struct findings *f, struct finding *found, uint32_t index, struct arena *arena, struct err *e)
{
    struct { struct time_piece *at; size_t n, room; } pieces = { NULL, 0, 0 };
    int result = 0;

    for (size_t s = 0; s < i->series_count && result == 0; s++) {
        struct spans idle, within;

        if (spans_intersect(&idle, ran, &i->series[s].idle, arena, e) ||
            spans_clip(&within, &idle, p, arena, e) ||
            vec_grow(&pieces, within.n, UINT32_MAX, e))
            result = -1;
        for (size_t k = 0; result == 0 && k < within.n; k++)
            pieces.at[pieces.n++] = (struct time_piece){ within.at[k], (uint32_t)s, FRACTION_ONE };
    }
    if (result == 0 && pieces.n > 0)
        result = finding_claim_time(f, found, index, pieces.at, pieces.n, e);
    vec_release(&pieces);
    return result;
}

/* Claim the time of line ${index} of ${m} in which ${keeper} ran; of known use, its idle part. */
static int
claim_line(const struct audit *a, const struct member *keeper, const struct member *m,
    bool all_known, uint32_t index, struct findings *f, struct arena *arena, struct err *e)
{
    const struct spans *ran = &keeper->instance->runs[RUNS_GPU];
    const struct ledger_line *line = audit_line(a, index);
    bool is_gpu = ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU;
    struct finding *found;
    struct span p;

    if (!line_period(line, &p) || spans_covered(ran, p) == 0)
        return 0;
    found = finding_of_line(f, all_known ? LIKELY : POSSIBLE, index, e);
    if (!found || finding_set_text(f, found, "kept", keeper->instance->instance, e))
        return -1;
    if (!m->is_known || !is_gpu)
        return finding_claim_spans(f, found, index, ran, CARD_ALL, e);
    return claim_idle(m->instance, ran, p, f, found, index, arena, e);
}

static int
claim_member(const struct audit *a, const struct member *keeper, const struct member *m,
    bool all_known, struct findings *f, struct arena *arena, struct err *e)
{
    for (size_t k = 0; k < m->instance->line_count; k++) {
        const struct ledger_line *line = audit_line(a, m->instance->lines[k]);

        if (audit_is_judged(a, line) && line_is_compute(line) &&
            claim_line(a, keeper, m, all_known, m->instance->lines[k], f, arena, e))
            return -1;
    }
    return 0;
}

/* One group, in which several keepers may have copies at different times. */
static int
check_group(const struct audit *a, const struct rule_settings *s, struct member *at, size_t n,
    struct findings *f, struct arena *arena, struct err *e)
{
    bool all_known = true;

    if (n < 2 || n > FLEET_MAX)
        return 0;
    for (size_t i = 0; i < n; i++)
        all_known = all_known && at[i].is_known;
    qsort(at, n, sizeof(*at), all_known ? compare_known : compare_unknown);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n && !at[i].is_done; k++) {
            if (at[k].is_done || side_by_side(&at[i], &at[k], setting_duration(s, TOGETHER)) <
                    setting_duration(s, OVERLAP))
                continue;
            at[k].is_done = true;
            if (claim_member(a, &at[i], &at[k], all_known, f, arena, e))
                return -1;
        }
    }
    return 0;
}

static int
gather(const struct audit *a, struct members *m, struct err *e)
{
    for (size_t i = 0; i < a->timeline.instances.n; i++) {
        struct member member;

        if (!describe(a, &a->timeline.instances.at[i], &member))
            continue;
        if (vec_grow(&m->list, 1, UINT32_MAX, e))
            return -1;
        m->list.at[m->list.n++] = member;
    }
    if (m->list.n > 0)
        qsort(m->list.at, m->list.n, sizeof(*m->list.at), compare_members);
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct members m = { { NULL, 0, 0 } };
    struct arena arena = ARENA_INIT;
    int result = gather(a, &m, e);

    for (size_t i = 0, next; i < m.list.n && result == 0; i = next) {
        next = i + 1;
        while (next < m.list.n && is_one_group(&m.list.at[i], &m.list.at[next]))
            next++;
        result = check_group(a, s, &m.list.at[i], next - i, f, &arena, e);
        arena_release(&arena);
    }
    vec_release(&m.list);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message, N_("%s ran beside %s, which has the same GPUs and the same name: "
        "%s."), f->name, finding_fact(f, "kept").text,
        finding_money_text(leak, f->leak, f->currency));
    message_set(advice, N_("Release the copy that nobody works on."));
}

const struct rule rule_duplicate_instance = {
    .id = "duplicate-instance",
    .title = N_("Copy of an instance"),
    .order = 13,
    .finds = N_("Instances with the same GPUs and the same name, but for numbers and words like "
        "copy, that ran side by side."),
    .needs = N_("Names and GPU models of instances; usage logs make it certain enough to call it "
        "likely."),
    .formula = N_("billed x time in which the kept one ran too / charge period; of it only idle "
        "card-time where utilisation is known. Numbered instances started together are a cluster."),
    .working = N_("{row.billed} x {row.card_part} / ({row.cards} x {row.period}) = {row.leak} in "
        "the largest row"),
    .example = N_("train and train-copy, one card each at 2.00 an hour, run 6 h side by side: "
        "12.00."),
    .advice = N_("Release the copy that nobody works on."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
