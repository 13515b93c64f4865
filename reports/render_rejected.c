/*
 * render_rejected.c - rejected.csv: every record that was refused, with its place and reason.
 */
#include <inttypes.h>

#include "record/csv.h"
#include "reports/render.h"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)

/* ${raw} with what is no UTF-8 as \xNN, so that the file as a whole is text. */
static void
add_raw(struct buf *out, struct sv raw, struct buf *scratch)
{
    buf_reset(scratch);
    while (raw.n > 0) {
        unsigned code;
        size_t n = sv_utf8(raw, &code);

        if (n == 0 || raw.p[0] == '\0') {
            buf_addf(scratch, "\\x%02X", (unsigned)(unsigned char)raw.p[0]);
            n = 1;
        } else {
            buf_add(scratch, sv_part(raw, 0, n));
        }
        raw = sv_part(raw, n, raw.n);
    }
    record_csv_text_cell(out, buf_sv(scratch));
}

static void
add_row(struct buf *out, const struct input *in, const struct rejection *r, struct buf *scratch)
{
    record_csv_text_cell(out, sv_of(in->path));
    buf_addf(out, ",%" PRIu64 ",%s,", r->line, reject_word(r->reason));
    record_csv_text_cell(out, sv_of(r->column));
    buf_add_char(out, ',');
    add_raw(out, r->raw, scratch);
    buf_add_char(out, '\n');
}

int
render_rejected_csv(const struct ledger *l, render_sink *sink, void *context, struct err *e)
{
    struct buf piece, scratch;
    int result = -1;

    buf_init(&piece, PIECE_BYTES_MAX);
    buf_init(&scratch, PIECE_BYTES_MAX);
    buf_add_text(&piece, "path,line,reason,column,raw\n");
    for (size_t i = 0; i < l->inputs.n; i++)
        for (size_t k = 0; k < l->inputs.at[i]->rejections.n; k++) {
            add_row(&piece, l->inputs.at[i], &l->inputs.at[i]->rejections.at[k], &scratch);
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
