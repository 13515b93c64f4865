/*
 * rule_duplicate_instance.c - copies of an instance that ran beside it.
 *
 * Copies are instances of one platform and account with the same GPUs and the same name stem.
 * Those whose runs overlap, directly or through others, are a group: the one that worked hardest
 * (else ran longest) is kept, the others leak the time in which it ran too; what is left then may
 * have a keeper of its own, KEEPERS_MAX times at most, so that the work grows with the runs and not
 * with the pairs. Instances whose names differ in digits only and that are always started together
 * are a cluster: no copies.
 */
#include <stdlib.h>

#include "audit/gpu_work.h"
#include "audit/idle.h"
#include "base/vec.h"

#define KEEPERS_MAX 32

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
    size_t group;       /* the same for all whose runs overlap, directly or through others */
    bool is_group_known; /* the use of all of them is */
    bool is_done;
};

struct members {
    struct { struct member *at; size_t n, room; } list;
};

/* A run of member ${member}. */
struct member_run {
    struct span span;
    size_t member;
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

/* Groups together, in each those that are to be kept first. */
static int
compare_in_group(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int c = (x->group > y->group) - (x->group < y->group);

    if (c == 0 && x->is_group_known)
        c = money_compare(y->mean, x->mean);
    c = c ? c : compare_times(y->length, x->length);
    c = c ? c : compare_times(x->start, y->start);
    return c ? c : strcmp(x->instance->instance, y->instance->instance);
}

static int
compare_runs(const void *a, const void *b)
{
    const struct member_run *x = a, *y = b;
    int c = compare_times(x->span.from, y->span.from);

    c = c ? c : compare_times(x->span.to, y->span.to);
    return c ? c : (x->member > y->member) - (x->member < y->member);
}

/* True where gpu line ${x} tells of ${i} before ${y} does: by time, not by where they stand. */
static bool
is_earlier(const struct audit *a, uint32_t x, uint32_t y)
{
    const struct ledger_line *left = audit_line(a, x), *right = audit_line(a, y);
    uint32_t of_left = timeline_cards(&a->timeline, x), of_right = timeline_cards(&a->timeline, y);
    int c = compare_times(left->start, right->start);

    c = c ? c : strcmp(ledger_text(left, TEXT_RESOURCE_NAME),
        ledger_text(right, TEXT_RESOURCE_NAME));
    c = c ? c : strcmp(ledger_text(left, TEXT_GPU_MODEL), ledger_text(right, TEXT_GPU_MODEL));
    return c ? c < 0 : of_left < of_right;
}

/* Fill ${m} from the earliest gpu line of ${i}; false where its GPUs or its name are not told. */
static bool
describe(const struct audit *a, const struct timeline_instance *i, struct member *m)
{
    const struct spans *runs = &i->runs[RUNS_GPU];
    struct gpu_work work = GPU_WORK_NONE;
    uint32_t first = TIMELINE_NONE, index;
    size_t at = 0;

    while (timeline_next(i, CATEGORY_GPU, &at, &index))
        if (line_is_compute(audit_line(a, index)) &&
            (first == TIMELINE_NONE || is_earlier(a, index, first)))
            first = index;
    if (first == TIMELINE_NONE || runs->n == 0)
        return false;
    *m = (struct member){ .instance = i,
        .name = ledger_text(audit_line(a, first), TEXT_RESOURCE_NAME),
        .model = ledger_text(audit_line(a, first), TEXT_GPU_MODEL),
        .cards = timeline_cards(&a->timeline, first), .length = spans_length(runs),
        .start = runs->at[0].from, .is_group_known = true };
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

/* How long ${m} ran beside ${keeper}, which ran in ${kept}; 0 for a cluster. */
static int64_t
side_by_side(const struct member *keeper, const struct strip *kept, const struct member *m,
    int64_t together)
{
    const struct spans *runs = &m->instance->runs[RUNS_GPU];
    bool is_cluster =
        strcmp(keeper->name, m->name) != 0 && differ_in_digits_only(keeper->name, m->name);
    int64_t common = 0;

    for (size_t i = 0; i < runs->n; i++) {
        struct span run = runs->at[i];
        size_t first, end;

        strip_find(kept, run, &first, &end);
        if (first == end)
            continue;
        common += strip_covered(kept, run);
        /* Of all that ran beside it these began first and last. */
        if (run.from - kept->spans.at[first].from > together ||
            kept->spans.at[end - 1].from - run.from > together)
            is_cluster = false;
    }
    return is_cluster ? 0 : common;
}

/* The time in which ${ran} holds; of idle cards of ${i} only, where that is given. */
static const struct claimed_time *
time_beside(const struct strip *ran, const struct timeline_instance *i, struct findings *f,
    struct err *e)
{
    struct claimed_time *time;
    struct strip *idle;

    if (!i)
        return finding_time_of(f, ran, FRACTION_ONE, e);
    time = arena_alloc(finding_arena(f), sizeof(*time));
    idle = arena_array(finding_arena(f), i->series_count, sizeof(*idle));
    if (!time || !idle)
        return err_nomem(e), NULL;
    for (size_t s = 0; s < i->series_count; s++)
        idle[s] = i->series[s].idle;
    *time = (struct claimed_time){ .strips = idle, .n = i->series_count, .within = ran,
        .weight = FRACTION_ONE };
    return time;
}

/* What ${m} leaks of the time in which its keeper ran. */
struct beside {
    const struct member *keeper, *m;
    const struct strip *ran;
    const struct claimed_time *whole; /* all of it, on all cards */
    const struct claimed_time *idle;  /* for gpu lines: the idle part of it, where that is known */
};

/* Claim the time of line ${index} in which the keeper ran; of known use, its idle part. */
static int
claim_line(const struct audit *a, const struct beside *b, uint32_t index, struct findings *f,
    struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    bool is_gpu = ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU;
    struct finding *found;
    struct span p;

    if (!line_period(line, &p) || strip_covered(b->ran, p) == 0)
        return 0;
    found = finding_of_line(f, b->m->is_group_known ? LIKELY : POSSIBLE, index, e);
    if (!found || finding_set_text(f, found, "kept", b->keeper->instance->instance, e) ||
        finding_set_text(f, found, "kept_name", b->keeper->name, e))
        return -1;
    return finding_claim_time(f, found, index, is_gpu ? b->idle : b->whole, e);
}

static int
claim_member(const struct audit *a, const struct member *keeper, const struct strip *ran,
    const struct member *m, struct findings *f, struct err *e)
{
    struct beside b = { .keeper = keeper, .m = m, .ran = ran,
        .whole = time_beside(ran, NULL, f, e) };

    b.idle = b.whole && m->is_known ? time_beside(ran, m->instance, f, e) : b.whole;
    if (!b.idle)
        return -1;
    for (size_t k = 0; k < m->instance->line_count; k++) {
        const struct ledger_line *line = audit_line(a, m->instance->lines[k]);

        if (audit_is_judged(a, line) && line_is_compute(line) &&
            claim_line(a, &b, m->instance->lines[k], f, e))
            return -1;
    }
    return 0;
}

/* One group, of which the first are to be kept first. */
static int
check_group(const struct audit *a, const struct rule_settings *s, struct member *at, size_t n,
    struct findings *f, struct err *e)
{
    size_t keepers = 0;

    for (size_t i = 0; i + 1 < n && keepers < KEEPERS_MAX; i++) {
        struct strip *ran;

        if (at[i].is_done)
            continue;
        keepers++;
        ran = arena_alloc(finding_arena(f), sizeof(*ran));
        if (!ran)
            return err_nomem(e);
        if (strip_make(ran, &at[i].instance->runs[RUNS_GPU], NULL, CARD_ALL, finding_arena(f), e))
            return -1;
        for (size_t k = i + 1; k < n; k++) {
            if (at[k].is_done || side_by_side(&at[i], ran, &at[k],
                    setting_duration(s, TOGETHER)) < setting_duration(s, OVERLAP))
                continue;
            at[k].is_done = true;
            if (claim_member(a, &at[i], ran, &at[k], f, e))
                return -1;
        }
    }
    return 0;
}

/* The member that stands for the group of ${i}; the way there grows shorter each time. */
static size_t
find_group(struct member *at, size_t i)
{
    while (at[i].group != i) {
        at[i].group = at[at[i].group].group;
        i = at[i].group;
    }
    return i;
}

/* Part the ${n} members of one stem into groups, by one walk over all their runs. */
static int
part(struct member *at, size_t n, struct arena *arena, struct err *e)
{
    struct member_run *runs;
    size_t count = 0, last = 0;
    int64_t reach;

    for (size_t i = 0; i < n; i++)
        count += at[i].instance->runs[RUNS_GPU].n;
    runs = arena_array(arena, count + 1, sizeof(*runs));
    if (!runs)
        return err_nomem(e);
    count = 0;
    for (size_t i = 0; i < n; i++) {
        at[i].group = i;
        for (size_t k = 0; k < at[i].instance->runs[RUNS_GPU].n; k++)
            runs[count++] = (struct member_run){ at[i].instance->runs[RUNS_GPU].at[k], i };
    }
    qsort(runs, count, sizeof(*runs), compare_runs);
    reach = runs[0].span.from;
    for (size_t i = 0; i < count; i++) {
        if (runs[i].span.from < reach)
            at[find_group(at, runs[i].member)].group = find_group(at, last);
        if (runs[i].span.to > reach)
            reach = runs[i].span.to;
        last = runs[i].member;
    }
    /* Each names the member that stands for its group, which gathers what holds for all of them. */
    for (size_t i = 0; i < n; i++) {
        size_t group = find_group(at, i);

        at[i].group = group;
        at[group].is_group_known = at[group].is_group_known && at[i].is_known;
    }
    for (size_t i = 0; i < n; i++)
        at[i].is_group_known = at[at[i].group].is_group_known;
    return 0;
}

/* All instances of one stem. */
static int
check_stem(const struct audit *a, const struct rule_settings *s, struct member *at, size_t n,
    struct findings *f, struct arena *arena, struct err *e)
{
    if (n < 2)
        return 0;
    if (part(at, n, arena, e))
        return -1;
    qsort(at, n, sizeof(*at), compare_in_group);
    for (size_t i = 0, next; i < n; i = next) {
        next = i + 1;
        while (next < n && at[next].group == at[i].group)
            next++;
        if (check_group(a, s, &at[i], next - i, f, e))
            return -1;
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
        result = check_stem(a, s, &m.list.at[i], next - i, f, &arena, e);
        arena_release(&arena);
    }
    vec_release(&m.list);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    const char *kept = finding_fact(f, "kept").text, *name = finding_fact(f, "kept_name").text;
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];

    (void)a;
    (void)finding_money_text(leak, f->leak, f->currency);
    message_set_whole(message, N_("%s is like %s (%s) in GPUs and name, and ran beside it: %s of "
        "%s billed."), f->name, name, kept, leak,
        finding_money_text(billed, f->billed, f->currency));
    message_set_whole(advice, N_("Work on %s alone and release %s: up to %s less."), name, f->name,
        leak);
}

const struct rule rule_duplicate_instance = {
    .id = "duplicate-instance",
    .title = N_("Copy of an instance"),
    .order = 13,
    .finds = N_("Instances with the same GPUs and the same name, but for numbers and words like "
        "copy, that ran side by side."),
    .needs = N_("Names and GPU models of instances. Where usage logs tell how all of a group were "
        "used, what is found is likely, else possible."),
    .formula = N_("One of a group is kept: the one used most where that is known for all, else the "
        "one that ran longest, then that which began first. Each other one that ran beside it "
        "for 2 h or more leaks billed x time in which the kept one ran too / charge period; of "
        "it only idle card-time where its own use is known. Instances whose names differ in "
        "numbers only and that were started within 10 minutes of each other are a cluster."),
    .working = N_("{row.billed} x {row.card_part} / ({row.cards} x {row.period}) = {row.leak} in "
        "the largest row"),
    .example = N_("train and train-copy have one card each at 2.00 an hour; train-copy runs 8 h, "
        "6 h of it beside train: 16.00 x 6 / 8 = 12.00 leaks."),
    .advice = N_("Release the copy that nobody works on."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
