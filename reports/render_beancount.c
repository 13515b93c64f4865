/*
 * render_beancount.c - the ledger as a beancount file.
 *
 * Texts of a bill stand in quotes: control characters as \xNN, quotes and backslashes escaped, so
 * that none of them ends its string or its line.
 */
#include <inttypes.h>

#include "ledger/line_fact.h"
#include "reports/journal.h"

static void
add_string(struct buf *out, struct sv text)
{
    char one[SV_ESCAPED_MAX];
    size_t n;

    buf_add_char(out, '"');
    while ((n = sv_escape_next(&text, one)) > 0)
        for (size_t i = 0; i < n; i++) {
            if (one[i] == '"' || one[i] == '\\')
                buf_add_char(out, '\\');
            buf_add_char(out, one[i]);
        }
    buf_add_char(out, '"');
}

/* "  key: value", where there is a value. */
static void
add_metadata(struct buf *out, const char *key, const char *value)
{
    if (!value[0])
        return;
    buf_addf(out, "  %s: ", key);
    add_string(out, sv_of(value));
    buf_add_char(out, '\n');
}

static void
add_entry(struct buf *out, const struct journal *j, const struct journal_entry *entry)
{
    const struct ledger_line *line = entry->line;
    char figure[MONEY_TEXT_MAX];

    buf_addf(out, "%s * ", entry->day);
    add_string(out, sv_of(journal_payee(line)));
    buf_add_char(out, ' ');
    add_string(out, sv_of(journal_narration(line)));
    buf_add_char(out, '\n');
    add_metadata(out, "entry", words_entry.words[ledger_word(line, WORD_ENTRY)]);
    add_metadata(out, "resource", line_resource(line));
    add_metadata(out, "project", ledger_text(line, TEXT_PROJECT));
    add_metadata(out, "id", ledger_text(line, TEXT_LINE_ID));
    add_metadata(out, "file", ledger_input(j->ledger, line)->path);
    buf_addf(out, "  line: %" PRIu64 "\n", line->source_line);
    for (size_t i = 0; i < entry->n; i++)
        buf_addf(out, "  %s  %s %s\n", entry->postings[i].account,
            money_format(figure, entry->postings[i].amount), entry->currency);
    buf_add_char(out, '\n');
}

static void
add_head(struct buf *out, const struct journal *j)
{
    char day[TIME_TEXT_MAX];

    (void)journal_first_day(j, day);
    buf_add_text(out, "option \"title\" \"gpubill\"\n");
    for (size_t i = 0; i < j->currencies.n; i++)
        buf_addf(out, "option \"operating_currency\" \"%s\"\n", j->currencies.entries[i].key.p);
    buf_add_char(out, '\n');
    for (size_t i = 0; i < j->currencies.n; i++)
        buf_addf(out, "%s commodity %s\n", day, j->currencies.entries[i].key.p);
    for (size_t i = 0; i < j->accounts.n; i++)
        buf_addf(out, "%s open %s\n", day, j->accounts.entries[i].key.p);
    buf_add_char(out, '\n');
}

int
render_beancount(const struct ledger *l, int zone_minutes, render_sink *sink, void *context,
    struct err *e)
{
    static const struct journal_form form = { add_head, add_entry };

    return journal_write(&form, l, zone_minutes, sink, context, e);
}
