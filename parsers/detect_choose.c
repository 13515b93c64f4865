/*
 * detect_choose.c - which of the formats that fit a file reads it.
 */
#include "parsers/candidate.h"

static bool
prefers(const struct format *f, const struct format *other)
{
    for (const char *const *id = f->prefer_over; id && *id; id++)
        if (sv_is(sv_of(*id), sv_of(other->id)))
            return true;
    return false;
}

/*
 * The first line that heads a table of a format that fits, of those that a text tells or of the
 * others. What stands before the headings is no record: a later table would swallow an earlier one.
 */
static uint64_t
first_table(const struct detector *k, bool by_text)
{
    uint64_t first = UINT64_MAX;

    for (size_t i = 0; i < k->n; i++) {
        const struct candidate *c = &k->candidates[i];

        if (candidate_fits(c) && (c->format->named_by != NULL) == by_text &&
            c->heading_line < first)
            first = c->heading_line;
    }
    return first;
}

/* Of the formats that a text tells, or the others, the one with the most columns in the first
 * table; a tie is an error. */
static int
choose_among(const struct detector *k, bool by_text, const struct candidate **winner,
    struct input *input, struct err *e)
{
    const struct candidate *best = NULL, *rival = NULL;
    uint64_t first = first_table(k, by_text);

    for (size_t i = 0; i < k->n; i++) {
        const struct candidate *c = &k->candidates[i];

        if (!candidate_fits(c) || (c->format->named_by != NULL) != by_text ||
            c->heading_line > first)
            continue;
        if (!best || c->found > best->found ||
            (c->found == best->found && prefers(c->format, best->format)))
            best = c;
    }
    *winner = best;
    for (size_t i = 0; best && i < k->n; i++) {
        const struct candidate *c = &k->candidates[i];

        if (c == best || !candidate_fits(c) || (c->format->named_by != NULL) != by_text ||
            c->heading_line > first || c->found < best->found)
            continue;
        if (!prefers(best->format, c->format))
            rival = c;
        else
            input_evidence(input, "%s fits as well, but %s comes before it", c->format->id,
                best->format->id);
    }
    if (!rival)
        return 0;
    *winner = NULL;
    return err_set(e, ERR_SYNTAX,
        "two formats fit equally well: %s and %s; choose one with --format", best->format->id,
        rival->format->id);
}

/* Whether a format that a text tells may read rows that ${winner} of the others reads, or none. */
static bool
text_matters(const struct detector *k, const struct candidate *winner)
{
    for (size_t i = 0; i < k->n; i++) {
        const struct format *f = k->candidates[i].format;

        if (f->named_by && (!winner || prefers(f, winner->format)))
            return true;
    }
    return false;
}

int
detect_choose(struct detector *k, const struct candidate **winner, struct input *input,
    struct err *e)
{
    const struct candidate *named = NULL;
    struct err tie = ERR_INIT;

    for (size_t i = 0; i < k->n; i++)
        if (k->candidates[i].format == k->forced && candidate_fits(&k->candidates[i])) {
            *winner = &k->candidates[i];
            return 0;
        }
    if (choose_among(k, false, winner, input, e))
        return -1;
    if (k->is_in_rows && text_matters(k, *winner) &&
        detect_told_rows(k, *winner != NULL, e))
        return -1;
    if (choose_among(k, true, &named, input, &tie) && !*winner) {
        *e = tie;
        return -1;
    }
    if (named && (!*winner || prefers(named->format, (*winner)->format)))
        *winner = named;
    return 0;
}
