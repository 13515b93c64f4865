/*
 * invoice_picture.c - the QR code of an invoice in a picture: a photograph, a screen copy.
 */
#include "base/lang.h"
#include "input/sniff.h"
#include "parsers/invoice_qr.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tools.h"

static int
recognise(struct sv head, struct source *s)
{
    (void)s;
    return sniff(head) == CONTENT_IMAGE ? 50 : 0;
}

/* Keep each invoice that one of the codes is of. */
static int
keep_codes(struct sv codes, struct input *in, struct invoices *out, struct err *e)
{
    struct sv line;
    struct draft d;
    int result = 0;

    while (result == 0 && sv_cut(&codes, '\n', &line)) {
        draft_init(&d, INVOICE_FROM_QR, true);
        if (qr_read(&d, line))
            result = draft_keep(&d, in, out, e);
        draft_release(&d);
    }
    if (result == 0 && out->list.n == 0)
        return err_set(e, ERR_UNKNOWN, "a picture; export the bill as CSV, XLSX or JSON");
    return result;
}

static int
read_picture(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    struct tools t;
    struct buf codes;
    int result = -1;

    buf_init(&codes, source_program_limits(s)->output);
    if (tools_begin(&t, s, in, e) == 0) {
        tools_read_qr(&t, TOOLS_INPUT, &codes);
        result = keep_codes(buf_sv(&codes), in, out, e);
    }
    tools_end(&t);
    buf_release(&codes);
    return result;
}

const struct invoice_reader invoice_picture = {
    .name = "qr-picture",
    .title = N_("QR code of an invoice (picture)"),
    .recognise = recognise,
    .read = read_picture,
};
