/*
 * import_records.c - the records of one file: what each becomes, and the accounting.
 *
 * Every record is counted once for each thing that it becomes: a line, a skipped record, a rejected
 * one. The heading row that detection found and what stands before it are no records.
 */
#include "base/memory.h"
#include "base/vec.h"
#include "input/text.h"
#include "parsers/hook.h"
#include "parsers/import_beside.h"
#include "parsers/import_pages.h"
#include "parsers/import_parts.h"
#include "parsers/reader.h"
#include "record/csv.h"
#include "record/json.h"

/* Records between two reports of progress, and two looks at the memory in use. */
#define TELL_EVERY 1024

/* Rows of fewer cells are not looked for in cells: any text has a comma or two. */
#define ROW_CELLS_MIN 4

static void
tell_progress(struct reader *r)
{
    uint64_t at = r->text ? text_position(r->text) : 0;

    if (at > r->told) {
        import_tell(r->options, at - r->told);
        r->told = at;
    }
}

/*
 * Whether a cell of ${record} holds as many delimiters for each of its line ends as a row has: a
 * quote that is not closed, and another one in the same column below it, make whole rows a cell.
 */
static bool
has_rows_in_a_cell(const struct record *record, char delimiter)
{
    if (record->n < ROW_CELLS_MIN || !memchr(record->raw.p, '\n', record->raw.n))
        return false;
    for (size_t i = 0; i < record->n; i++) {
        struct sv cell = record->cells[i];
        size_t ends = 0, delimiters = 0;

        for (size_t k = 0; k < cell.n; k++) {
            ends += cell.p[k] == '\n';
            delimiters += cell.p[k] == delimiter;
        }
        if (ends > 0 && delimiters == ends * (record->n - 1))
            return true;
    }
    return false;
}

static void
warn_notes(const struct reader *r, const struct record *record)
{
    struct input *input = r->input;

    if (record->cells && r->found->delimiter && has_rows_in_a_cell(record, r->found->delimiter))
        input_warn(input, "rows-in-a-cell", record->line,
            "a cell in quotes goes over several lines and holds what looks like other records; if "
            "one of its quotes is none, the records in it are not counted");
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

/* A total is a row without a time; one with a time may be of a month that is in the file, too. */
static void
warn_total(const struct reader *r, const struct record *record)
{
    struct sv word = binding_total_word(record);

    if (word.n > 0)
        input_warn(r->input, "row-called-total", record->line,
            "the row is called '%.*s', but has a time: it counts as a charge; take it out if it "
            "adds up others", SV_ARG(word));
}

/* Memory that lines take, in bytes, beyond which what they have in common is forgotten as well. */
#define BLOCK_MEMORY ((size_t)16 << 20)

void
reader_begin_block(struct reader *r)
{
    struct ledger *l = r->ledger;

    l->lines.n = 0;
    if (l->strings.arena.total + l->arena.total < BLOCK_MEMORY)
        return;
    ledger_clear(l);
    if (r->binding)
        binding_begin_ledger(r->binding);
}

/* A line has gone into the ledger. */
static int
count_line(struct reader *r, struct err *e)
{
    r->input->records++;
    r->input->lines++;
    if (!r->outlet || r->ledger->lines.n < READER_BLOCK)
        return 0;
    return r->outlet->block(r->outlet->context, r, e) ? fatal(r) : 0;
}

static int
keep_line(struct reader *r, const struct record *record, struct err *e)
{
    struct charge *c = &r->made.charge;

    c->line = record->line;
    if (record->notes & RECORD_BOM_DROPPED)
        c->changes |= CHANGE_BOM_DROPPED;
    if (record->cells)
        warn_total(r, record);
    if (!r->options->detect_only && made_add(&r->made, r->ledger, 0, e))
        return fatal(r);
    return count_line(r, e);
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

/*
 * True where the total ${d} stands directly behind another total row and is the sum of those so
 * far: a grand total says no more than they did.
 */
static bool
is_grand_total(const struct reader *r, const struct reader_declared *d)
{
    const struct currency_sums *declared = &r->input->declared;

    for (size_t i = 0; i < declared->n; i++)
        if (strcmp(declared->at[i].currency, d->currency) == 0)
            return r->declared_at == d->lines &&
                money_compare(declared->at[i].sum, d->total) == 0;
    return false;
}

int
reader_declare(struct reader *r, const struct reader_declared *d, struct err *e)
{
    struct err trial = ERR_INIT;

    if (is_grand_total(r, d))
        return 0;
    r->declared_at = d->lines;
    if (currency_sums_add(&r->input->declared, d->currency, d->total, &trial) &&
        trial.code == ERR_NOMEM)
        return err_nomem(e);
    return 0;
}

static int
keep_declared(struct reader *r, struct err *e)
{
    const struct charge *c = &r->made.charge;
    struct reader_declared d = { .lines = r->input->lines };

    d.currency = arena_text(&r->input->arena, c->text[TEXT_BILLING_CURRENCY]);
    if (!d.currency)
        return err_nomem(e);
    if (!charge_has(c, MONEY_BILLED_COST) || d.currency[0] == '\0')
        return 0;
    d.total = c->money[MONEY_BILLED_COST];
    if (!r->is_part)
        return reader_declare(r, &d, e);
    if (vec_grow(&r->declared, 1, SIZE_MAX / sizeof(*r->declared.at), e))
        return -1;
    r->declared.at[r->declared.n++] = d;
    return 0;
}

/* A statement of payments is private: a row that was not understood is told by its line alone. */
static struct sv
raw_to_show(const struct reader *r, const struct record *record)
{
    return r->found->format->kind == INPUT_PAYMENT ? SV_EMPTY : record->raw;
}

static int
skip_record(struct reader *r, const struct record *record, struct err *e)
{
    const struct reader_outlet *o = r->outlet;

    input_skip(r->input, r->made.skip);
    return o && o->skipped(o->context, r, record->line, r->made.skip, e) ? fatal(r) : 0;
}

static int
reject_record(struct reader *r, const struct record *record, struct err *e)
{
    const struct reader_outlet *o = r->outlet;
    const struct made *m = &r->made;
    int result;

    if (input_reject(r->input, record->line, m->reject, m->column, raw_to_show(r, record),
            m->why.format ? &m->why : NULL, e))
        return -1;
    if (!o)
        return 0;
    result = o->rejected(o->context, r, &r->input->rejections.at[0], e);
    input_forget_rejections(r->input);
    return result ? fatal(r) : 0;
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
        return skip_record(r, record, e);
    case OUTCOME_REJECTED:
        break;
    }
    return reject_record(r, record, e);
}

/* Tell progress, and look at the memory in use, now and then. */
static int
check_regularly(struct reader *r, struct err *e)
{
    if ((r->input->records & (TELL_EVERY - 1)) != 0)
        return 0;
    tell_progress(r);
    return r->options->limits ? memory_check(r->options->limits->memory, e) : 0;
}

static int
make_and_settle(struct reader *r, const struct record *record, struct err *e)
{
    int has;

    if (check_regularly(r, e))
        return -1;
    warn_notes(r, record);
    if (binding_make(r->binding, record, &r->made, e)) {
        e->line = record->line;
        return -1;
    }
    do {
        if (settle(r, record, e))
            return -1;
        has = binding_more(r->binding, record, &r->made, e);
    } while (has > 0);
    return has;
}

/* Keep the line that was made of element or row ${line} at a glance. 1; -1. */
static int
keep_glanced(struct reader *r, uint64_t line, struct err *e)
{
    if (check_regularly(r, e))
        return -1;
    r->made.charge.line = line;
    if (made_add(&r->made, r->ledger, 0, e))
        return fatal(r);
    return count_line(r, e) ? -1 : 1;
}

int
reader_glance_row(void *context, struct sv ahead, uint64_t line, size_t *length, struct err *e)
{
    struct reader *r = context;

    return r->binding && binding_glance_row(r->binding, ahead, r->found->delimiter, line, length,
        &r->made) ? keep_glanced(r, line, e) : 0;
}

int
reader_glance_object(void *context, struct sv ahead, uint64_t line, size_t *length, struct err *e)
{
    struct reader *r = context;

    return binding_glance_object(r->binding, ahead, line, length, &r->made) ?
        keep_glanced(r, line, e) : 0;
}

/* Whoever watches wants each record made anew. */
int
reader_bind(struct reader *r, const struct sv *cells, size_t n, struct err *e)
{
    const struct import_options *o = r->options;

    r->binding = binding_new(r->found->format, cells, n, o->zone_minutes, r->input, e);
    if (!r->binding)
        return -1;
    if (!r->watch && !o->detect_only && !o->is_each_made_anew)
        binding_use_recipes(r->binding);
    return 0;
}

/* The cells of ${record} are the headings; what stood before them is no record. */
static int
bind_headings(struct reader *r, const struct record *record, struct err *e)
{
    if (record->line != r->found->heading_line)
        return 0;
    return reader_bind(r, record->cells, record->n, e);
}

int
reader_visit_row(void *context, const struct record *record, struct err *e)
{
    struct reader *r = context;

    if (!r->binding)
        return bind_headings(r, record, e);
    return make_and_settle(r, record, e);
}

int
reader_visit_object(void *context, const struct record *record, struct err *e)
{
    struct reader *r = context;

    if (import_pages_note(r, record, e))
        return -1;
    return make_and_settle(r, record, e);
}

static int
read_objects(struct reader *r, struct err *e)
{
    const struct format *f = r->found->format;
    const char *list = r->found->list;
    int result;

    if (reader_bind(r, NULL, 0, e))
        return -1;
    if (list[0] == '\0')
        result = record_json_glance(r->text, reader_glance_object, reader_visit_object, r, e);
    else
        result = record_json_read_beside(r->text, list, f->reads_around, import_beside_check,
            reader_visit_object, r, e);
    return result ? result : import_pages_settle(r, e);
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

static int
read_rows(struct reader *r, struct err *e)
{
    if (r->workbook)
        return xlsx_read(r->workbook, r->sheet, reader_visit_row, r, e);
    return record_csv_glance(r->text, r->found->delimiter, reader_glance_row, reader_visit_row,
        r, e);
}

int
reader_open(struct reader *r, struct err *e)
{
    const struct detection *found = r->found;
    struct charset_found utf8 = { .charset = CHARSET_UTF8,
        .has_bad_bytes = found->charset.has_bad_bytes };

    if (found->layer_count == 0)
        r->text = text_new(r->source, &found->charset, e);
    else if (json_layers_open(&r->left, r->source, &found->charset, found->layers,
            found->layer_count, false, e) == 0)
        r->text = text_new(r->left, &utf8, e);
    return r->text ? 0 : -1;
}

int
reader_run(struct reader *r, struct err *e)
{
    const struct format *f = r->found->format;
    bool is_read;

    if (import_parts_read(r, &is_read, e))
        return -1;
    if (!is_read && (r->found->list ? read_objects(r, e) : read_rows(r, e)))
        return -1;
    tell_progress(r);
    if (r->workbook && xlsx_sheet(r->workbook, r->sheet)->is_hidden && r->input->records > 0)
        input_warn(r->input, "hidden-sheet", 0,
            "the sheet '%s' is hidden in its workbook; its rows count all the same",
            xlsx_sheet(r->workbook, r->sheet)->name);
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
    source_free(r->left);
    source_free(r->source);
    import_pages_release(r);
    map_release(&r->beside);
    vec_release(&r->declared);
    arena_release(&r->arena);
}
