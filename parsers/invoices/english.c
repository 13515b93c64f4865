/*
 * english.c - an invoice in English, from labels and what stands beside or below them.
 *
 * Platforms outside China each have a layout of their own. What is taken has a label that says what
 * it is; several values for one field that differ are none.
 */
#include "parsers/invoice_layout_inside.h"
#include "parsers/invoice_pdf.h"

#define TEXT_MAX ((size_t)1 << 14)
#define WORDS_MAX 6   /* of a label, and of a date */
#define AMOUNTS_MAX 64

/* What has more words is no invoice but a book. */
#define PAGE_WORDS_MAX 20000

enum subject { NUMBER, DATE, BUYER, SELLER, TOTAL, SUBTOTAL, TAX };

struct phrase {
    const char *words; /* small letters, one blank between */
    enum subject subject;
};

/* Longer ones before those that they begin with. */
static const struct phrase phrases[] = {
    { "vat invoice number", NUMBER }, { "tax invoice number", NUMBER },
    { "invoice number", NUMBER }, { "invoice no.", NUMBER }, { "invoice no", NUMBER },
    { "invoice #", NUMBER }, { "invoice id", NUMBER }, { "vat invoice date", DATE },
    { "invoice date", DATE }, { "date of issue", DATE }, { "issue date", DATE },
    { "date issued", DATE }, { "date", DATE }, { "bill to", BUYER }, { "billed to", BUYER },
    { "invoice to", BUYER }, { "sold by", SELLER }, { "seller", SELLER },
    { "total vat", TAX }, { "total tax", TAX }, { "vat", TAX }, { "tax", TAX }, { "gst", TAX },
    { "subtotal", SUBTOTAL }, { "sub total", SUBTOTAL }, { "total excluding tax", SUBTOTAL },
    { "total amount", TOTAL }, { "grand total", TOTAL }, { "invoice total", TOTAL },
    { "total", TOTAL }, { "balance due", TOTAL }, { "amount due", TOTAL },
};

struct amounts {
    struct money at[AMOUNTS_MAX];
    size_t n;
};

struct english {
    struct layout all;
    struct draft *d;
    struct amounts totals, subtotals, taxes;
    const char *currency;
    bool has_word; /* "invoice" */
};

/* The words ${from} to ${to} of ${line} with blanks between. */
static struct sv
words_text(struct english *en, const struct layout_line *line, size_t from, size_t to)
{
    struct buf out;
    struct sv result;

    buf_init(&out, TEXT_MAX);
    for (size_t i = from; i < to && i < line->n; i++)
        buf_addf(&out, "%s%s", i > from ? " " : "", line->words[i]->text);
    result = out.failed ? SV_EMPTY : arena_sv(&en->all.arena, buf_sv(&out));
    buf_release(&out);
    return result;
}

/* Whether ${word} is ${wanted}, with a colon behind it or without. */
static bool
is_word(const char *word, struct sv wanted)
{
    struct sv s = sv_of(word);

    if (s.n > wanted.n && s.p[s.n - 1] == ':')
        s.n--;
    return sv_is_folded(s, wanted);
}

/* How many words of ${line} from ${at} on are ${phrase}; 0: not. */
static size_t
match_phrase(const struct layout_line *line, size_t at, const char *phrase)
{
    struct sv rest = sv_of(phrase), wanted;
    size_t n = 0;

    while (sv_cut(&rest, ' ', &wanted)) {
        if (at + n >= line->n || !is_word(line->words[at + n]->text, wanted))
            return 0;
        n++;
    }
    return n;
}

static const struct phrase *
find_phrase(const struct layout_line *line, size_t at, size_t *n)
{
    for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
        *n = match_phrase(line, at, phrases[i].words);
        if (*n > 0)
            return &phrases[i];
    }
    return NULL;
}

/* Whether word ${at} begins something: it is the first, or a gap stands before it. */
static bool
begins(const struct layout_line *line, size_t at)
{
    return at == 0 ||
        line->words[at]->x0 - line->words[at - 1]->x1 > line->height * 3 / 4;
}

/* The word behind which there is a gap, or the end. */
static size_t
piece_end(const struct layout_line *line, size_t at)
{
    size_t end = at + 1;

    while (end < line->n && !begins(line, end))
        end++;
    return end;
}

static bool
has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

/* The line below ${line} in which a word, number ${*at}, begins under ${label}; or NULL. Lines of
 * another column may lie between. */
static const struct layout_line *
line_below(const struct english *en, const struct layout_line *line, const struct word *label,
    size_t *at)
{
    const struct layout_line *next = line + 1, *end = en->all.at + en->all.n;

    for (; next < end && next->page == line->page; next++) {
        if (next->middle - line->middle > line->height * 3)
            break;
        for (*at = 0; *at < next->n; ++*at) {
            int64_t shift = next->words[*at]->x0 - label->x0;

            if (shift >= -line->height && shift <= line->height)
                return next;
        }
    }
    return NULL;
}

static bool
take_date(struct english *en, const struct layout_line *line, size_t at)
{
    char day[TIME_TEXT_MAX];

    for (size_t n = WORDS_MAX; n > 0; n--) {
        if (at + n > line->n)
            continue;
        if (english_date(words_text(en, line, at, at + n), day)) {
            draft_date(en->d, sv_of(day));
            return true;
        }
    }
    return false;
}

/* A day that could be read in two ways is named as what cannot be read. */
static void
read_date(struct english *en, const struct layout_line *line, size_t label, size_t at)
{
    const struct layout_line *below;
    size_t k;

    if (en->d->one.issued != TIME_NONE || (at < line->n && take_date(en, line, at)))
        return;
    below = line_below(en, line, line->words[label], &k);
    if (below && take_date(en, below, k))
        return;
    if (at < line->n && has_digit(line->words[at]->text))
        draft_trouble(en->d, "date", words_text(en, line, at, piece_end(line, at)));
    else if (below && has_digit(below->words[k]->text))
        draft_trouble(en->d, "date", words_text(en, below, k, piece_end(below, k)));
}

static void
read_number(struct english *en, const struct layout_line *line, size_t label, size_t at)
{
    const struct layout_line *below;
    size_t k;

    while (at < line->n && (strcmp(line->words[at]->text, ":") == 0 ||
            strcmp(line->words[at]->text, "#") == 0))
        at++;
    if (at < line->n && has_digit(line->words[at]->text)) {
        draft_text(en->d, &en->d->one.number, sv_of(line->words[at]->text));
        return;
    }
    below = line_below(en, line, line->words[label], &k);
    if (below && has_digit(below->words[k]->text))
        draft_text(en->d, &en->d->one.number, sv_of(below->words[k]->text));
}

static void
read_party(struct english *en, const struct layout_line *line, size_t label, size_t at,
    const char **field)
{
    const struct layout_line *below;
    size_t k, n;

    if (at < line->n && !begins(line, at)) {
        draft_text(en->d, field, words_text(en, line, at, piece_end(line, at)));
        return;
    }
    below = line_below(en, line, line->words[label], &k);
    if (below && !find_phrase(below, k, &n))
        draft_text(en->d, field, words_text(en, below, k, piece_end(below, k)));
}

/* The amount at the end of ${line}; its currency may stand before or behind it. */
static void
read_amount(struct english *en, const struct layout_line *line, size_t from, struct amounts *to)
{
    struct money m;

    for (size_t n = 3; n > 0; n--) {
        size_t at = line->n - n;

        if (line->n < from + n || to->n == AMOUNTS_MAX)
            continue;
        if (!english_amount(words_text(en, line, at, line->n), &m, &en->currency))
            continue;
        for (size_t i = 0; i < to->n; i++)
            if (money_compare(to->at[i], m) == 0)
                return;
        to->at[to->n++] = m;
        return;
    }
}

static void
read_subject(struct english *en, const struct layout_line *line, size_t at, size_t n,
    enum subject subject)
{
    struct invoice *one = &en->d->one;

    switch (subject) {
    case NUMBER:
        if (one->number[0] == '\0')
            read_number(en, line, at, at + n);
        break;
    case DATE:
        read_date(en, line, at, at + n);
        break;
    case BUYER:
        read_party(en, line, at, at + n, &one->buyer);
        break;
    case SELLER:
        read_party(en, line, at, at + n, &one->seller);
        break;
    case TOTAL:
        read_amount(en, line, at + n, &en->totals);
        break;
    case SUBTOTAL:
        read_amount(en, line, at + n, &en->subtotals);
        break;
    case TAX:
        read_amount(en, line, at + n, &en->taxes);
        break;
    }
}

/* "Invoice INV/2023/03/0008", or "INVOICE" with "# 12" below it. */
static void
read_title(struct english *en, const struct layout_line *line, size_t at)
{
    const struct layout_line *next = line + 1;
    struct draft *d = en->d;

    if (d->one.number[0] != '\0')
        return;
    if (at + 1 < line->n && has_digit(line->words[at + 1]->text)) {
        draft_text(d, &d->one.number, sv_of(line->words[at + 1]->text));
        return;
    }
    if (at + 1 < line->n || next >= en->all.at + en->all.n || next->page != line->page)
        return;
    for (size_t i = 0; i + 1 < next->n; i++)
        if (strcmp(next->words[i]->text, "#") == 0)
            draft_text(d, &d->one.number, sv_of(next->words[i + 1]->text));
}

static void
read_line(struct english *en, const struct layout_line *line)
{
    for (size_t at = 0; at < line->n;) {
        const struct phrase *phrase;
        size_t n;

        if (!begins(line, at)) {
            at++;
            continue;
        }
        phrase = find_phrase(line, at, &n);
        if (phrase) {
            read_subject(en, line, at, n, phrase->subject);
        } else if (is_word(line->words[at]->text, SV("invoice"))) {
            en->has_word = true;
            read_title(en, line, at);
        }
        at += phrase ? n : 1;
    }
}

/* Statements say of themselves that they are none. */
static bool
denies_it(struct english *en)
{
    struct sv text;

    for (size_t i = 0; i < en->all.n; i++) {
        text = en->all.at[i].text;
        if (sv_find(text, SV("notaVATinvoice"), 0) != (size_t)-1 ||
            sv_find(text, SV("notataxinvoice"), 0) != (size_t)-1)
            return true;
    }
    return false;
}

/* One total; and of the subtotals that which, with the tax, makes the total. */
static void
settle_amounts(struct english *en)
{
    struct invoice *one = &en->d->one;
    struct err ignored = ERR_INIT;

    if (en->totals.n != 1) {
        if (en->totals.n > 1)
            draft_trouble(en->d, "total, of which there are several", SV_EMPTY);
        return;
    }
    one->total = en->totals.at[0];
    one->has_total = true;
    one->currency = en->currency;
    if (en->taxes.n != 1)
        return;
    for (size_t i = 0; i < en->subtotals.n; i++) {
        struct money sum = en->subtotals.at[i];

        if (money_add(&sum, en->taxes.at[0], &ignored) ||
            money_compare(sum, one->total) != 0)
            continue;
        one->net = en->subtotals.at[i];
        one->tax = en->taxes.at[0];
        one->has_net = one->has_tax = true;
        return;
    }
}

bool
english_read(const struct words *w, struct draft *d)
{
    struct english en = { .d = d, .currency = "" };
    bool is_invoice = false;

    if (w->list.n > PAGE_WORDS_MAX)
        return false;
    if (layout_make(&en.all, w, &d->err) == 0 && !denies_it(&en)) {
        for (size_t i = 0; i < en.all.n; i++)
            read_line(&en, &en.all.at[i]);
        is_invoice = d->one.number[0] != '\0' && (en.totals.n > 0 || en.has_word);
        if (is_invoice)
            settle_amounts(&en);
    }
    layout_release(&en.all);
    return is_invoice;
}
