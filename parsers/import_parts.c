/*
 * import_parts.c - one large file, read by several threads.
 *
 * The file is cut behind line ends into parts of some megabytes. Who has time takes the next part
 * and reads it as if it were a file: into a ledger of his own, counted and numbered from 1. In the
 * end the runs of lines are put in order, and what was counted and said is added up in the order of
 * the parts: the result is to the byte what one thread makes of the file.
 *
 * The elements of a JSON array are cut behind commas between them: all but the first part begin
 * inside of the array, and all but the last one end there.
 *
 * A part begins as if outside of quotes. The first one does. Where a part is read to its end and
 * all of its quotes are closed, the next one does too; so a cut inside a quoted cell shows in the
 * part before it, as a quote that is never closed. Cuts are made before lines that look like rows,
 * so that this hardly ever happens.
 *
 * Whatever a part alone cannot judge makes one thread begin anew: a quote that is not closed, bytes
 * that are no text, damaged JSON, headings in the middle that give columns another order, and any
 * failure, which is then met where it belongs. Total rows are kept for the end, as they are weighed
 * against those above them. Not cut at all are sheets and members of archives that are streams,
 * UTF-16, lists inside of JSON objects, logs, and files for which nobody is there to help.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/vec.h"
#include "input/text.h"
#include "parsers/import_cut.h"
#include "parsers/import_parts.h"
#include "record/csv.h"
#include "record/json.h"

/* Bytes of a part: many for each thread, so that they end at the same time, and large against what
 * it costs to begin one. */
#define PART_USUAL ((size_t)8 << 20)

/* Bytes behind the end of a part in which a cut is looked for. */
#define WINDOW ((size_t)64 << 10)

struct part {
    uint64_t from, to; /* bytes of the file */
    struct member *by; /* who read it, or NULL */
    struct input *input;
    struct { struct reader_declared *at; size_t n, room; } declared;
    size_t charges;    /* lines of the ledger of `by` */
    uint64_t lines;    /* of the file, or elements */
};

/* A thread that reads parts, one after the other. */
struct member {
    struct parts *parts;
    struct reader reader;
    struct ledger ledger; /* with one input, the reader's */
    uint64_t last_line;   /* of the part that is read: of its last record */
};

struct parts {
    struct reader *whole;
    struct import_options options; /* of the members */
    struct { struct part *at; size_t n, room; } list;
    struct { struct sv *at; size_t n, room; } headings;
    struct sv lead; /* how the elements of an array begin; empty: it is no array */
    struct member *members;
    atomic_size_t next_member, next_part;
    size_t member_count;
    atomic_uint_fast64_t done; /* bytes */
    atomic_bool is_given_up;
};

/* Whether parts of the file of ${r} can be read at all. */
static bool
can_be_cut(const struct reader *r)
{
    const struct detection *found = r->found;

    return r->crew && crew_others(r->crew) > 0 && !r->watch && !r->workbook &&
        !r->options->detect_only && found->layer_count == 0 && found->format->kind == INPUT_BILL &&
        source_is_shared(r->source) && !found->charset.has_bad_bytes &&
        (found->charset.charset == CHARSET_UTF8 || found->charset.charset == CHARSET_GB18030) &&
        (!found->list || found->list[0] == '\0');
}

static int
add_part(struct parts *p, uint64_t from, uint64_t to, struct err *e)
{
    if (vec_grow(&p->list, 1, SIZE_MAX / sizeof(*p->list.at), e))
        return -1;
    p->list.at[p->list.n++] = (struct part){ .from = from, .to = to };
    return 0;
}

/* Where the file can be cut in ${window}, bytes from the middle of it; 0: nowhere. */
static size_t
find_cut(const struct parts *p, struct sv window)
{
    if (p->lead.n > 0)
        return import_cut_list(window, p->lead);
    return import_cut_lines(window, p->whole->found->delimiter, p->headings.n);
}

/* Find out how the elements of an array begin, where the file is one. */
static int
find_lead(struct parts *p, char *window, struct err *e)
{
    struct reader *r = p->whole;
    size_t n;

    if (source_read(r->source, window, WINDOW, 0, &n, e))
        return -1;
    p->lead = import_cut_lead((struct sv){ window, n });
    if (p->lead.n > 0)
        p->lead = arena_sv(&r->arena, p->lead);
    return p->lead.n > 0 && !p->lead.p ? err_nomem(e) : 0;
}

/* Cut the file into parts; one alone where it is small, or no place is found. */
static int
cut(struct parts *p, struct err *e)
{
    const struct reader *r = p->whole;
    uint64_t size = source_size(r->source), from = 0;
    size_t bytes = r->options->part_bytes > 0 ? r->options->part_bytes : PART_USUAL;
    char *window = size / 2 >= bytes ? malloc(WINDOW) : NULL;
    int result = window && r->found->list ? find_lead(p, window, e) : 0;

    for (uint64_t at = bytes; window && result == 0 && size - from > bytes + bytes / 2;
        at = from + bytes) {
        size_t n = 0, cut_at = 0;

        while (result == 0 && cut_at == 0 && at < size) {
            result = source_read(r->source, window, WINDOW, at, &n, e);
            cut_at = find_cut(p, (struct sv){ window, result == 0 ? n : 0 });
            at += cut_at > 0 ? cut_at : bytes;
        }
        if (result || cut_at == 0)
            break;
        result = add_part(p, from, at, e);
        from = at;
    }
    free(window);
    return result ? -1 : add_part(p, from, size, e);
}

static int
keep_headings(void *context, const struct record *record, struct err *e)
{
    struct parts *p = context;
    struct arena *arena = &p->whole->arena;

    if (record->line < p->whole->found->heading_line)
        return 0;
    if (vec_grow(&p->headings, record->n, SIZE_MAX / sizeof(*p->headings.at), e))
        return -1;
    for (size_t i = 0; i < record->n; i++) {
        struct sv cell = arena_sv(arena, record->cells[i]);

        if (record->cells[i].n > 0 && !cell.p)
            return err_nomem(e);
        p->headings.at[p->headings.n++] = cell;
    }
    return 1;
}

/* The headings of rows, which all members need before the first of them comes to them. */
static int
read_headings(struct parts *p, struct err *e)
{
    struct reader *r = p->whole;
    int result;

    if (r->found->list)
        return 0;
    result = record_csv_read(r->text, r->found->delimiter, keep_headings, p, e);
    text_rewind(r->text);
    return result;
}

/* A new input for ${m} to count in; what it counted before goes to ${out}. */
static int
change_input(struct member *m, struct input **out, struct err *e)
{
    struct input *fresh = input_new(SV_EMPTY, false), was;

    if (!fresh)
        return err_nomem(e);
    was = *m->reader.input;
    *m->reader.input = *fresh;
    *fresh = was;
    *out = fresh;
    return 0;
}

/* What is said of the headings is said once, by who finds them in the first part. */
static int
bind_later(struct member *m, struct err *e)
{
    const struct parts *p = m->parts;
    struct input *said;

    if (reader_bind(&m->reader, p->headings.at, p->headings.n, e) || change_input(m, &said, e))
        return -1;
    input_free(said);
    return 0;
}

static int
member_init(struct member *m, struct parts *p, bool is_first, struct err *e)
{
    struct input *input = input_new(SV_EMPTY, false);
    uint32_t ignored;

    m->parts = p;
    m->reader = (struct reader){ .options = &p->options, .found = p->whole->found,
        .source = p->whole->source, .ledger = &m->ledger, .input = input, .is_part = true };
    if (!input)
        return err_nomem(e);
    if (ledger_add_input(&m->ledger, input, &ignored, e)) {
        input_free(input);
        return -1;
    }
    if (p->whole->found->list)
        return reader_bind(&m->reader, NULL, 0, e);
    return is_first ? 0 : bind_later(m, e);
}

/* ${m} reads no more: what it knew of its rows goes, the ledger stays. */
static void
member_rest(struct member *m)
{
    m->reader.source = NULL;
    reader_release(&m->reader);
    m->reader = (struct reader){ 0 };
}

static void
member_release(struct member *m)
{
    member_rest(m);
    ledger_release(&m->ledger);
}

/* One record of a part. */
static int
visit(void *context, const struct record *record, struct err *e)
{
    struct member *m = context;
    bool is_doubtful = record->trouble != RECORD_FINE && record->trouble != RECORD_TOO_LONG;

    if (is_doubtful)
        atomic_store(&m->parts->is_given_up, true);
    if (is_doubtful || atomic_load_explicit(&m->parts->is_given_up, memory_order_relaxed))
        return 1;
    m->last_line = record->line;
    return m->reader.found->list ? reader_visit_object(&m->reader, record, e) :
        reader_visit_row(&m->reader, record, e);
}

/* One row of a part, before its cells are made. */
static int
glance(void *context, struct sv ahead, uint64_t line, size_t *length, struct err *e)
{
    struct member *m = context;

    if (atomic_load_explicit(&m->parts->is_given_up, memory_order_relaxed))
        return 0;
    return reader_glance_row(&m->reader, ahead, line, length, e);
}

/* One object of a part. */
static int
glance_object(void *context, struct sv ahead, uint64_t line, size_t *length, struct err *e)
{
    struct member *m = context;
    int result;

    if (atomic_load_explicit(&m->parts->is_given_up, memory_order_relaxed))
        return 0;
    result = reader_glance_object(&m->reader, ahead, line, length, e);
    if (result > 0)
        m->last_line = line;
    return result;
}

static int
read_part(struct member *m, struct part *part, struct err *e)
{
    struct reader *r = &m->reader;
    size_t before = m->ledger.lines.n;
    int result;

    m->last_line = 0;
    if (r->text)
        text_set_part(r->text, part->from, part->to);
    else
        r->text = text_new_part(r->source, &r->found->charset, part->from, part->to, e);
    if (!r->text)
        return -1;
    if (m->parts->lead.n > 0)
        result = record_json_read_part(r->text, part->from > 0,
            part->to < source_size(r->source), glance_object, visit, m, e);
    else if (r->found->list)
        result = record_json_glance(r->text, glance_object, visit, m, e);
    else
        result = record_csv_read_part(r->text, r->found->delimiter, glance, visit, m,
            &part->lines, e);
    if (result)
        return -1;
    if (r->found->list)
        part->lines = m->last_line;
    part->by = m;
    part->charges = m->ledger.lines.n - before;
    part->declared.at = r->declared.at;
    part->declared.n = r->declared.n;
    r->declared.at = NULL;
    r->declared.n = r->declared.room = 0;
    return change_input(m, &part->input, e);
}

/* Read parts, ${index} first and then those that come next, until there are none. */
static void
read_parts(struct member *m, size_t index)
{
    struct parts *p = m->parts;
    struct reader *whole = p->whole;
    struct err ignored = ERR_INIT;

    while (index < p->list.n && !atomic_load(&p->is_given_up)) {
        struct part *part = &p->list.at[index];
        uint64_t bytes = part->to - part->from;

        if (read_part(m, part, &ignored) || !m->reader.binding ||
            binding_is_rebound(m->reader.binding)) {
            atomic_store(&p->is_given_up, true);
            return;
        }
        bytes += atomic_fetch_add(&p->done, bytes);
        /* Progress of a file is told by one thread. */
        if (m == p->members && bytes > whole->told) {
            import_tell(whole->options, bytes - whole->told);
            whole->told = bytes;
        }
        index = atomic_fetch_add(&p->next_part, 1);
    }
}

/* What a thread does that comes to help. */
static void
help(void *context)
{
    struct parts *p = context;
    struct err ignored = ERR_INIT;
    size_t index = atomic_fetch_add(&p->next_member, 1), part = p->list.n;

    if (index < p->member_count)
        part = atomic_fetch_add(&p->next_part, 1);
    if (part >= p->list.n)
        return;
    if (member_init(&p->members[index], p, false, &ignored))
        atomic_store(&p->is_given_up, true);
    else
        read_parts(&p->members[index], part);
}

/* Let everybody read. The first part, in which the headings stand, is for the file's own thread. */
static int
read_all(struct parts *p, struct err *e)
{
    struct crew_offer offer = { .help = help, .context = p };

    p->member_count = crew_others(p->whole->crew) + 1;
    p->members = calloc(p->member_count, sizeof(*p->members));
    if (!p->members)
        return err_nomem(e);
    atomic_store(&p->next_member, 1);
    atomic_store(&p->next_part, 1);
    if (member_init(&p->members[0], p, true, e))
        return -1;
    crew_offer(p->whole->crew, &offer);
    read_parts(&p->members[0], 0);
    crew_withdraw(p->whole->crew, &offer);
    return 0;
}

/* Put together what the members made. */
static int
put_together(struct parts *p, struct err *e)
{
    struct reader *r = p->whole;
    struct ledger_run *runs = calloc(p->list.n, sizeof(*runs));
    uint64_t lines = 0;
    int result = runs ? 0 : err_nomem(e);

    for (size_t i = 0; i < p->list.n && result == 0; i++) {
        struct part *part = &p->list.at[i];

        runs[i] = (struct ledger_run){ &part->by->ledger, part->charges, lines };
        for (size_t k = 0; k < part->declared.n && result == 0; k++) {
            part->declared.at[k].lines += r->input->lines;
            result = reader_declare(r, &part->declared.at[k], e);
        }
        if (result == 0)
            result = input_append(r->input, part->input, lines, e);
        lines += part->lines;
    }
    if (result == 0 && ledger_join(r->ledger, runs, p->list.n, e)) {
        r->is_fatal = true;
        result = -1;
    }
    free(runs);
    return result;
}

static void
parts_release(struct parts *p)
{
    for (size_t i = 0; i < p->list.n; i++) {
        input_free(p->list.at[i].input);
        free(p->list.at[i].declared.at);
    }
    for (size_t i = 0; p->members && i < p->member_count; i++)
        member_release(&p->members[i]);
    free(p->members);
    vec_release(&p->headings);
    vec_release(&p->list);
}

int
import_parts_read(struct reader *r, bool *is_read, struct err *e)
{
    struct parts p = { .whole = r, .options = *r->options };
    struct err ignored = ERR_INIT;
    int result = 0;

    *is_read = false;
    if (!can_be_cut(r))
        return 0;
    p.options.progress = NULL;
    if (read_headings(&p, &ignored) == 0 && cut(&p, &ignored) == 0 && p.list.n > 1 &&
        read_all(&p, &ignored) == 0 && !atomic_load(&p.is_given_up)) {
        *is_read = true;
        for (size_t i = 0; i < p.member_count; i++)
            member_rest(&p.members[i]);
        result = put_together(&p, e);
    }
    parts_release(&p);
    return result;
}
