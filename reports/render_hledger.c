/*
 * render_hledger.c - the ledger as an hledger journal.
 *
 * hledger knows no escapes: in texts of a bill control characters stand as \xNN, and what would
 * end a description (;), a payee (|), begin a code, or make a tag of a comment (:) has its
 * full-width form.
 */
#include <inttypes.h>

#include "ledger/line_fact.h"
#include "reports/journal.h"

static void
add_words(struct buf *out, struct sv text)
{
    char one[SV_ESCAPED_MAX];
    bool is_first = true;
    size_t n;

    text = sv_trim(text);
    while ((n = sv_escape_next(&text, one)) > 0) {
        if (one[0] == ';')
            buf_add_utf8(out, 0xFF1B);
        else if (one[0] == '|')
            buf_add_utf8(out, 0xFF5C);
        else if (is_first && one[0] == '(')
            buf_add_utf8(out, 0xFF08);
        else if (is_first && (one[0] == '*' || one[0] == '!'))
            buf_addf(out, "-%c", one[0]);
        else
            buf_add(out, (struct sv){ one, n });
        is_first = false;
    }
}

/* In a comment every word before a colon would be a tag, with all up to a comma as its value. */
static void
add_comment(struct buf *out, struct sv text)
{
    char one[SV_ESCAPED_MAX];
    size_t n;

    while ((n = sv_escape_next(&text, one)) > 0)
        if (one[0] == ':')
            buf_add_utf8(out, 0xFF1A);
        else
            buf_add(out, (struct sv){ one, n });
}

static void
add_entry(struct buf *out, const struct journal *j, const struct journal_entry *entry)
{
    const struct ledger_line *line = entry->line;
    char figure[MONEY_TEXT_MAX];

    buf_addf(out, "%s * ", entry->day);
    add_words(out, sv_of(journal_payee(line)));
    buf_add_text(out, " | ");
    add_words(out, sv_of(journal_narration(line)));
    buf_add_text(out, "  ; ");
    if (line_resource(line)[0]) {
        add_comment(out, sv_of(line_resource(line)));
        buf_add_text(out, ", ");
    }
    add_comment(out, sv_of(ledger_input(j->ledger, line)->path));
    buf_addf(out, " line %" PRIu64 "\n", line->source_line);
    for (size_t i = 0; i < entry->n; i++)
        buf_addf(out, "    %s  %s %s\n", entry->postings[i].account,
            money_format(figure, entry->postings[i].amount), entry->currency);
    buf_add_char(out, '\n');
}

/* All digits of any amount are declared: hledger balances and shows at that precision. */
static void
add_commodity(struct buf *out, const struct map_entry *currency)
{
    buf_add_text(out, "commodity 1.");
    for (uint64_t i = 0; i < (currency->value.number > 2 ? currency->value.number : 2); i++)
        buf_add_char(out, '0');
    buf_addf(out, " %s\n", currency->key.p);
}

static void
add_head(struct buf *out, const struct journal *j)
{
    buf_add_text(out, "decimal-mark .\n\n");
    for (size_t i = 0; i < j->currencies.n; i++)
        add_commodity(out, &j->currencies.entries[i]);
    for (size_t i = 0; i < j->accounts.n; i++)
        buf_addf(out, "account %s\n", j->accounts.entries[i].key.p);
    buf_add_char(out, '\n');
}

int
render_hledger(const struct ledger *l, int zone_minutes, render_sink *sink, void *context,
    struct err *e)
{
    static const struct journal_form form = { add_head, add_entry };

    return journal_write(&form, l, zone_minutes, sink, context, e);
}
