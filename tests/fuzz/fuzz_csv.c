/*
 * Any text as CSV: whole and in small chunks it gives the same records; the raw texts of the
 * records with their line ends are the whole text; a record that cannot be read has a reason.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"
#include "record/csv.h"

/* What the records were, for comparing, and where the next one must begin. */
struct seen {
    struct buf log;
    struct sv text;
    const struct record_limits *limits;
    size_t at;
    uint64_t line;
};

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

/* Bytes of the line end at ${at}; at the end of the text there is none. */
static size_t
end_length(struct sv text, size_t at)
{
    struct sv rest = sv_part(text, at, text.n);

    if (sv_starts(rest, SV("\r\r\n")))
        return 3;
    if (sv_starts(rest, SV("\r\n")))
        return 2;
    return rest.n > 0;
}

static bool
is_end(char c)
{
    return c == '\r' || c == '\n';
}

static size_t
count_lines(struct sv raw)
{
    size_t lines = 1;

    for (size_t i = 0; i < raw.n; i++)
        if (is_end(raw.p[i])) {
            i += end_length(raw, i) - 1;
            lines++;
        }
    return lines;
}

/* The raw text must stand where the last record ended, and go to a line end. */
static void
follow(struct seen *seen, const struct record *r)
{
    require(r->line == seen->line);
    require(sv_starts(sv_part(seen->text, seen->at, seen->text.n), r->raw));
    seen->at += r->raw.n;
    if (r->trouble == RECORD_TOO_LONG && r->raw.n + 3 >= seen->limits->record)
        while (seen->at < seen->text.n && !is_end(seen->text.p[seen->at]))
            seen->at++;
    require(seen->at == seen->text.n || is_end(seen->text.p[seen->at]));
    seen->at += end_length(seen->text, seen->at);
    seen->line += count_lines(r->raw);
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct seen *seen = context;
    size_t cells = 0;

    (void)e;
    follow(seen, r);
    require((r->trouble != RECORD_FINE) == (r->why.format != NULL));
    require(r->trouble == RECORD_FINE || r->n == 0);
    require(r->object == NULL && r->envelope == NULL && r->inner == 0);
    if (r->trouble == RECORD_FINE)
        require(memchr(r->raw.n > 0 ? r->raw.p : "x", '\0', r->raw.n) == NULL);
    require(r->n <= seen->limits->columns);
    buf_addf(&seen->log, "%ju %d %u", (uintmax_t)r->line, (int)r->trouble, r->notes);
    for (size_t i = 0; i < r->n; i++) {
        require(r->cells[i].n <= seen->limits->field);
        cells += r->cells[i].n;
        buf_addf(&seen->log, " %zu:", r->cells[i].n);
        buf_add(&seen->log, r->cells[i]);
    }
    require(cells <= r->raw.n);
    buf_add_char(&seen->log, '\n');
    (void)record_is_blank(r);
    return 0;
}

static void
read_all(struct seen *seen, struct source *s, const struct charset_found *found, char delimiter,
    size_t chunk)
{
    struct err e = ERR_INIT;
    struct text *t = text_new_chunked(s, found, chunk, &e);
    struct sv first = seen->text;

    require(t != NULL);
    buf_init(&seen->log, SIZE_MAX - 1);
    seen->line = 1;
    first = sv_part(first, 0, sv_find(first, SV("\n"), 0));
    first = sv_part(first, 0, sv_find(first, SV("\r"), 0));
    if (record_csv_directive(first)) {
        seen->at = first.n + end_length(seen->text, first.n);
        seen->line = 2;
    }
    require(record_csv_read_within(t, delimiter, seen->limits, visit, seen, &e) == 0);
    require(e.code == ERR_NONE && seen->at == seen->text.n);
    text_free(t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char delimiters[] = { ',', ';', '\t', '|' };
    static const struct record_limits limits[] = { RECORD_LIMITS_INIT, { 8, 40, 5, 4, false },
        { 8, 40, 5, 4, true } };
    static const struct record_limits by_libcsv = {
        RECORD_FIELD_MAX, RECORD_MAX, RECORD_COLUMNS_MAX, RECORD_DEPTH_MAX, true };
    struct charset_found found = { .charset = CHARSET_UTF8, .has_bad_bytes = true };
    struct seen whole = { 0 }, pieces = { 0 }, strict = { 0 };
    struct source *s;
    char delimiter;

    if (size == 0)
        return 0;
    /* The first byte chooses, the rest is the text. */
    delimiter = delimiters[data[0] % 4];
    whole.limits = pieces.limits = &limits[data[0] / 4 % 2];
    strict.limits = data[0] / 4 % 2 ? &limits[2] : &by_libcsv;
    whole.text = pieces.text = strict.text = (struct sv){ (const char *)data + 1, size - 1 };
    s = source_of_memory(whole.text);
    require(s != NULL);
    read_all(&whole, s, &found, delimiter, TEXT_CHUNK_MAX);
    read_all(&pieces, s, &found, delimiter, 4 + size % 5);
    read_all(&strict, s, &found, delimiter, TEXT_CHUNK_MAX);
    require(sv_is(buf_sv(&whole.log), buf_sv(&pieces.log)));
    require(sv_is(buf_sv(&whole.log), buf_sv(&strict.log)));
    buf_release(&whole.log);
    buf_release(&pieces.log);
    buf_release(&strict.log);
    source_free(s);
    return 0;
}
