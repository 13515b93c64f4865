/*
 * pdf_pages.c - where one invoice of a PDF ends and another begins: people join them to print them.
 *
 * A page with the title of an invoice and another number begins another one; any other page goes on
 * with the one before it. Words stand page by page.
 */
#include <stdio.h>

#include "parsers/invoice_pdf.h"

#define TURNS 4
#define NUMBER_MAX 32

struct words
words_part(const struct words *w, size_t from, size_t to)
{
    struct words part = { .arena = ARENA_INIT };

    if (from < to) {
        part.list.at = w->list.at + from;
        part.list.n = to - from;
    }
    return part;
}

static size_t
page_end(const struct words *w, size_t from)
{
    size_t to = from;

    while (to < w->list.n && w->list.at[to].page == w->list.at[from].page)
        to++;
    return to;
}

/* The number of the invoice whose title is on ${page}, however that lies; "" without one. */
static int
find_number(struct words *page, char number[NUMBER_MAX], struct err *e)
{
    int result = 0;

    number[0] = '\0';
    for (unsigned turn = 0; turn < TURNS; turn++) {
        struct draft d;

        draft_init(&d, INVOICE_FROM_PDF, true);
        if (number[0] == '\0' && layout_read(page, &d) && d.one.kind != INVOICE_OTHER)
            (void)snprintf(number, NUMBER_MAX, "%s", d.one.number);
        if (d.err.code != ERR_NONE) {
            *e = d.err;
            result = -1;
        }
        draft_release(&d);
        /* After all turns it lies as before. */
        words_turn(page);
    }
    return result;
}

int
pdf_invoice_end(size_t *out, const struct words *w, size_t from, struct err *e)
{
    char number[NUMBER_MAX] = "", other[NUMBER_MAX];
    size_t end = page_end(w, from);

    *out = end;
    /* Where there is one page left, there is nothing to tell apart. */
    if (end == w->list.n)
        return 0;
    for (size_t at = from; at < w->list.n; at = end) {
        struct words page;

        end = page_end(w, at);
        page = words_part(w, at, end);
        if (find_number(&page, other, e))
            return -1;
        if (number[0] != '\0' && other[0] != '\0' && strcmp(number, other) != 0) {
            *out = at;
            return 0;
        }
        if (number[0] == '\0')
            memcpy(number, other, sizeof(number));
    }
    *out = w->list.n;
    return 0;
}
