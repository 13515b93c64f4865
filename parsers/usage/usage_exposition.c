/*
 * usage_exposition.c - Prometheus exposition text, as exporters answer.
 *
 *     DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-c2f7",Hostname="i-0307"} 0 1782864000000
 *
 * The time is milliseconds, or seconds where it has decimals (OpenMetrics); a plain answer has
 * none, and is then no evidence. Lines that begin with # are no records.
 */
#include "parsers/usage.h"
#include "parsers/usage_labels.h"
#include "record/csv.h"

/* No byte of a text: the whole line is one cell. */
#define NO_DELIMITER '\x1f'

struct log {
    struct usage_sink *sink;
    struct usage_labels labels;
};

static bool
is_name(char c)
{
    return c == '_' || c == ':' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
        (c >= 'A' && c <= 'Z');
}

static struct sv
cut_name(struct sv *rest)
{
    struct sv name;
    size_t n = 0;

    *rest = sv_trim(*rest);
    while (n < rest->n && is_name(rest->p[n]))
        n++;
    name = sv_part(*rest, 0, n);
    *rest = sv_part(*rest, n, rest->n);
    return name;
}

static bool
cut_char(struct sv *rest, char c)
{
    *rest = sv_trim(*rest);
    if (rest->n == 0 || rest->p[0] != c)
        return false;
    *rest = sv_part(*rest, 1, rest->n);
    return true;
}

/* The text up to the closing quote; what is escaped in it stays as it is written. */
static bool
cut_quoted(struct sv *rest, struct sv *value)
{
    size_t n = 0;

    if (!cut_char(rest, '"'))
        return false;
    while (n < rest->n && rest->p[n] != '"')
        n += rest->p[n] == '\\' ? 2 : 1;
    if (n >= rest->n)
        return false;
    *value = sv_part(*rest, 0, n);
    *rest = sv_part(*rest, n + 1, rest->n);
    return true;
}

/* The labels behind a name, if there are any. False where they are damaged. */
static bool
cut_labels(struct sv *rest, struct usage_labels *l)
{
    if (!cut_char(rest, '{'))
        return true;
    while (!cut_char(rest, '}')) {
        struct sv name = cut_name(rest), value;

        if (name.n == 0 || !cut_char(rest, '=') || !cut_quoted(rest, &value))
            return false;
        usage_labels_add(l, name, value);
        (void)cut_char(rest, ',');
    }
    return true;
}

static struct sv
cut_word(struct sv *rest)
{
    struct sv word;

    *rest = sv_trim(*rest);
    if (!sv_cut(rest, ' ', &word))
        word = SV_EMPTY;
    return word;
}

/* Understand a line as ${o}. -1: ${reject} and ${why}. */
static int
understand(struct log *log, struct sv line, struct observation *o, enum reject *reject,
    struct message *why)
{
    struct sv name = cut_name(&line), value, time;
    struct usage_metric metric = { 0 };

    *reject = REJECT_TOO_FEW_FIELDS;
    message_set(why, "a line is a name, labels in braces, a value and perhaps a time");
    usage_labels_reset(&log->labels);
    if (name.n == 0 || !cut_labels(&line, &log->labels))
        return -1;
    value = cut_word(&line);
    time = cut_word(&line);
    if (value.n == 0)
        return -1;
    if (!usage_metric_find(name, &metric))
        return 0;
    if (time.n > 0 && usage_time(&o->from, time, log->sink->zone_minutes)) {
        *reject = REJECT_BAD_TIME;
        message_set(why, "'%.*s' is no time", SV_ARG(time));
        return -1;
    }
    *reject = REJECT_BAD_AMOUNT;
    if (usage_set(o, &metric, value, why))
        return -1;
    o->gpu = usage_labels_gpu(&log->labels);
    o->instance = log->labels.host.failed ? SV_EMPTY : buf_sv(&log->labels.host);
    return 1;
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct log *log = context;
    struct observation o = usage_observation(r);
    int damaged = usage_reject_damaged(log->sink, r, e), known;
    struct sv line = sv_trim(r->raw);
    enum reject reject;
    struct message why;

    if (damaged != 0)
        return damaged < 0 ? -1 : 0;
    if (line.n == 0) {
        input_skip(log->sink->input, SKIP_BLANK);
        return 0;
    }
    if (line.p[0] == '#')
        return 0;
    known = understand(log, line, &o, &reject, &why);
    if (known < 0)
        return usage_reject(log->sink, r, reject, SV_EMPTY, &why, e);
    if (known > 0 && usage_keep(log->sink, &o, e))
        return -1;
    usage_count(log->sink);
    return 0;
}

/* A name of a known metric, at the beginning of a line or in its # HELP and # TYPE. */
static int
recognise(const struct usage_head *head)
{
    struct sv rest = head->text, line;

    if (head->is_json)
        return 0;
    while (sv_cut(&rest, '\n', &line)) {
        struct usage_metric ignored;
        struct sv name;

        line = sv_trim(line);
        if (sv_starts(line, SV("# HELP ")) || sv_starts(line, SV("# TYPE ")))
            line = sv_part(line, 7, line.n);
        else if (line.n > 0 && line.p[0] == '#')
            return 0;
        name = cut_name(&line);
        if (name.n > 0 && line.n > 0 && (line.p[0] == '{' || line.p[0] == ' ') &&
            usage_metric_find(name, &ignored))
            return USAGE_CERTAIN;
        /* Metrics of other things stand before, in the same form. */
        if (name.n == 0 && line.n > 0)
            return 0;
    }
    return 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    struct log log = { .sink = sink };
    int result;

    usage_labels_init(&log.labels);
    result = record_csv_read(t, NO_DELIMITER, visit, &log, e);
    usage_labels_release(&log.labels);
    return result;
}

static const char *const sources[] = {
    "prometheus.io/docs/instrumenting/exposition_formats",
    "github.com/NVIDIA/dcgm-exporter, etc/default-counters.csv",
    "github.com/utkuozdemir/nvidia_gpu_exporter, docs/METRICS.md", NULL,
};

const struct usage_reader usage_exposition = {
    .name = "prometheus-text",
    .title = { "answer of a Prometheus exporter", "Prometheus 导出器的文本" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
