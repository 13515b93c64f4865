/*
 * usage_sacct.c - Slurm's sacct with --parsable or --parsable2.
 *
 * A job of one card on one node whose steps were accounted gives the mean of that card from its
 * start to its end. With several cards gres/gpuutil adds them up in a way that is not documented,
 * and then nothing is concluded. Steps repeat the allocation of their job; only they carry the
 * accounting.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "parsers/usage_table.h"
#include "record/csv.h"

#define COLUMNS_MAX 128

enum sacct_column { JOB_ID, START, END, NODES, ALLOCATED, USED, SACCT_COLUMNS };

static const char *const names[SACCT_COLUMNS] = {
    "JobID", "Start", "End", "NodeList", "AllocTRES", "TRESUsageInAve",
};

struct log {
    struct usage_sink *sink;
    size_t at[SACCT_COLUMNS]; /* cell of each column, from 1; 0: not there */
    size_t columns;
    bool is_bound;
};

static size_t
bind(struct log *log, const struct sv *cells, size_t n)
{
    size_t found = 0;

    memset(log->at, 0, sizeof(log->at));
    log->columns = n;
    while (log->columns > 0 && cells[log->columns - 1].n == 0)
        log->columns--;
    for (size_t c = 0; c < SACCT_COLUMNS; c++)
        for (size_t i = 0; i < n && log->at[c] == 0; i++)
            if (sv_is_folded(cells[i], sv_of(names[c]))) {
                log->at[c] = i + 1;
                found++;
            }
    return found;
}

static struct sv
cell(const struct log *log, const struct record *r, enum sacct_column column)
{
    size_t at = log->at[column];

    if (at == 0 || at > r->n || usage_is_absent(r->cells[at - 1]) ||
        sv_is(r->cells[at - 1], SV("None")))
        return SV_EMPTY;
    return r->cells[at - 1];
}

/* The amount of ${name} in "cpu=8,gres/gpu=1,mem=64G". */
static struct sv
resource(struct sv list, struct sv name)
{
    struct sv piece;

    while (sv_cut(&list, ',', &piece))
        if (piece.n > name.n && sv_starts(piece, name) && piece.p[name.n] == '=')
            return sv_part(piece, name.n + 1, piece.n);
    return SV_EMPTY;
}

/* One node is named, not several as in node[01-04]. */
static bool
is_one_node(struct sv nodes)
{
    return nodes.n > 0 && !memchr(nodes.p, '[', nodes.n) && !memchr(nodes.p, ',', nodes.n);
}

/* What the row says of a card into ${o}. 1: something; 0: nothing; -1: refused. */
static int
understand(const struct log *log, const struct record *r, struct observation *o,
    enum sacct_column *column, enum reject *reject, struct message *why)
{
    static const struct usage_metric metric = { USAGE_UTILISATION, USAGE_PERCENT, 1 };
    struct sv start = cell(log, r, START), end = cell(log, r, END);
    struct sv used = resource(cell(log, r, USED), SV("gres/gpuutil"));

    *reject = REJECT_BAD_TIME;
    *column = START;
    if (start.n > 0 && usage_time(&o->from, start, log->sink->zone_minutes)) {
        message_set(why, "'%.*s' is no time", SV_ARG(start));
        return -1;
    }
    *column = END;
    if (end.n > 0 && usage_time(&o->to, end, log->sink->zone_minutes)) {
        message_set(why, "'%.*s' is no time", SV_ARG(end));
        return -1;
    }
    if (o->from != TIME_NONE && o->to != TIME_NONE && o->to < o->from) {
        message_set(why, "the period ends before it starts");
        return -1;
    }
    *column = USED;
    *reject = REJECT_BAD_AMOUNT;
    if (used.n == 0 || !is_one_node(cell(log, r, NODES)) ||
        !sv_is(resource(cell(log, r, ALLOCATED), SV("gres/gpu")), SV("1")))
        return 0;
    if (usage_set(o, &metric, used, why))
        return -1;
    o->instance = cell(log, r, NODES);
    o->gpu = SV("0");
    return o->has_utilisation;
}

static int
take_row(struct log *log, const struct record *r, struct err *e)
{
    struct observation o = usage_observation(r);
    enum sacct_column column;
    enum reject reject;
    struct message why;
    int said;

    if (r->n < log->columns) {
        message_set(&why, "the row has %zu cells, but there are %zu columns", r->n, log->columns);
        return usage_reject(log->sink, r, REJECT_TOO_FEW_FIELDS, SV_EMPTY, &why, e);
    }
    said = understand(log, r, &o, &column, &reject, &why);
    if (said < 0)
        return usage_reject(log->sink, r, reject, sv_of(names[column]), &why, e);
    if (said > 0 && usage_keep(log->sink, &o, e))
        return -1;
    usage_count(log->sink);
    return 0;
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct log *log = context, again = *log;
    int damaged;

    if (r->trouble == RECORD_FINE && bind(&again, r->cells, r->n) >= 2) {
        if (log->is_bound)
            input_skip(log->sink->input, SKIP_REPEATED_HEADER);
        *log = again;
        log->is_bound = true;
        return 0;
    }
    if (!log->is_bound)
        return 0;
    damaged = usage_reject_damaged(log->sink, r, e);
    if (damaged != 0)
        return damaged < 0 ? -1 : 0;
    if (record_is_blank(r)) {
        input_skip(log->sink->input, SKIP_BLANK);
        return 0;
    }
    return take_row(log, r, e);
}

/* What parts the cells of the first line; 0: it is no heading of sacct. */
static char
find_delimiter(struct sv text)
{
    static const char delimiters[] = { '|', ';', ',', '\t' };
    struct sv cells[COLUMNS_MAX];
    struct log log = { 0 };

    for (size_t i = 0; i < sizeof(delimiters); i++) {
        size_t n = usage_first_row(text, delimiters[i], cells, COLUMNS_MAX);

        if (bind(&log, cells, n) >= 2 && log.at[JOB_ID] > 0)
            return delimiters[i];
    }
    return '\0';
}

static int
recognise(const struct usage_head *head)
{
    return !head->is_json && find_delimiter(head->text) ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    struct log log = { .sink = sink };
    struct sv chunk;
    char delimiter = '|';
    int more = text_next(t, &chunk, e);

    if (more < 0)
        return -1;
    if (more > 0 && find_delimiter(chunk))
        delimiter = find_delimiter(chunk);
    text_rewind(t);
    return record_csv_read(t, delimiter, visit, &log, e);
}

static const char *const sources[] = { "slurm.schedmd.com/sacct.html", NULL };

const struct usage_reader usage_sacct = {
    .name = "slurm-sacct",
    .title = { "Slurm sacct --parsable", "Slurm sacct --parsable 的输出" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
