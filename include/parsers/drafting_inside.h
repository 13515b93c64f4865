/*
 * drafting_inside.h - what the files that draft formats share.
 */
#ifndef PARSERS_DRAFTING_INSIDE_H
#define PARSERS_DRAFTING_INSIDE_H

#include "input/charset.h"
#include "ledger/timestamp.h"
#include "parsers/contents.h"
#include "parsers/drafting.h"
#include "parsers/headings.h"

/* Records that are looked at. */
#define DRAFTING_ROWS_MAX 20000

#define DRAFTING_COLUMNS_MAX 512

/* Columns whose distinct texts are no more than these may hold words with a meaning. */
#define DRAFTING_WORDS_MAX 32

struct drafting_row {
    uint64_t line;
    struct sv raw;
    const struct sv *cells;
    size_t n;
    bool has_numbers; /* a cell is a time or an amount: no row of headings */
};

/* A bill as rows under headings, whatever it was. */
struct drafting_table {
    struct arena arena;
    bool is_objects;
    char delimiter;            /* rows; 0 for those of a sheet */
    const char *list;          /* objects */
    struct sv raw_heading;     /* rows: the heading row as it stands in the file */
    struct sv headings[DRAFTING_COLUMNS_MAX]; /* or key paths; empty: of no use */
    size_t column_count;
    struct { struct drafting_row *at; size_t n, room; } rows; /* behind the headings */
    bool is_cut;               /* there are more records */
    unsigned fit;              /* how much of it looks like a bill's headings */
};

/* What the cells of a column are. */
struct drafting_column {
    size_t filled, dashes, times, serials, clocks, amounts, negatives, zeros, durations, bare;
    size_t currencies;
    bool is_no_amount;         /* by its heading: a price, or a sum so far */
    size_t year_first, month_first, day_first, with_zone;
    const char *currency;      /* that a sign in the cells tells */
    struct { struct sv text; size_t n; } words[DRAFTING_WORDS_MAX];
    size_t word_count;         /* DRAFTING_WORDS_MAX + 1: too many */
    bool is_unique;
    int role;                  /* enum heading_role, -1 for none */
    unsigned fit;
};

/* What was made of the table. */
struct drafting_guess {
    const struct drafting_table *table;
    struct drafting_column *columns;
    int of[ROLE_COUNT];        /* index of the role's column, -1 for none */
    enum heading_role billed;  /* the amount's role */
    enum date_order dates;
    bool is_order_open;        /* month first and day first are both possible */
    bool is_excel_dates, is_chinese, has_zone;
    const char *currency;      /* for `read`, "" where the bill says it or none is guessed */
    bool is_currency_guessed;  /* from the language alone, or nothing tells it */
};

/* Read ${item} (JSON where ${is_json}) into ${out}. */
int drafting_read(struct drafting_table *out, const struct content_item *item,
    const struct charset_found *charset, bool is_json, const struct headings *h, struct err *e);
void drafting_table_release(struct drafting_table *t);

/* Set ${g}->currency, is_currency_guessed and is_chinese, from headings and cells. */
void drafting_find_currency(struct drafting_guess *g);

/* Find out what each column is. -1: ERR_UNKNOWN, the time or the amount is missing; ERR_NOMEM. */
int drafting_guess(struct drafting_guess *out, const struct drafting_table *t,
    const struct headings *h, struct err *e);

/* The column of ${role}, or NULL. */
static inline const struct drafting_column *
drafting_column_of(const struct drafting_guess *g, enum heading_role role)
{
    return g->of[role] >= 0 ? &g->columns[g->of[role]] : NULL;
}

/* Whether most cells of column ${c} are ${n} of its kinds. */
static inline bool
drafting_mostly(const struct drafting_column *c, size_t n)
{
    return c->filled > 0 && 2 * n >= c->filled;
}

/* The cell of ${row} in column ${column}, trimmed; empty where it has none. */
static inline struct sv
drafting_cell(const struct drafting_row *row, size_t column)
{
    return column < row->n ? sv_trim(row->cells[column]) : SV_EMPTY;
}

/* How a word in a column of types or directions is read. */
enum drafting_meaning {
    MEANING_NONE,
    MEANING_CHARGE,
    MEANING_REFUND,
    MEANING_RECHARGE,
    MEANING_WITHDRAWAL,
    MEANING_TAX,
    MEANING_CREDIT,
    MEANING_FROZEN, /* frozen or unfrozen money: no charge */
};
enum drafting_meaning drafting_meaning_of(struct sv word);

/* Whether the amounts of column ${column} are written with a minus where money is spent. */
bool drafting_is_negated(const struct drafting_guess *g, int column);

/* Whether words of ${role}'s column tell what kind of entry a row is. */
bool drafting_tells_entry(const struct drafting_guess *g, enum heading_role role);

/* Vouchers are no part of what was paid, where no column has both. */
bool drafting_is_paid_beside_voucher(const struct drafting_guess *g);

/* Amounts of both signs beside a balance, without a word: what is added was paid in. */
bool drafting_is_signed_statement(const struct drafting_guess *g);

/* Whether what is called a discount may be one, for all that the rows say: list price, or price
 * times quantity, less it is what was billed. */
bool drafting_is_discount(const struct drafting_guess *g);

/* Whether what came in has a column beside that of what was spent, each empty where the other
 * is not. */
bool drafting_has_income(const struct drafting_guess *g);

/* Whether state ${word} says that nobody paid, and no money was deducted in such records. */
bool drafting_is_unpaid(const struct drafting_guess *g, struct sv word);

/* Whether each duration, which no heading calls billed, times the price is the amount. */
bool drafting_is_duration_billed(const struct drafting_guess *g);

/* In which unit bare numbers in the durations of ${role}, which has a column, count ("h"); NULL
 * where nothing tells it. */
const char *drafting_duration_unit(const struct drafting_guess *g, enum heading_role role);

/* The role whose column tells how much was billed; ROLE_COUNT for none. */
enum heading_role drafting_billed_quantity(const struct drafting_guess *g);

/* Mark the columns without which a file is not this bill: its time, its amount, and a few that tell
 * it from the bills of others. ${is_required} has an element for each column, all false. */
void drafting_choose_required(const struct drafting_guess *g, const struct formats *formats,
    bool *is_required);

/* Append the format file up to the text of its sample: the lines of that, and the end, are
 * missing. ${bill} is the bill's name; the notes are in ${lang}. */
void drafting_write(struct buf *out, const struct drafting_guess *g, const char *id,
    const char *bill, const struct formats *formats, enum lang lang);

/* Begin the field ${field}${suffix} in ${out}, which holds fields alone. */
void drafting_begin_field(struct buf *out, const char *field, const char *suffix);

/* The fields of the format, as members of an object, of which some are quantities; and the
 * sentences of its notes. */
void drafting_write_fields(struct buf *out, const struct drafting_guess *g);
void drafting_write_quantities(struct buf *out, const struct drafting_guess *g);
void drafting_write_notes(struct buf *out, const struct drafting_guess *g, enum lang lang);

#endif
