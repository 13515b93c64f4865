/*
 * pdf_attached.c - the files inside a PDF.
 *
 * Their names are shown, but used for nothing else than to tell XML: files are saved under names of
 * our own. What is not read is counted, since it may be another invoice, or the bill.
 */
#include <stdio.h>

#include "input/sniff.h"
#include "parsers/invoice_pdf.h"
#include "parsers/invoice_reader.h"

/* XML that is read. */
#define READ_MAX 8

/* Longest number that is read in a list. */
#define NUMBER_MAX 4

void
pdf_attached_init(struct pdf_attached *a)
{
    *a = (struct pdf_attached){ .n = 0 };
    invoices_init(&a->invoices);
    buf_init(&a->list, SIZE_MAX - 1);
}

void
pdf_attached_release(struct pdf_attached *a)
{
    invoices_release(&a->invoices);
    buf_release(&a->list);
}

/* Read what was saved as ${name}, if it is an invoice in XML. */
static int
read_saved(struct pdf_attached *a, struct tools *t, const char *name, struct err *e)
{
    const struct invoice_reader *reader;
    struct err failure = ERR_INIT;
    struct source *s = NULL;
    struct input *in = input_new(sv_of(t->in->path), false);
    char head[SNIFF_HEAD];
    size_t got;
    int result = 0;

    if (!in)
        return err_nomem(e);
    if (tools_open(t, name, &s, &failure) == 0 &&
        source_read(s, head, sizeof(head), 0, &got, &failure) == 0) {
        reader = invoice_reader_find(s);
        /* A PDF inside a PDF would come here again. */
        if (reader && sniff((struct sv){ head, got }) != CONTENT_PDF)
            result = reader->read(s, in, &a->invoices, &failure);
    }
    if (result && failure.code == ERR_NOMEM)
        *e = failure;
    else
        result = 0;
    source_free(s);
    input_free(in);
    return result;
}

/* "3: factur-x.xml" in the list of files: its number and its name. */
static bool
is_entry(struct sv line, struct sv *number, struct sv *name)
{
    size_t colon = sv_find(line, SV(":"), 0);

    if (colon == (size_t)-1 || colon == 0 || colon > NUMBER_MAX)
        return false;
    for (size_t i = 0; i < colon; i++)
        if (line.p[i] < '0' || line.p[i] > '9')
            return false;
    *number = sv_part(line, 0, colon);
    *name = sv_trim(sv_part(line, colon + 1, line.n));
    return true;
}

static bool
is_xml(struct sv name)
{
    return name.n > 4 && sv_is_folded(sv_part(name, name.n - 4, name.n), SV(".xml"));
}

/* Save file ${number} and read it. 1: it is an invoice. */
static int
read_one(struct pdf_attached *a, struct tools *t, struct sv number, struct err *e)
{
    char text[NUMBER_MAX + 1], name[NUMBER_MAX + sizeof(".xml")];
    const char *const save[] = { "pdfdetach", "-save", text, "-o", name, TOOLS_INPUT, NULL };
    size_t before = a->invoices.list.n;

    (void)snprintf(text, sizeof(text), "%.*s", SV_ARG(number));
    (void)snprintf(name, sizeof(name), "%s.xml", text);
    if (tools_run(t, TOOLS_POPPLER, save, NULL) && read_saved(a, t, name, e))
        return -1;
    return a->invoices.list.n > before;
}

int
pdf_attached_read(struct pdf_attached *a, struct tools *t, struct err *e)
{
    const char *const list[] = { "pdfdetach", "-list", TOOLS_INPUT, NULL };
    struct sv rest, line, number, name;
    unsigned tried = 0;

    (void)tools_capture(t, TOOLS_POPPLER, list, &a->list);
    rest = buf_sv(&a->list);
    while (sv_cut(&rest, '\n', &line)) {
        int is_read = 0;

        if (!is_entry(line, &number, &name))
            continue;
        if (is_xml(name) && tried++ < READ_MAX)
            is_read = read_one(a, t, number, e);
        if (is_read < 0)
            return -1;
        if (is_read == 0 && a->n++ == 0)
            a->first = name;
    }
    return 0;
}

void
pdf_attached_warn(const struct pdf_attached *a, struct input *in)
{
    if (a->n > 0)
        input_warn(in, "attachments-not-read", 0, "the PDF holds %ju files that were not read, the "
            "first of them '%.*s'; save bills and invoices among them, and give those",
            (uintmax_t)a->n, SV_ARG(a->first));
}
