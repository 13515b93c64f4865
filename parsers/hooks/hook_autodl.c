/*
 * hook_autodl.c - charge periods and sessions of AutoDL, from the pattern of its rows.
 *
 * A row states only when it was charged. A running instance is charged at every hh:59:59 and once
 * more when it is switched off, so a row's period begins with its clock hour, or with the end of
 * the instance's row before it in that hour, and no row is longer than an hour. A data disk is
 * charged at 23:59:59 for its whole day. Refunds and account moves are moments: their start is
 * their end.
 *
 * A session is a chain of such rows: each but the last is a full hour's, and the next one lies in
 * the hour that follows. The bill does not say whether a session had its GPUs; the price does: it
 * had none if no row costs more than 0.11 an hour (0.10 is charged), rounded up to a cent.
 *
 * A row that is no full hour's, and costs more than its time at twice the dearest hour of its
 * instance (where no full hour is there: than any machine costs), was charged at some other moment
 * than the pattern knows, as soon after the hour: then nobody knows its period.
 *
 * The console's JSON says of no row what it is for. There a row that may as well be a disk's is
 * `other`, unless the row's neighbours, full hours at the session's one price, tell.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/format.h"
#include "parsers/hook.h"

/* AutoDL's clock: the days of its disks begin and end at +08:00. */
#define ZONE_MINUTES 480

#define CENT ((money_int)10000000000000000)
#define NO_GPU_LIMIT (11 * CENT)

/* An hour of eight of the dearest cards costs less. */
#define HOUR_LIMIT (100 * 100 * CENT)

struct row {
    size_t line;     /* index into the ledger's lines */
    const char *instance;
    int64_t charged; /* when, as the bill says */
    int64_t start, end;
    money_int billed;
    bool is_full;    /* charged at the end of a clock hour */
    bool begins;     /* first row of a session */
    enum category category;
};

struct row_vec {
    struct row *at;
    size_t n, room;
};

static int64_t
charged_at(const struct ledger_line *line)
{
    int64_t end = ledger_time(line, TIME_CHARGE_PERIOD_END);

    return end == TIME_NONE ? ledger_time(line, TIME_CHARGE_PERIOD_START) : end;
}

/* hh:59:59 is the last second of what it ends. */
static int64_t
end_of(int64_t charged)
{
    return (charged + TIME_SECOND) % TIME_HOUR == 0 ? charged + TIME_SECOND : charged;
}

static int
compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = strcmp(x->instance, y->instance);

    if (order != 0)
        return order;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* True for the hourly and last rows of instances, whatever their price. */
static bool
is_compute(const struct ledger_line *line)
{
    return ledger_word(line, WORD_ENTRY) == ENTRY_CHARGE
        && ledger_word(line, WORD_PRICING_CATEGORY) != PRICING_COMMITTED
        && category_is_compute((enum category)ledger_word(line, WORD_CATEGORY))
        && *ledger_text(line, TEXT_INSTANCE_ID) != '\0' && charged_at(line) != TIME_NONE;
}

static int
collect(const struct ledger *l, struct row_vec *rows, struct err *e)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        int64_t charged = charged_at(line);

        if (!is_compute(line))
            continue;
        if (vec_grow(rows, 1, LEDGER_LINES_MAX, e))
            return -1;
        rows->at[rows->n++] = (struct row){
            .line = i,
            .instance = ledger_text(line, TEXT_INSTANCE_ID),
            .charged = charged,
            .end = end_of(charged),
            .billed = ledger_billed(line).units,
            .is_full = end_of(charged) % TIME_HOUR == 0,
            .category = CATEGORY_GPU,
        };
    }
    if (rows->n != 0)
        qsort(rows->at, rows->n, sizeof(*rows->at), compare_rows);
    return 0;
}

/* Give each row its start and mark where sessions begin. ${rows} are sorted. */
static void
rebuild(struct row_vec *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->at[i];
        const struct row *before = i > 0 ? row - 1 : NULL;
        int64_t hour = (row->end - 1) / TIME_HOUR * TIME_HOUR;

        row->start = hour;
        row->begins = true;
        if (!before || strcmp(before->instance, row->instance) != 0)
            continue;
        if (before->end == row->end) {
            row->start = before->start;
            row->begins = false;
            continue;
        }
        if (before->end > hour)
            row->start = before->end;
        row->begins = !before->is_full || before->end != hour;
    }
}

/* Whether ${row} costs more than ${length} at ${price} an hour, rounded up to a cent. */
static bool
is_above(const struct row *row, money_int price, int64_t length)
{
    money_int step = CENT * TIME_HOUR;

    return row->billed > (price * length + step - 1) / step * CENT;
}

/* A row whose period nobody knows is no longer than an hour. */
static bool
is_above_no_gpu(const struct row *row)
{
    return is_above(row, NO_GPU_LIMIT,
        row->start < row->end ? row->end - row->start : TIME_HOUR);
}

/* The dearest full hour of the rows of one instance from ${from} on; HOUR_LIMIT where none is. */
static money_int
dearest_hour(const struct row_vec *rows, size_t from, size_t to)
{
    money_int dearest = 0;

    for (size_t i = from; i < to; i++)
        if (rows->at[i].is_full && rows->at[i].billed > dearest)
            dearest = rows->at[i].billed;
    return dearest > 0 ? dearest : HOUR_LIMIT;
}

/* Leave open the period of each row that is too dear for it; return how many there are. */
static size_t
leave_open(struct row_vec *rows)
{
    size_t n = 0;

    for (size_t from = 0, to; from < rows->n; from = to) {
        money_int price;

        for (to = from + 1; to < rows->n &&
                strcmp(rows->at[from].instance, rows->at[to].instance) == 0; to++)
            continue;
        price = dearest_hour(rows, from, to);
        for (size_t i = from; i < to; i++) {
            struct row *row = &rows->at[i];

            if (row->is_full || !is_above(row, 2 * price, row->end - row->start + TIME_SECOND))
                continue;
            row->start = row->end = row->charged;
            n++;
        }
    }
    return n;
}

/* The end of the session that begins at ${from}. */
static size_t
session_end(const struct row_vec *rows, size_t from)
{
    size_t to = from + 1;

    while (to < rows->n && !rows->at[to].begins)
        to++;
    return to;
}

/* True where the row could be a data disk's: charged at the end of a day. */
static bool
is_day_end(const struct row *row)
{
    return row->is_full && time_day_start(row->end, ZONE_MINUTES) == row->end;
}

static void
make_disk(struct row *row)
{
    row->category = CATEGORY_DATA_DISK;
    row->start = row->end - TIME_DAY;
}

static void
make_other(struct row *row)
{
    row->category = CATEGORY_OTHER;
    row->start = row->end = row->charged;
}

/*
 * Of the rows from ${a} to ${b} of one session, charged together at the end of a day, the one that
 * costs what the hour before or after costs is the instance's; the others are disks.
 */
static void
tell_disks(struct row_vec *rows, size_t from, size_t a, size_t b, size_t to)
{
    const struct row *near = a > from ? &rows->at[a - 1] : NULL;
    size_t own = b;

    if ((!near || !near->is_full) && b < to && rows->at[b].is_full)
        near = &rows->at[b];
    for (size_t i = a; near && i < b; i++) {
        if (rows->at[i].billed == near->billed)
            own = i;
    }
    for (size_t i = a; i < b; i++) {
        if (own == b)
            make_other(&rows->at[i]);
        else if (i != own)
            make_disk(&rows->at[i]);
    }
}

static void
tell_unnamed(struct row_vec *rows, size_t from, size_t to)
{
    for (size_t a = from, b; a < to; a = b) {
        for (b = a + 1; b < to && rows->at[b].end == rows->at[a].end; b++)
            continue;
        if ((a == from || b > a + 1) && is_day_end(&rows->at[a]))
            tell_disks(rows, from, a, b, to);
    }
}

static void
judge_sessions(struct row_vec *rows, bool are_named)
{
    for (size_t from = 0, to; from < rows->n; from = to) {
        bool has_gpu = false;

        to = session_end(rows, from);
        if (!are_named)
            tell_unnamed(rows, from, to);
        for (size_t i = from; i < to; i++) {
            if (rows->at[i].category == CATEGORY_GPU && is_above_no_gpu(&rows->at[i]))
                has_gpu = true;
        }
        for (size_t i = from; i < to && !has_gpu; i++) {
            if (rows->at[i].category == CATEGORY_GPU)
                rows->at[i].category = CATEGORY_CPU;
        }
    }
}

static void
set_category(struct charge *c, enum category category)
{
    c->word[WORD_CATEGORY] = (unsigned char)category;
    c->text[TEXT_SERVICE_CATEGORY] = sv_of(category_focus_service(category));
    c->text[TEXT_SERVICE_SUBCATEGORY] = sv_of(category_focus_subcategory(category));
    if (category == CATEGORY_CPU)
        c->word[WORD_INSTANCE_STATE] = STATE_NO_GPU;
}

/* Only the statement's remark names instances. */
static void
unpack(const struct ledger_line *line, struct charge *c, bool are_named)
{
    ledger_unpack(line, c);
    if (are_named && *ledger_text(line, TEXT_INSTANCE_ID) != '\0')
        c->changes |= CHANGE_ID_FROM_REMARK;
}

static int
change_row(struct ledger *l, const struct row *row, bool are_named, struct err *e)
{
    struct ledger_line *line = &l->lines.at[row->line];
    struct charge c;

    unpack(line, &c, are_named);
    c.time[TIME_CHARGE_PERIOD_START] = row->start;
    c.time[TIME_CHARGE_PERIOD_END] = row->end;
    if (row->start < row->end)
        c.changes |= CHANGE_PERIOD_REBUILT;
    if (row->category != c.word[WORD_CATEGORY])
        set_category(&c, row->category);
    return ledger_change(l, line, &c, e);
}

/* Lines that are no rows of a running instance: disks have a day, the rest is a moment. */
static int
change_line(struct ledger *l, struct ledger_line *line, bool are_named, struct err *e)
{
    int64_t charged = charged_at(line), end = end_of(charged);
    struct charge c;

    if (charged == TIME_NONE)
        return 0;
    unpack(line, &c, are_named);
    if (ledger_word(line, WORD_CATEGORY) == CATEGORY_DATA_DISK
        && ledger_word(line, WORD_ENTRY) == ENTRY_CHARGE) {
        c.time[TIME_CHARGE_PERIOD_START] = time_day_start(end - 1, ZONE_MINUTES);
        c.time[TIME_CHARGE_PERIOD_END] = end;
        c.changes |= CHANGE_PERIOD_REBUILT;
    } else {
        c.time[TIME_CHARGE_PERIOD_START] = charged;
        c.time[TIME_CHARGE_PERIOD_END] = charged;
    }
    return ledger_change(l, line, &c, e);
}

static int
autodl_input(const struct format *f, struct ledger *l, struct err *e)
{
    struct row_vec rows = { 0 };
    size_t open;
    bool are_named = strcmp(f->id, "autodl-statement-json") != 0;
    int status = -1;

    if (collect(l, &rows, e))
        goto done;
    for (size_t i = 0; i < l->lines.n; i++) {
        if (!is_compute(&l->lines.at[i]) && change_line(l, &l->lines.at[i], are_named, e))
            goto done;
    }
    rebuild(&rows);
    open = leave_open(&rows);
    if (open > 0)
        input_warn(l->inputs.at[0], "period-unknown", 0,
            "rows that cost more than the part of the hour before them can: %zu; AutoDL charges at "
            "hh:59:59 and when an instance is switched off, so their periods are unknown", open);
    judge_sessions(&rows, are_named);
    for (size_t i = 0; i < rows.n; i++) {
        if (change_row(l, &rows.at[i], are_named, e))
            goto done;
    }
    status = 0;
done:
    vec_release(&rows);
    return status;
}

const struct hook hook_autodl = {
    .name = "autodl",
    .input = autodl_input,
};
