/*
 * rule_orphan_storage.c - disks of instances that the bills do not know, or of none.
 *
 * Only where the export would name the instance: another disk of the platform, in a file of the
 * same format, names one that has compute, or the line itself says that the disk is unattached.
 * Whether disks name their instance is a habit of the export: one format's habit proves nothing of
 * another. A disk that goes by its instance's own id is a part of the instance, as system disks are
 * in many exports: it proves something of disks that go by their instance's id too, and nothing of
 * those that have ids of their own.
 */
#include "audit/audit.h"
#include "audit/finding.h"
#include "base/map.h"
#include "base/vec.h"
#include "ledger/line_fact.h"

enum { LEAST_SPAN };

static const struct setting settings[] = {
    { "least_span", SETTING_DURATION, "24h",
        N_("the charges of a disk span at least this long") },
    { .name = NULL },
};

struct disk {
    struct span span;
    struct { uint32_t *at; size_t n, room; } lines;
};

/* Whether an export shows instances with compute, by disks of some facets in one file. */
struct answer {
    size_t input; /* index + 1; 0: not asked yet */
    bool is_shown;
};

struct disks {
    struct arena arena;
    struct map by_name; /* platform NUL account NUL resource -> index */
    struct { struct disk *at; size_t n, room; } list;
    struct map exports; /* format, platform, how disks go: those that show instances with compute */
    struct answer *answers; /* by the number of the facets, of the file asked last */
    size_t *noted; /* by the same: index + 1 of the file of which it was noted last; 0: of none */
};

static bool
is_unattached(const struct ledger_line *line)
{
    return ledger_word(line, WORD_INSTANCE_STATE) == STATE_UNATTACHED;
}

/* The disk itself, where it has a name, else its instance: "" where neither is told. */
static const char *
disk_name(const struct ledger_line *line)
{
    const char *name = ledger_text(line, TEXT_RESOURCE_ID);

    return *name ? name : line_resource(line);
}

static bool
is_part_of_instance(const struct ledger_line *line)
{
    struct sv instance = sv_of(ledger_text(line, TEXT_INSTANCE_ID));

    return instance.n > 0 && sv_ends(sv_of(ledger_text(line, TEXT_RESOURCE_ID)), instance);
}

/* The texts ${a}, ${b} and ${c}, each with a NUL behind it, in the arena; p NULL: no memory. */
static struct sv
join(struct disks *d, const char *a, const char *b, const char *c)
{
    struct err ignored = ERR_INIT;
    struct buf key;
    struct sv kept;

    buf_init(&key, SIZE_MAX);
    buf_add(&key, (struct sv){ a, strlen(a) + 1 });
    buf_add(&key, (struct sv){ b, strlen(b) + 1 });
    buf_add(&key, (struct sv){ c, strlen(c) + 1 });
    kept = buf_ok(&key, &ignored) ? SV_EMPTY : arena_sv(&d->arena, buf_sv(&key));
    buf_release(&key);
    return kept;
}

static struct sv
export_of(const struct audit *a, struct disks *d, const struct ledger_line *line)
{
    return join(d, ledger_input(a->in.ledger, line)->format, ledger_text(line, TEXT_PLATFORM),
        is_part_of_instance(line) ? "part" : "");
}

/* Note that the export of line ${index} shows an instance with compute. */
static int
note_export(const struct audit *a, struct disks *d, uint32_t index, struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    size_t *noted = &d->noted[line->facets->number];
    struct sv key;

    if (*noted == (size_t)line->input + 1)
        return 0;
    *noted = (size_t)line->input + 1;
    key = export_of(a, d, line);
    return key.p && map_put(&d->exports, key, NULL) ? 0 : err_nomem(e);
}

static int
find_exports(const struct audit *a, struct disks *d, struct err *e)
{
    for (size_t i = 0; i < a->timeline.instances.n; i++) {
        const struct timeline_instance *instance = &a->timeline.instances.at[i];

        for (size_t k = 0; instance->has_compute && k < instance->line_count; k++)
            if (category_is_disk((enum category)instance->categories[k]) &&
                note_export(a, d, instance->lines[k], e))
                return -1;
    }
    return 0;
}

/* Whether the export of ${line} is one of those that were found. */
static int
ask_export(const struct audit *a, struct disks *d, const struct ledger_line *line, bool *is_shown,
    struct err *e)
{
    struct answer *answer = &d->answers[line->facets->number];

    if (answer->input != (size_t)line->input + 1) {
        struct sv key = export_of(a, d, line);

        if (!key.p)
            return err_nomem(e);
        *answer = (struct answer){ (size_t)line->input + 1, map_get(&d->exports, key) != NULL };
    }
    *is_shown = answer->is_shown;
    return 0;
}

static struct disk *
disk_of(struct disks *d, const struct ledger_line *line, struct err *e)
{
    struct sv key = join(d, ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_ACCOUNT_ID), disk_name(line));
    bool is_new = false;
    struct map_entry *entry = key.p ? map_put(&d->by_name, key, &is_new) : NULL;

    if (!entry) {
        err_nomem(e);
        return NULL;
    }
    if (is_new) {
        if (vec_grow(&d->list, 1, UINT32_MAX, e))
            return NULL;
        entry->value.number = d->list.n;
        d->list.at[d->list.n++] = (struct disk){ .span = { line->start, line->end } };
    }
    return &d->list.at[entry->value.number];
}

/* Put ${line}, whose disk an instance should be known of, to its disk. */
static int
add_to_disk(struct disks *d, struct findings *f, uint32_t index, const struct ledger_line *line,
    struct err *e)
{
    struct span period;
    struct disk *disk;

    if (!line_period(line, &period))
        return finding_unknown(f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    disk = disk_of(d, line, e);
    if (!disk || vec_grow(&disk->lines, 1, UINT32_MAX, e))
        return -1;
    disk->lines.at[disk->lines.n++] = index;
    if (period.from < disk->span.from)
        disk->span.from = period.from;
    if (period.to > disk->span.to)
        disk->span.to = period.to;
    return 0;
}

/* Put line ${index}, of a disk without an instance, to its disk where it proves something. */
static int
gather_line(const struct audit *a, struct disks *d, struct findings *f, uint32_t index,
    struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct timeline_instance *instance = timeline_of(&a->timeline, index);
    bool is_shown = true;

    if (!*disk_name(line) ||
        (instance && (instance->has_compute || instance->states.n > 0)))
        return 0;
    if (!is_unattached(line) && ask_export(a, d, line, &is_shown, e))
        return -1;
    return is_shown ? add_to_disk(d, f, index, line, e) :
        finding_unknown(f, UNKNOWN_COMPUTE, index, MONEY_ZERO, e);
}

/* Gather the judged lines of disks without an instance. */
static int
gather(const struct audit *a, struct disks *d, struct findings *f, struct err *e)
{
    struct audit_walk walk = audit_walk(a, CATEGORY_SYSTEM_DISK, CATEGORY_DATA_DISK);
    uint32_t index;

    while (audit_walk_next(&walk, &index))
        if (gather_line(a, d, f, index, e))
            return -1;
    return 0;
}

static int
claim(const struct rule_settings *s, const struct disks *d, struct findings *f, struct err *e)
{
    for (size_t i = 0; i < d->list.n; i++) {
        const struct disk *disk = &d->list.at[i];

        if (disk->span.to - disk->span.from < setting_duration(s, LEAST_SPAN))
            continue;
        for (size_t k = 0; k < disk->lines.n; k++) {
            struct finding *found = finding_of_line(f, LIKELY, disk->lines.at[k], e);

            if (!found || finding_claim_all(f, found, disk->lines.at[k], false, e))
                return -1;
        }
    }
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    size_t facets = a->in.ledger->facets.n;
    struct disks d = { .arena = ARENA_INIT };
    int result = -1;

    d.answers = arena_array(&d.arena, facets + 1, sizeof(*d.answers));
    d.noted = arena_array(&d.arena, facets + 1, sizeof(*d.noted));
    if (!d.answers || !d.noted)
        (void)err_nomem(e);
    else if (find_exports(a, &d, e) == 0 && gather(a, &d, f, e) == 0)
        result = claim(s, &d, f, e);
    for (size_t i = 0; i < d.list.n; i++)
        vec_release(&d.list.at[i].lines);
    vec_release(&d.list);
    map_release(&d.by_name);
    map_release(&d.exports);
    arena_release(&d.arena);
    return result;
}

/* The disk where all lines are of one: the finding goes by the instance that nothing knows. */
static const char *
name_of(const struct audit *a, const struct finding *f)
{
    const char *first = ledger_text(audit_line(a, f->lines.at[0].line), TEXT_RESOURCE_ID);

    for (size_t i = 1; i < f->lines.n; i++)
        if (ledger_text(audit_line(a, f->lines.at[i].line), TEXT_RESOURCE_ID) != first)
            return f->name;
    return *first && *ledger_text(audit_line(a, f->lines.at[0].line), TEXT_INSTANCE_ID)
        ? first : f->name;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], days[FINDING_TEXT_MAX];

    (void)finding_money_text(leak, f->leak, f->currency);
    if (f->to - f->from == TIME_DAY)
        message_set_whole(message, N_("Disk %s was billed for a day, and no bill or log shows the "
            "instance that it belongs to: %s."), name_of(a, f), leak);
    else
        message_set_whole(message, N_("Disk %s was billed for %s days, and no bill or log shows "
            "the instance that it belongs to: %s."), name_of(a, f),
            finding_days_text(days, f->to - f->from), leak);
    message_set(advice, N_("See what is on it; make a snapshot if it matters and release the "
        "disk."));
}

const struct rule rule_orphan_storage = {
    .id = "orphan-storage",
    .title = N_("Disk without an instance"),
    .order = 5,
    .finds = N_("Disks whose instance appears in no bill and no state log, or that name none."),
    .needs = N_("A bill that shows the disks of instances beside their compute, or says that a "
        "disk is unattached."),
    .formula = N_("All that the disk billed, where its charges span a day or more."),
    .example = N_("A disk left behind after its instance was released: 31 days x 0.35 = 10.85."),
    .advice = N_("Release disks that nobody needs; a snapshot is cheaper."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
