/*
 * invoice_layout.h - a Chinese invoice read from where its words stand on the page.
 *
 * PDF and OFD give words with their places; the order in which a file holds them tells nothing.
 * Labels are looked for in lines of the page, and values to their right. What cannot be told for
 * certain is left out.
 */
#ifndef PARSERS_INVOICE_LAYOUT_H
#define PARSERS_INVOICE_LAYOUT_H

#include "parsers/invoice_draft.h"

/* Most words that are looked at. */
#define LAYOUT_WORDS_MAX 200000

/* Places are thousandths of the page's unit, from its top left corner; larger y is lower. */
struct word {
    const char *text;
    int page;
    int64_t x0, y0, x1, y1;
};

struct words {
    struct arena arena;
    struct { struct word *at; size_t n, room; } list;
};

void words_release(struct words *w);

/* Add a copy of ${word}, text included; one without text is passed over. -1: ERR_NOMEM,
 * ERR_LIMIT. */
int words_add(struct words *w, struct word word, struct sv text, struct err *e);

/* Turn all pages by a quarter against the clock: what ran downwards runs to the right. */
void words_turn(struct words *w);

/* A decimal such as "12.7" in thousandths, cut there; 0 where it is none or beyond 10^9. */
int64_t words_place(struct sv text);

/*
 * Fill ${d} with what ${w} tells. True where it says that it is an invoice: by the label of the
 * number, or by its title.
 */
bool layout_read(const struct words *w, struct draft *d);

#endif
