/*
 * render_findings_csv.c - findings.csv: one row per finding, amounts exact.
 *
 * `evidence` names the first lines; all of them, each with its leak, are in review.json.
 */
#include <inttypes.h>

#include "record/csv.h"
#include "reports/render.h"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)
#define EVIDENCE_LINES 20
#define TEXT_MAX 2048

static void
add_text(struct buf *out, const char *text)
{
    record_csv_text_cell(out, sv_of(text));
    buf_add_char(out, ',');
}

static void
add_time(struct buf *out, int64_t at, int zone_minutes)
{
    char text[TIME_TEXT_MAX];

    buf_add_text(out, at == TIME_NONE ? "" : time_format_zone(text, at, zone_minutes));
    buf_add_char(out, ',');
}

static void
add_money(struct buf *out, struct money m)
{
    char text[MONEY_TEXT_MAX];

    buf_add_text(out, money_format(text, m));
    buf_add_char(out, ',');
}

static void
add_evidence(struct buf *out, const struct results *r, const struct finding *f,
    struct buf *scratch)
{
    buf_reset(scratch);
    for (size_t i = 0; i < f->lines.n && i < EVIDENCE_LINES; i++) {
        const struct ledger_line *line = &r->ledger->lines.at[f->lines.at[i].line];

        buf_addf(scratch, "%s%s:%" PRIu64, i > 0 ? " " : "",
            ledger_input(r->ledger, line)->path, line->source_line);
    }
    if (f->lines.n > EVIDENCE_LINES)
        buf_add_text(scratch, " ...");
    record_csv_text_cell(out, buf_sv(scratch));
}

static void
add_row(struct buf *out, const struct results *r, const struct finding *f, struct buf *scratch)
{
    int zone = r->audit->period.zone_minutes;
    char text[TEXT_MAX];

    add_text(out, f->id);
    add_text(out, f->rule);
    add_text(out, certainty_word(f->certainty));
    add_text(out, f->platform);
    add_text(out, f->account);
    add_text(out, f->resource);
    add_text(out, f->name);
    add_text(out, f->currency);
    add_time(out, f->from, zone);
    add_time(out, f->to, zone);
    add_money(out, f->billed);
    add_money(out, f->leak);
    add_money(out, f->net);
    buf_addf(out, "%zu,%s,", f->lines.n, f->is_waived ? "true" : "false");
    add_text(out, f->waiver);
    add_text(out, finding_says(f, r->lang, text, sizeof(text)));
    add_text(out, finding_advises(f, r->lang, text, sizeof(text)));
    add_evidence(out, r, f, scratch);
    buf_add_char(out, '\n');
}

int
render_findings_csv(const struct results *r, render_sink *sink, void *context, struct err *e)
{
    struct buf piece, scratch;
    int result = -1;

    buf_init(&piece, PIECE_BYTES_MAX);
    buf_init(&scratch, PIECE_BYTES_MAX);
    buf_add_text(&piece, "id,rule,certainty,platform,account,resource,name,currency,from,to,"
        "billed,leak,net_leak,lines,waived,reason,message,advice,evidence\n");
    for (size_t i = 0; r->audit && i < r->audit->findings.n; i++) {
        add_row(&piece, r, r->audit->findings.at[i], &scratch);
        if (buf_ok(&scratch, e) || buf_ok(&piece, e))
            goto done;
        if (piece.n < PIECE_BYTES)
            continue;
        if (sink(context, buf_sv(&piece), e))
            goto done;
        buf_reset(&piece);
    }
    if (buf_ok(&piece, e) == 0)
        result = sink(context, buf_sv(&piece), e);
done:
    buf_release(&piece);
    buf_release(&scratch);
    return result;
}
