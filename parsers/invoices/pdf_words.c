/*
 * pdf_words.c - what the programs that read PDF print.
 *
 *     <page width="595.000000" height="397.000000">
 *       <word xMin="30.000000" yMin="89.080000" xMax="57.0" yMax="98.080000">名称：</word>
 */
#include "parsers/invoice_pdf.h"

#define WORD_BYTES_MAX ((size_t)1 << 16)

/* The value of the attribute ${name} in ${tag}. */
static struct sv
attribute(struct sv tag, const char *name)
{
    struct sv wanted = sv_of(name);
    size_t at = 0, end;

    for (;;) {
        at = sv_find(tag, wanted, at);
        if (at == (size_t)-1)
            return SV_EMPTY;
        if (at > 0 && tag.p[at - 1] == ' ' &&
            sv_starts(sv_part(tag, at + wanted.n, tag.n), SV("=\"")))
            break;
        at += wanted.n;
    }
    at += wanted.n + 2;
    end = sv_find(tag, SV("\""), at);
    return end == (size_t)-1 ? SV_EMPTY : sv_part(tag, at, end);
}

/* Append ${text} with its entities as characters, without control characters. */
static void
add_plain(struct buf *out, struct sv text)
{
    static const struct { struct sv name; char c; } entities[] = {
        { { "&amp;", 5 }, '&' }, { { "&lt;", 4 }, '<' }, { { "&gt;", 4 }, '>' },
        { { "&quot;", 6 }, '"' }, { { "&apos;", 6 }, '\'' },
    };

    for (size_t i = 0; i < text.n;) {
        struct sv rest = sv_part(text, i, text.n);
        size_t k = 0, all = sizeof(entities) / sizeof(entities[0]);

        while (k < all && !sv_starts(rest, entities[k].name))
            k++;
        if (k < all)
            buf_add_char(out, entities[k].c);
        else if ((unsigned char)text.p[i] >= ' ' && text.p[i] != 0x7F)
            buf_add_char(out, text.p[i]);
        i += k < all ? entities[k].name.n : 1;
    }
}

/* Whether ${text} is an amount to its last decimal, so that nothing can be missing behind it. */
static bool
is_whole_amount(struct sv text)
{
    return text.n >= 4 && text.p[text.n - 3] == '.' && text.p[text.n - 2] >= '0' &&
        text.p[text.n - 2] <= '9' && text.p[text.n - 1] >= '0' && text.p[text.n - 1] <= '9';
}

/* Add the word of ${tag}, whose text is ${text}. */
static int
add_word(struct words *w, struct sv tag, struct sv text, int page, int64_t width, struct err *e)
{
    struct word word = {
        .page = page,
        .x0 = words_place(attribute(tag, "xMin")),
        .y0 = words_place(attribute(tag, "yMin")),
        .x1 = words_place(attribute(tag, "xMax")),
        .y1 = words_place(attribute(tag, "yMax")),
    };
    struct buf plain;
    int result;

    if (width > 0 && word.x1 > width && !is_whole_amount(text))
        return 0;
    buf_init(&plain, WORD_BYTES_MAX);
    add_plain(&plain, text);
    result = plain.failed ? 0 : words_add(w, word, buf_sv(&plain), e);
    buf_release(&plain);
    return result;
}

/*
 * How wide the page of ${tag} is, whose words begin at ${at}. Of a page that is shown turned by a
 * quarter the program tells the size before it is turned, and the places of words after it.
 */
static int64_t
page_width(struct sv tag, struct sv xhtml, size_t at)
{
    int64_t width = words_place(attribute(tag, "width"));
    int64_t height = words_place(attribute(tag, "height"));
    size_t end = sv_find(xhtml, SV("</page>"), at), beyond = 0;

    while ((at = sv_find(xhtml, SV("<word "), at)) != (size_t)-1 && at < end) {
        size_t close = sv_find(xhtml, SV(">"), at);
        struct sv word = sv_part(xhtml, at, close == (size_t)-1 ? xhtml.n : close);

        if (words_place(attribute(word, "yMax")) > width ||
            words_place(attribute(word, "xMax")) > height)
            return width;
        beyond += words_place(attribute(word, "xMax")) > width;
        at += word.n;
    }
    /* A word or two may stand beyond any page. */
    return beyond > 2 ? height : width;
}

int
pdf_read_words(struct words *w, struct sv xhtml, struct err *e)
{
    int64_t width = 0;
    int page = 0;
    size_t at = 0;

    for (;;) {
        size_t open = sv_find(xhtml, SV("<"), at), close, end;
        struct sv tag;

        if (open == (size_t)-1)
            return 0;
        close = sv_find(xhtml, SV(">"), open);
        if (close == (size_t)-1)
            return 0;
        tag = sv_part(xhtml, open, close);
        at = close + 1;
        if (sv_starts(tag, SV("<page "))) {
            width = page_width(tag, xhtml, at);
            page++;
        } else if (sv_starts(tag, SV("<word "))) {
            end = sv_find(xhtml, SV("</word>"), at);
            if (end == (size_t)-1)
                return 0;
            if (add_word(w, tag, sv_part(xhtml, at, end), page, width, e))
                return -1;
            at = end;
        }
    }
}

void
pdf_read_info(struct draft *d, struct sv info)
{
    struct invoice *one = &d->one;
    struct sv line;

    while (sv_cut(&info, '\n', &line)) {
        size_t colon = sv_find(line, SV(":"), 0);
        struct sv key, text;

        if (colon == (size_t)-1)
            continue;
        key = sv_trim(sv_part(line, 0, colon));
        text = sv_part(line, colon + 1, line.n);
        if (sv_is(key, SV("InvoiceNumber")))
            draft_number(d, text);
        else if (sv_is(key, SV("SellerIdNum")))
            draft_tax_id(d, &one->seller_tax_id, text);
        else if (sv_is(key, SV("IssueTime")))
            draft_date(d, text);
        else if (sv_is(key, SV("TotalAmWithoutTax")))
            draft_amount(d, &one->net, &one->has_net, "amount", text);
        else if (sv_is(key, SV("TotalTaxAm")))
            draft_tax(d, &one->tax, &one->has_tax, "tax", text);
        else if (sv_is(key, SV("TotalTax-includedAmount")))
            draft_amount(d, &one->total, &one->has_total, "total", text);
    }
}
