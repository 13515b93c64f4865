/*
 * ledger.h - all charges, compact, in input order.
 *
 * What repeats from line to line (all texts but the ids, all words) is kept once, as facets; a
 * line holds what differs. Read a line through the functions below, not by its fields, where both
 * are possible: how a line is packed may change.
 *
 * Lines are in order of input (path, bytewise), then of position. Several ledgers may be filled by
 * several threads, one each, and merged.
 */
#ifndef LEDGER_LEDGER_H
#define LEDGER_LEDGER_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/map.h"
#include "ledger/charge.h"
#include "ledger/input.h"

/* Most lines of one ledger. */
#define LEDGER_LINES_MAX UINT32_MAX

/* What lines have in common; equal facets are one object within one ledger. */
struct ledger_facets {
    const char *text[TEXT_COUNT]; /* interned, never NULL; line id and order id are "" here */
    int64_t billing_start, billing_end;
    int offset_minutes;
    unsigned char word[WORD_COUNT];
    bool is_actual_use, is_of_month;
    uint32_t number; /* which of the ledger's facets these are, below facets.n; not compared */
};

/* Why a line does not count, if it does not; a smaller value wins. */
enum fate {
    FATE_COUNTED,
    FATE_ALREADY_SEEN,  /* delivered twice, or replaced by a newer delivery */
    FATE_OTHER_VIEW,    /* another view of money that is counted elsewhere */
    FATE_OUT_OF_PERIOD, /* starts outside the review's period; still informs timelines */
    FATE_NOT_ASKED,     /* does not meet the conditions of `ledger --where` */
};

/* How many amounts a line keeps the printed decimals of: unit prices and the billed quantity. */
#define LEDGER_DECIMALS 3

/* How the amounts of lines are packed; all lines of a bill have a few hundred between them. */
struct ledger_packing {
    uint64_t places; /* four bits per enum money_column: which value it is */
    int64_t unit;    /* what the values count, in 10^-18; 0: each takes two, its low half first */
    uint16_t set;    /* bit per enum money_column that has a value, BilledCost included */
    unsigned char decimals[LEDGER_DECIMALS]; /* ledger_decimals() */
    unsigned char n;
};

/* Bits of a place in ledger_packing.places. */
#define LEDGER_PLACE_BITS 4
#define LEDGER_PLACE_MASK 15u

/*
 * The amounts of a line. Each different value stands once: list cost is what is billed, most often,
 * and the consumed quantity the billed one. Lines of one resource share them where all are equal,
 * as they are hour after hour at a fixed price.
 */
struct ledger_amounts {
    const struct ledger_packing *packing;
    int64_t values[]; /* the first is what is billed */
};

/* 64 bytes; a bill of a gigabyte has 1.6 million of them. */
struct ledger_line {
    const struct ledger_facets *facets;
    const char *line_id;  /* interned; "" where there is none */
    const char *order_id; /* interned; "" where there is none */
    int64_t start, end;   /* charge period; TIME_NONE where unknown */
    const struct ledger_amounts *amounts;
    uint64_t source_line;
    uint32_t input;        /* index into ledger.inputs */
    unsigned changes : 24; /* bits of enum change */
    unsigned fate : 8;
};

struct ledger {
    struct arena arena;
    struct intern strings;
    struct map facets; /* what is before the number of a struct ledger_facets -> itself */
    struct map packings; /* struct ledger_packing -> itself; in the arena */
    struct { struct ledger_line *at; size_t n, room; } lines;
    struct { struct input **at; size_t n, room; } inputs; /* owned */
};

void ledger_init(struct ledger *l);
void ledger_release(struct ledger *l);

/* Let go of all lines and of what they had in common; the inputs stay. */
void ledger_clear(struct ledger *l);

/*
 * Take ${input} (from input_new()) into the ledger; its index goes into ${*index}. -1: ERR_NOMEM,
 * and ${input} is still the caller's.
 */
int ledger_add_input(struct ledger *l, struct input *input, uint32_t *index, struct err *e);

/*
 * Pack ${c} as a line of input ${input}; the texts are copied. The input's own counters are left to
 * the caller. -1: ERR_NOMEM, ERR_LIMIT, and the ledger has no new line.
 */
int ledger_add(struct ledger *l, uint32_t input, const struct charge *c, struct err *e);

/* Whether ${c}, whose texts (ids apart) and words are those of ${f}, has the rest of these facets,
 * too. Where ${f} is *c->alike, ledger_add() then looks at no text of ${c} but its ids. */
bool ledger_facets_fit(const struct ledger_facets *f, const struct charge *c);

/*
 * Move everything of ${from} behind what ${into} has; ${from} is empty afterwards. -1: ERR_NOMEM,
 * ERR_LIMIT, with both in a state that can only be released.
 */
int ledger_merge(struct ledger *into, struct ledger *from, struct err *e);

/* Lines of a ledger that stand behind those of the run before. */
struct ledger_run {
    struct ledger *of;
    size_t n;
    uint64_t line_shift; /* what their source_line grows by */
};

/*
 * Move the lines of ${runs} into ${into}, in the order of the runs: of each ledger its first run
 * has its first lines, and all runs together have all of them. ${into} holds one input and nothing
 * else, and they are lines of that input; afterwards the ledgers of the runs have no lines. -1:
 * ERR_NOMEM, ERR_LIMIT, with all of them in a state that can only be released.
 */
int ledger_join(struct ledger *into, const struct ledger_run *runs, size_t n, struct err *e);

/* The text of a line, interned and never NULL. Inline as all that rules ask of every line. */
static inline const char *
ledger_text(const struct ledger_line *line, enum text_column column)
{
    if (column == TEXT_LINE_ID)
        return line->line_id;
    if (column == TEXT_ORDER_ID)
        return line->order_id;
    return line->facets->text[column];
}

/* The word of a line: a value of the enum that the column's list names. */
static inline unsigned
ledger_word(const struct ledger_line *line, enum word_column column)
{
    return line->facets->word[column];
}

int64_t ledger_time(const struct ledger_line *line, enum time_column column);


/* Value ${place} of ${a}. */
static inline struct money
ledger_value(const struct ledger_amounts *a, unsigned place)
{
    const int64_t *wide = &a->values[2 * place];

    if (a->packing->unit != 0)
        return (struct money){ (money_int)a->values[place] * a->packing->unit };
    return (struct money){ (money_int)((money_uint)(uint64_t)wide[1] << 64 | (uint64_t)wide[0]) };
}

/* What is billed by a line; 0 where it does not say. */
static inline struct money
ledger_billed(const struct ledger_line *line)
{
    return ledger_value(line->amounts, 0);
}

/* The amount of a line into ${out} (0 where it has none); returns whether it has one. */
static inline bool
ledger_money(const struct ledger_line *line, enum money_column column, struct money *out)
{
    const struct ledger_packing *p = line->amounts->packing;

    if (!(p->set >> column & 1u)) {
        *out = MONEY_ZERO;
        return false;
    }
    *out = ledger_value(line->amounts,
        (unsigned)(p->places >> (column * LEDGER_PLACE_BITS)) & LEDGER_PLACE_MASK);
    return true;
}

/* The decimals that were printed of ListUnitPrice, ContractedUnitPrice or PricingQuantity; 0 of
 * every other amount, and where it was not printed but made. */
unsigned ledger_decimals(const struct ledger_line *line, enum money_column column);

/*
 * True where ${a} and ${b} are seen to have equal facets, amounts and printed decimals, so that
 * they differ in time, ids and place at most. Of lines that are, false is possible.
 */
static inline bool
ledger_is_repeated(const struct ledger_line *a, const struct ledger_line *b)
{
    return a->facets == b->facets && a->amounts == b->amounts;
}

/* Unpack ${line} into ${c}, whose texts then point to interned strings. */
void ledger_unpack(const struct ledger_line *line, struct charge *c);

/*
 * Pack ${c} again in the place of ${line}, whose input, source line and fate stay. For what looks
 * at several lines at once: rebuilt periods, derived categories. -1: ERR_NOMEM, line as before.
 */
int ledger_change(struct ledger *l, struct ledger_line *line, const struct charge *c,
    struct err *e);

/*
 * Put what ${replace} returns, texts that outlive ${l}, in the place of the texts of all lines. It
 * is called in the order of lines, and once for what lines have in common; equal texts get equal
 * ones. Afterwards ${l} can only be read. -1: ERR_NOMEM, and nothing is replaced.
 */
typedef const char *ledger_replace(void *context, enum text_column column, const char *text);
int ledger_replace_texts(struct ledger *l, ledger_replace *replace, void *context,
    struct err *e);

/* True for entries that are spend (charge, refund, credit, tax), false for account moves. */
static inline bool
ledger_is_spend(const struct ledger_line *line)
{
    unsigned entry = ledger_word(line, WORD_ENTRY);

    return entry != ENTRY_RECHARGE && entry != ENTRY_WITHDRAWAL;
}

/* How many lines before its turn what a line points to is fetched. */
#define LEDGER_AHEAD 8

/* Let the processor fetch what is asked of most lines: words and amounts of ${line}. */
static inline void
ledger_fetch(const struct ledger_line *line)
{
    __builtin_prefetch(line->facets->word);
    __builtin_prefetch(&line->facets->number);
    __builtin_prefetch(line->amounts);
}

/*
 * For walks over all lines in order, of which line ${i} has its turn: fetch what one of the next
 * points to. It lies anywhere, and waiting for it takes longer than what most walks ask of a line.
 */
static inline void
ledger_ahead(const struct ledger *l, size_t i)
{
    if (i + LEDGER_AHEAD < l->lines.n)
        ledger_fetch(&l->lines.at[i + LEDGER_AHEAD]);
}

/* The input of a line. */
struct input *ledger_input(const struct ledger *l, const struct ledger_line *line);

#endif
