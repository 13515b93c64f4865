/*
 * import_invoices.c - invoices among what is imported, and programs for them that are not there: a
 * run says so once, not once per file.
 */
#include "base/vec.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tools.h"
#include "parsers/reader.h"

/* Detecting keeps no invoices. */
static int
finish(struct reader *r, int result)
{
    if (result > 0 && r->options->detect_only) {
        invoices_release(r->invoices);
        invoices_init(r->invoices);
    }
    return result;
}

int
reader_read_invoices(struct reader *r, struct err *e)
{
    if (!r->invoices || r->input->kind == INPUT_OURS)
        return 0;
    return finish(r, invoices_read(r->source, r->workbook, r->sheet, r->input, r->invoices, e));
}

int
reader_read_list(struct reader *r, struct err *e)
{
    if (!r->invoices || r->options->forced)
        return 0;
    return finish(r,
        invoices_read_list(r->source, r->workbook, r->sheet, r->input, r->invoices, e));
}

static bool
is_same(const struct message *a, const struct message *b)
{
    return a->format == b->format && memcmp(a->args, b->args, sizeof(a->args)) == 0;
}

static bool
is_missing_program(const char *code)
{
    return strcmp(code, TOOLS_MISSING) == 0;
}

static int
tell_once(struct import *im, const struct warning *w, struct err *e)
{
    for (size_t i = 0; i < im->warnings.n; i++)
        if (is_missing_program(im->warnings.at[i].code) &&
            is_same(&im->warnings.at[i].message, &w->message))
            return 0;
    if (vec_grow(&im->warnings, 1, SIZE_MAX, e))
        return -1;
    im->warnings.at[im->warnings.n++] = *w;
    return 0;
}

int
import_tell_missing(struct import *im, struct input *in, struct err *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < in->warnings.n; i++) {
        const struct warning *w = &in->warnings.at[i];

        if (!is_missing_program(w->code))
            in->warnings.at[kept++] = *w;
        else if (tell_once(im, w, e))
            return -1;
    }
    in->warnings.n = kept;
    kept = 0;
    for (size_t i = 0; i < in->warning_counts.n; i++)
        if (!is_missing_program(in->warning_counts.at[i].code))
            in->warning_counts.at[kept++] = in->warning_counts.at[i];
    in->warning_counts.n = kept;
    return 0;
}
