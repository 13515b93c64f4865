/*
 * invoice_pdf.c - invoices as PDF.
 *
 * In this order: XML that is embedded (Factur-X, ZUGFeRD and others), the information dictionary,
 * the text by its place on the page, and, where that leaves something open, the QR code of the
 * first page. What a font without names gives is not text; nothing is guessed from it.
 */
#include <stdio.h>

#include "base/lang.h"
#include "input/sniff.h"
#include "parsers/invoice_pdf.h"
#include "parsers/invoice_qr.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tools.h"

/* What every invoice has; ways in which a page may lie. */
#define FIELDS 6
#define TURNS 4

/* Bytes at the end among which %%EOF stands. */
#define TAIL 1024

struct pdf {
    struct tools tools;
    struct input *in;
    struct pdf_attached attached;
    struct words words;
    size_t first_end; /* behind the words of the first invoice */
    struct draft info, text, qr, all;
    bool is_open; /* it is no damaged PDF, nor one that wants a password */
    bool is_invoice, has_text;
    uint64_t pages; /* 0: not known */
};

static int
recognise(struct sv head, struct source *s)
{
    (void)s;
    return sniff(head) == CONTENT_PDF ? 100 : 0;
}

/* The number behind "Pages:"; the last, for a document may have information of that name first. */
static uint64_t
count_pages(struct sv info)
{
    uint64_t pages = 0;
    struct sv line;

    while (sv_cut(&info, '\n', &line)) {
        struct sv number = sv_starts(line, SV("Pages:")) ? sv_trim(sv_part(line, 6, line.n))
            : SV_EMPTY;

        if (number.n == 0 || number.n > 9)
            continue;
        pages = 0;
        for (size_t i = 0; i < number.n && number.p[i] >= '0' && number.p[i] <= '9'; i++)
            pages = pages * 10 + (uint64_t)(number.p[i] - '0');
    }
    return pages;
}

static void
read_info(struct pdf *p)
{
    const char *const argv[] = { "pdfinfo", "-custom", "-enc", "UTF-8", TOOLS_INPUT, NULL };
    struct buf out;

    buf_init(&out, p->tools.limits->output);
    p->is_open = tools_capture(&p->tools, TOOLS_POPPLER, argv, &out);
    pdf_read_info(&p->info, buf_sv(&out));
    p->pages = count_pages(buf_sv(&out));
    p->is_invoice |= p->info.one.number[0] != '\0';
    buf_release(&out);
}

/* A buyer with the id that the information dictionary gives to the seller is the seller. */
static void
exchange_parties(struct invoice *text, const struct invoice *info)
{
    const char *name = text->buyer, *id = text->buyer_tax_id;

    if (info->seller_tax_id[0] == '\0' || strcmp(info->seller_tax_id, id) != 0 ||
        strcmp(id, text->seller_tax_id) == 0)
        return;
    text->buyer = text->seller;
    text->buyer_tax_id = text->seller_tax_id;
    text->seller = name;
    text->seller_tax_id = id;
}

/* How much of what every invoice has is there. */
static unsigned
count_fields(const struct invoice *one)
{
    const bool has[] = { one->number[0] != '\0', one->issued != TIME_NONE, one->seller[0] != '\0',
        one->buyer[0] != '\0', one->has_total, one->has_net };
    unsigned n = 0;

    for (size_t i = 0; i < FIELDS; i++)
        n += has[i];
    return n;
}

/* Read the layout with the words turned by ${turns} quarters more. */
static bool
read_turned(struct words *w, struct draft *d, unsigned turns)
{
    for (; turns > 0; turns--)
        words_turn(w);
    draft_release(d);
    draft_init(d, INVOICE_FROM_PDF, true);
    return layout_read(w, d);
}

/* Pages may lie on their side or stand on their head: as they say the most, so they are read. */
static bool
read_layout(struct words *w, struct draft *d)
{
    unsigned best = 0, most = 0, turn;

    for (turn = 0; turn < TURNS; turn++) {
        unsigned n = read_turned(w, d, turn > 0) ? count_fields(&d->one) + 1 : 0;

        if (n > FIELDS)
            return true;
        if (n > most) {
            most = n;
            best = turn;
        }
    }
    return read_turned(w, d, 1 + best);
}

static int
read_text(struct pdf *p, struct err *e)
{
    char last[24];
    const char *const argv[] = { "pdftotext", "-bbox-layout", "-l", last, "-enc", "UTF-8",
        TOOLS_INPUT, "words.html", NULL };
    struct words first;
    struct buf out;
    int result = 0;

    (void)snprintf(last, sizeof(last), "%ju", (uintmax_t)p->tools.limits->pages);
    buf_init(&out, p->tools.limits->output);
    if (tools_run(&p->tools, TOOLS_POPPLER, argv, NULL))
        tools_read(&p->tools, "words.html", &out);
    result = pdf_read_words(&p->words, buf_sv(&out), e);
    buf_release(&out);
    if (result || pdf_invoice_end(&p->first_end, &p->words, 0, e))
        return -1;
    first = words_part(&p->words, 0, p->first_end);
    if (read_layout(&first, &p->text)) {
        p->is_invoice = p->has_text = true;
        exchange_parties(&p->text.one, &p->info.one);
        return 0;
    }
    draft_release(&p->text);
    draft_init(&p->text, INVOICE_FROM_PDF, false);
    /* With the XML at hand, words in whatever language add nothing. */
    p->has_text = p->attached.invoices.list.n == 0 && english_read(&p->words, &p->text);
    p->is_invoice |= p->has_text;
    return 0;
}

/* Whether ${one} has what a QR code could tell. */
static bool
is_complete(const struct invoice *one)
{
    struct money ignored;

    return one->number[0] != '\0' && one->issued != TIME_NONE && invoice_total(one, &ignored);
}

static void
read_qr(struct pdf *p)
{
    const char *const draw[] = { "pdftoppm", "-gray", "-f", "1", "-l", "1", "-singlefile",
        "-scale-to", "2400", TOOLS_INPUT, "page", NULL };
    struct buf out;
    struct sv rest, line;

    if (!tools_run(&p->tools, TOOLS_POPPLER, draw, NULL))
        return;
    buf_init(&out, p->tools.limits->output);
    tools_read_qr(&p->tools, "page.pgm", &out);
    for (rest = buf_sv(&out); sv_cut(&rest, '\n', &line);)
        if (qr_read(&p->qr, line)) {
            p->is_invoice = true;
            break;
        }
    buf_release(&out);
}

/* The number in dzfp_26322000000000000001_..., the name that the tax platform gives. */
static struct sv
number_in_name(const struct pdf *p)
{
    struct sv path = sv_of(p->in->path);
    size_t at = sv_find(path, SV("dzfp_"), 0);

    return at != (size_t)-1 && path.n >= at + 26 && path.p[at + 25] == '_'
        ? sv_part(path, at + 5, at + 25)
        : SV_EMPTY;
}

static void
read_name(struct pdf *p)
{
    struct sv number = number_in_name(p);

    if (p->all.one.number[0] == '\0' && number.n > 0)
        draft_number(&p->all, number);
}

/* Whether the file ends as a PDF does; one that was cut may still open, without its pages. */
static bool
is_whole(struct source *s)
{
    struct err ignored = ERR_INIT;
    uint64_t size = source_size(s), from = size > TAIL ? size - TAIL : 0;
    char tail[TAIL];
    size_t n;

    return source_read(s, tail, sizeof(tail), from, &n, &ignored) != 0 ||
        sv_find((struct sv){ tail, n }, SV("%%EOF"), 0) != (size_t)-1;
}

static bool
is_called_pdf(const struct pdf *p)
{
    struct sv path = sv_of(p->in->path);

    return path.n > 4 && sv_is_folded(sv_part(path, path.n - 4, path.n), SV(".pdf"));
}

/* Nothing in it can be read, but it is called an invoice, or is damaged so that it may be one. */
static void
claim_unread(struct pdf *p, struct source *s)
{
    bool has_name = number_in_name(p).n > 0, is_damaged = !p->is_open || !is_whole(s);
    bool may_be_one = is_called_pdf(p) && (is_damaged || p->tools.is_too_long);

    if (p->is_invoice || p->tools.is_missing || (!has_name && !may_be_one))
        return;
    p->is_invoice = true;
    p->all.one.is_chinese = has_name;
    if (p->tools.is_too_long)
        draft_trouble(&p->all, "reading the PDF takes too long", SV_EMPTY);
    else if (is_damaged)
        draft_trouble(&p->all, "the PDF is damaged, or wants a password", SV_EMPTY);
    else
        draft_trouble(&p->all, "the PDF holds no text of an invoice", SV_EMPTY);
}

static int
add_part(struct pdf *p, const struct draft *part, struct err *e)
{
    if (part->err.code != ERR_NONE) {
        *e = part->err;
        return -1;
    }
    draft_add_trouble(&p->all, part);
    return invoice_complete(&p->all.one, &part->one, p->in->path, &p->all.arena, e);
}

/* Whether file ${i} inside the PDF is the invoice that the first one is. */
static bool
is_same_attached(const struct pdf *p, size_t i)
{
    const struct invoice *all = p->attached.invoices.list.at;

    return invoice_compare_identity(&all[0], &all[i]) == 0;
}

static int
take_attached(struct pdf *p, struct err *e)
{
    const struct invoices *v = &p->attached.invoices;

    for (size_t i = 0; i < v->list.n; i++)
        if (is_same_attached(p, i) && invoice_complete(&p->all.one, &v->list.at[i], p->in->path,
                &p->all.arena, e))
            return -1;
    return 0;
}

/* Other invoices than the first, inside the same PDF. */
static int
keep_others(struct pdf *p, struct invoices *out, struct err *e)
{
    const struct invoices *v = &p->attached.invoices;
    int result = 0;

    for (size_t i = 1; i < v->list.n && result == 0; i++) {
        struct draft other;

        if (is_same_attached(p, i))
            continue;
        draft_init(&other, INVOICE_FROM_XML, v->list.at[i].is_chinese);
        result = invoice_complete(&other.one, &v->list.at[i], p->in->path, &other.arena, e) ||
            draft_keep(&other, p->in, out, e) ? -1 : 0;
        draft_release(&other);
    }
    return result;
}

/* Invoices on the pages behind those of the first. */
static int
keep_later(struct pdf *p, struct invoices *out, struct err *e)
{
    size_t to;
    int result = 0;

    for (size_t from = p->first_end; from < p->words.list.n && result == 0; from = to) {
        struct words part;
        struct draft d;

        if (pdf_invoice_end(&to, &p->words, from, e))
            return -1;
        part = words_part(&p->words, from, to);
        draft_init(&d, INVOICE_FROM_PDF, true);
        if (read_layout(&part, &d))
            result = draft_keep(&d, p->in, out, e);
        draft_release(&d);
    }
    return result;
}

/* The information dictionary of any PDF makes no Chinese invoice of it. */
static int
unite_parts(struct pdf *p, struct err *e)
{
    struct invoice *one = &p->all.one;

    if (take_attached(p, e))
        return -1;
    if ((p->info.one.number[0] != '\0' && add_part(p, &p->info, e)) ||
        (p->has_text && add_part(p, &p->text, e)))
        return -1;
    if (is_complete(one))
        return 0;
    read_qr(p);
    return p->qr.one.number[0] != '\0' ? add_part(p, &p->qr, e) : 0;
}

static int
read_parts(struct pdf *p, struct err *e)
{
    read_info(p);
    if (p->tools.is_missing)
        return 0;
    if (pdf_attached_read(&p->attached, &p->tools, e))
        return -1;
    p->is_invoice |= p->attached.invoices.list.n > 0;
    return read_text(p, e) || unite_parts(p, e) ? -1 : 0;
}

static void
release(struct pdf *p)
{
    tools_end(&p->tools);
    pdf_attached_release(&p->attached);
    words_release(&p->words);
    draft_release(&p->info);
    draft_release(&p->text);
    draft_release(&p->qr);
    draft_release(&p->all);
}

/* Pages that are not read must not be missed. */
static void
warn_of_pages(const struct pdf *p)
{
    if (p->pages > p->tools.limits->pages)
        input_warn(p->in, "pages-not-read", 0, "the PDF has %ju pages, of which the first %ju are "
            "read; --limit pages=N reads more", (uintmax_t)p->pages,
            (uintmax_t)p->tools.limits->pages);
}

static int
read_pdf(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    struct pdf p = { .in = in };
    int result = -1;

    pdf_attached_init(&p.attached);
    draft_init(&p.info, INVOICE_FROM_PDF, true);
    draft_init(&p.text, INVOICE_FROM_PDF, true);
    draft_init(&p.qr, INVOICE_FROM_QR, true);
    draft_init(&p.all, INVOICE_FROM_QR, false);
    if (tools_begin(&p.tools, s, in, e) || read_parts(&p, e))
        goto done;
    claim_unread(&p, s);
    pdf_attached_warn(&p.attached, in);
    if (p.is_invoice) {
        warn_of_pages(&p);
        read_name(&p);
        result = draft_keep(&p.all, in, out, e) || keep_others(&p, out, e) ||
            keep_later(&p, out, e) ? -1 : 0;
    } else if (p.is_open || p.tools.is_missing) {
        (void)err_set(e, ERR_UNKNOWN, "a PDF; export the bill as CSV, XLSX or JSON");
    } else {
        (void)err_set(e, ERR_UNKNOWN,
            "a PDF that is damaged, or wants a password; export the bill as CSV, XLSX or JSON");
    }
done:
    release(&p);
    return result;
}

const struct invoice_reader invoice_pdf = {
    .name = "pdf",
    .title = N_("electronic invoice (PDF)"),
    .recognise = recognise,
    .read = read_pdf,
};
