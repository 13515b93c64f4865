/*
 * import_records.c - the records of one file: what each becomes, and the accounting.
 *
 * Every record is counted once for each thing that it becomes: a line, a skipped record, a rejected
 * one. The heading row that detection found and what stands before it are no records.
 */
#include "input/text.h"
#include "parsers/hook.h"
#include "parsers/names.h"
#include "parsers/reader.h"
#include "record/csv.h"
#include "record/json.h"

/* Records between two reports of progress. */
#define TELL_EVERY 1024

/* Of a record that cannot be read as such: the reason. */
static enum reject
trouble_reason(enum record_trouble trouble)
{
    switch (trouble) {
    case RECORD_BAD_QUOTE:
        return REJECT_BAD_QUOTE;
    case RECORD_BAD_ENCODING:
        return REJECT_BAD_ENCODING;
    case RECORD_TOO_LONG:
        return REJECT_TOO_LONG;
    case RECORD_BAD_JSON:
    case RECORD_FINE:
        break;
    }
    return REJECT_BAD_JSON;
}

static void
tell_progress(struct reader *r)
{
    uint64_t at = text_position(r->text);

    if (at > r->told) {
        import_tell(r->options, at - r->told);
        r->told = at;
    }
}

static void
warn_notes(struct input *input, const struct record *record)
{
    if (record->notes & RECORD_QUOTE_INSIDE)
        input_warn(input, "quote-inside-cell", record->line,
            "a quote inside a cell without quotes is taken as an ordinary character");
    if (record->notes & RECORD_BOM_DROPPED)
        input_warn(input, "bom-dropped", record->line,
            "a byte order mark at the start of a cell is dropped");
}

/* Out of memory, and a ledger that is full, end the run and not just the file. */
static int
fatal(struct reader *r)
{
    r->is_fatal = true;
    return -1;
}

static int
keep_line(struct reader *r, const struct record *record, struct err *e)
{
    struct charge *c = &r->made.charge;

    c->line = record->line;
    if (record->notes & RECORD_BOM_DROPPED)
        c->changes |= CHANGE_BOM_DROPPED;
    if (!r->options->detect_only && ledger_add(r->ledger, 0, c, e))
        return fatal(r);
    r->input->records++;
    r->input->lines++;
    return 0;
}

static int
keep_observation(struct reader *r, const struct record *record, struct err *e)
{
    r->made.observation.line = record->line;
    if (!r->options->detect_only &&
        observations_add(r->observations, 0, &r->made.observation, e))
        return fatal(r);
    input_skip(r->input, SKIP_OBSERVATION);
    return 0;
}

static int
keep_declared(struct reader *r, struct err *e)
{
    const struct charge *c = &r->made.charge;
    const char *currency = arena_text(&r->arena, c->text[TEXT_BILLING_CURRENCY]);
    struct err trial = ERR_INIT;

    if (!currency)
        return err_nomem(e);
    if (!charge_has(c, MONEY_BILLED_COST) || currency[0] == '\0')
        return 0;
    if (currency_sums_add(&r->input->declared, currency, c->money[MONEY_BILLED_COST], &trial) &&
        trial.code == ERR_NOMEM)
        return err_nomem(e);
    return 0;
}

/* Count and keep what a record has become. */
static int
settle(struct reader *r, const struct record *record, struct err *e)
{
    const struct made *m = &r->made;

    if (r->watch)
        r->watch(r->watch_context, record, r->binding, m);
    switch (m->outcome) {
    case OUTCOME_LINE:
        return keep_line(r, record, e);
    case OUTCOME_OBSERVATION:
        return keep_observation(r, record, e);
    case OUTCOME_SKIPPED:
        if (m->is_declared_total && keep_declared(r, e))
            return -1;
        input_skip(r->input, m->skip);
        return 0;
    case OUTCOME_REJECTED:
        break;
    }
    return input_reject(r->input, record->line, m->reject, m->column, record->raw,
        m->why.format ? &m->why : NULL, e);
}

/* A record that becomes ${skip}, or is refused for ${why}, without being looked into. */
static int
settle_unread(struct reader *r, const struct record *record, enum outcome outcome,
    enum skip skip, struct err *e)
{
    r->made = (struct made){ .outcome = outcome, .skip = skip };
    if (outcome == OUTCOME_REJECTED) {
        r->made.reject = trouble_reason(record->trouble);
        r->made.why = record->why;
    }
    return settle(r, record, e);
}

static int
make_and_settle(struct reader *r, const struct record *record, struct err *e)
{
    warn_notes(r->input, record);
    if (binding_make(r->binding, record, &r->made, e))
        return -1;
    return settle(r, record, e);
}

/* Let ${name} begin a row of headings. */
static int
know_heading(struct reader *r, struct sv name, struct err *e)
{
    if (name.n > 0 && !map_put(&r->headings, name, NULL))
        return err_nomem(e);
    return 0;
}

/* The cells of ${record}, a row of headings, are those in force. */
static int
bind_headings(struct reader *r, const struct record *record, struct err *e)
{
    const struct format *f = r->found->format;
    struct sv *cells = arena_array(&r->arena, record->n + 1, sizeof(*cells));
    struct binding *binding;

    if (!cells)
        return err_nomem(e);
    for (size_t i = 0; i < record->n; i++) {
        cells[i] = arena_sv(&r->arena, record->cells[i]);
        if ((record->cells[i].n > 0 && !cells[i].p) || know_heading(r, cells[i], e))
            return err_nomem(e);
    }
    for (size_t i = 0; i < f->columns.n; i++)
        for (const char **name = f->columns.at[i].names; *name; name++)
            if (know_heading(r, sv_of(*name), e))
                return -1;
    binding = binding_new(f, cells, record->n, r->options->zone_minutes, r->input, e);
    if (!binding)
        return -1;
    binding_free(r->binding);
    r->binding = binding;
    r->heading = cells;
    r->heading_count = record->n;
    r->has_heading = true;
    return 0;
}

/* Whether ${record} repeats the headings in force, cell by cell. */
static bool
repeats_headings(const struct reader *r, const struct record *record)
{
    size_t n = record->n > r->heading_count ? record->n : r->heading_count;

    for (size_t i = 0; i < n; i++) {
        struct sv a = i < record->n ? record->cells[i] : SV_EMPTY;
        struct sv b = i < r->heading_count ? r->heading[i] : SV_EMPTY;

        if (!sv_is(a, b))
            return false;
    }
    return true;
}

/* Whether ${name}, folded, is one of the names of ${c}. */
static bool
is_called(const struct format_column *c, struct sv name)
{
    for (const char **folded = c->folded; name.n > 0 && *folded; folded++)
        if (sv_is(name, sv_of(*folded)))
            return true;
    return false;
}

/* Whether ${record} holds all headings that the format requires: 1, 0, or -1. */
static int
holds_headings(struct reader *r, const struct record *record, struct err *e)
{
    const struct format *f = r->found->format;
    struct arena arena = ARENA_INIT;
    struct sv *names = arena_array(&arena, 2 * record->n + 1, sizeof(*names));
    int result = 1;

    for (size_t i = 0; names && i < record->n; i++)
        names[2 * i] = name_fold(&arena, record->cells[i], &names[2 * i + 1]);
    if (!names)
        result = err_nomem(e);
    for (size_t i = 0; result == 1 && i < f->columns.n; i++) {
        bool is_there = !f->columns.at[i].is_required;

        for (size_t k = 0; !is_there && k < 2 * record->n; k++)
            is_there = is_called(&f->columns.at[i], names[k]);
        if (!is_there)
            result = 0;
    }
    arena_release(&arena);
    return result;
}

/*
 * 1 where ${record} is a row of headings behind the first: the same again, or those of another
 * table of this format, which is then in force; 0 where it is none; or -1.
 */
static int
meet_headings(struct reader *r, const struct record *record, struct err *e)
{
    size_t first = 0;
    int holds;

    while (first < record->n && record->cells[first].n == 0)
        first++;
    if (first == record->n || !map_get(&r->headings, record->cells[first]))
        return 0;
    if (repeats_headings(r, record))
        return 1;
    holds = holds_headings(r, record, e);
    if (holds > 0 && bind_headings(r, record, e))
        return -1;
    return holds;
}

static int
visit_row(void *context, const struct record *record, struct err *e)
{
    struct reader *r = context;
    int is_heading;

    if (!r->has_heading)
        return record->line == r->found->heading_line ? bind_headings(r, record, e) : 0;
    if ((r->input->records & (TELL_EVERY - 1)) == 0)
        tell_progress(r);
    if (record->trouble != RECORD_FINE)
        return settle_unread(r, record, OUTCOME_REJECTED, SKIP_BLANK, e);
    if (record_is_blank(record))
        return settle_unread(r, record, OUTCOME_SKIPPED, SKIP_BLANK, e);
    is_heading = meet_headings(r, record, e);
    if (is_heading < 0)
        return -1;
    if (is_heading > 0)
        return settle_unread(r, record, OUTCOME_SKIPPED, SKIP_REPEATED_HEADER, e);
    return make_and_settle(r, record, e);
}

/* Keys under which documents say how many elements there are on all pages together. */
static const char *const count_keys[] = { "TotalCount", "totalCount", "total_count",
    "result_total" };
#define COUNT_KEYS (sizeof(count_keys) / sizeof(count_keys[0]))

/* How a document's count of elements is looked up: by path, into ${*out}. */
typedef bool count_look(const void *document, struct sv path, struct sv *out);

static bool
look_in_envelope(const void *document, struct sv path, struct sv *out)
{
    return record_envelope_text(document, path, out);
}

/* The document's count of elements, beside the list or at its root, if it states one. */
static void
note_count(struct reader *r, count_look *look, const void *document)
{
    struct sv list = sv_of(r->found->list);
    struct buf path;
    size_t end = list.n;

    while (end > 0 && list.p[end - 1] != '.')
        end--;
    buf_init(&path, 4096);
    for (size_t i = 0; i < 2 * COUNT_KEYS; i++) {
        struct sv text;
        struct money count;
        struct err ignored;

        buf_reset(&path);
        if (i < COUNT_KEYS)
            buf_add(&path, sv_part(list, 0, end));
        buf_add_text(&path, count_keys[i % COUNT_KEYS]);
        if (look(document, buf_sv(&path), &text) && !money_parse(&count, text, &ignored) &&
            money_compare(count, money_of(0)) > 0 &&
            money_compare(count, money_of(INT64_MAX)) < 0) {
            uint64_t n = (uint64_t)(count.units / money_of(1).units);

            if (n > r->declared_count)
                r->declared_count = n;
        }
    }
    buf_release(&path);
}

static bool
look_in_document(const void *document, struct sv path, struct sv *out)
{
    struct buf scratch;
    bool found;

    /* Scalars, which alone are numbers, need no scratch. */
    buf_init(&scratch, 0);
    found = record_json_text(document, path, &scratch, out);
    buf_release(&scratch);
    return found;
}

/*
 * A count that stands behind the list is in no record's envelope. Of a document that is small
 * enough it is found by parsing the whole.
 */
static int
note_count_of_document(struct reader *r, struct err *e)
{
    struct buf text;
    struct sv chunk;
    struct err ignored;
    int more = 1;
    cJSON *document;

    if (r->found->list[0] == '\0' || r->declared_count > 0 ||
        source_size(r->source) > DETECT_HEAD)
        return 0;
    buf_init(&text, 2 * DETECT_HEAD);
    text_rewind(r->text);
    while (more > 0 && (more = text_next(r->text, &chunk, e)) > 0)
        buf_add(&text, chunk);
    document = more == 0 && !text.failed ? record_json_parse(buf_sv(&text), &ignored) : NULL;
    if (document)
        note_count(r, look_in_document, document);
    cJSON_Delete(document);
    buf_release(&text);
    return more;
}

static int
visit_object(void *context, const struct record *record, struct err *e)
{
    struct reader *r = context;

    if ((r->input->records & (TELL_EVERY - 1)) == 0)
        tell_progress(r);
    if (record->envelope)
        note_count(r, look_in_envelope, record->envelope);
    if (record->trouble != RECORD_FINE)
        return settle_unread(r, record, OUTCOME_REJECTED, SKIP_BLANK, e);
    return make_and_settle(r, record, e);
}

static int
read_objects(struct reader *r, struct err *e)
{
    r->binding = binding_new(r->found->format, NULL, 0, r->options->zone_minutes, r->input, e);
    if (!r->binding || record_json_read(r->text, r->found->list, visit_object, r, e) ||
        note_count_of_document(r, e))
        return -1;
    if (r->declared_count > r->input->records)
        input_warn(r->input, "pages-missing", 0,
            "the document says that there are %ju records, but holds %ju; download the other "
            "pages too", (uintmax_t)r->declared_count, (uintmax_t)r->input->records);
    return 0;
}

/* The platform of all lines, where the format leaves it to them. */
static int
find_platform(struct reader *r, struct err *e)
{
    const struct ledger *l = r->ledger;
    const char *platform;

    if (r->input->platform[0] != '\0' || l->lines.n == 0)
        return 0;
    platform = ledger_text(&l->lines.at[0], TEXT_PLATFORM);
    for (size_t i = 1; i < l->lines.n; i++)
        if (ledger_text(&l->lines.at[i], TEXT_PLATFORM) != platform)
            return 0;
    r->input->platform = arena_text(&r->input->arena, sv_of(platform));
    if (r->input->platform)
        return 0;
    r->input->platform = "";
    return err_nomem(e);
}

int
reader_run(struct reader *r, struct err *e)
{
    const struct format *f = r->found->format;

    if (r->found->list ? read_objects(r, e) :
            record_csv_read(r->text, r->found->delimiter, visit_row, r, e))
        return -1;
    tell_progress(r);
    if (r->input->records == 0)
        input_warn(r->input, "no-records", 0, "there are headings, but no records below them");
    if (f->input_hook && f->input_hook->input && !r->options->detect_only &&
        f->input_hook->input(f, r->ledger, e))
        return -1;
    return find_platform(r, e);
}

void
reader_release(struct reader *r)
{
    binding_free(r->binding);
    text_free(r->text);
    source_free(r->source);
    map_release(&r->headings);
    arena_release(&r->arena);
}
