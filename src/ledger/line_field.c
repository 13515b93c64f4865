/*
 * line_field.c - what can be said of a ledger line in a condition: fields by name, as text.
 *
 * Numbers below COLUMN_FIELDS_MAX are columns of the ledger, in its order; those from there on are
 * the short names that stand for something derived.
 */
#include "ledger/line_field.h"

#define COLUMN_FIELDS_MAX 1000

enum derived {
    DERIVED_RESOURCE,
    DERIVED_WEEKDAY,
    DERIVED_HOUR,
    DERIVED_DAY,
    DERIVED_MONTH,
    DERIVED_HOURS,
};

/* A short name and what it means: a column, or something derived. */
struct short_name {
    const char *name;
    const char *column; /* NULL: derived */
    enum derived derived;
};

static const struct short_name short_names[] = {
    { "category", "x_Category", 0 },
    { "billed", "BilledCost", 0 },
    { "platform", "x_Platform", 0 },
    { "instance", "x_InstanceId", 0 },
    { "resource", NULL, DERIVED_RESOURCE },
    { "weekday", NULL, DERIVED_WEEKDAY },
    { "hour", NULL, DERIVED_HOUR },
    { "day", NULL, DERIVED_DAY },
    { "month", NULL, DERIVED_MONTH },
    { "hours", NULL, DERIVED_HOURS },
};

static const char *const weekdays[] = { "mon", "tue", "wed", "thu", "fri", "sat", "sun" };

static const char *const day_hours[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10",
    "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23" };

const char *
line_field_name(size_t i)
{
    const size_t shorts = sizeof(short_names) / sizeof(short_names[0]);

    return i < shorts ? short_names[i].name : ledger_columns[i - shorts].name;
}

int
line_field_find(struct sv name)
{
    const struct column *column = NULL;

    for (size_t i = 0; i < sizeof(short_names) / sizeof(short_names[0]); i++) {
        if (!sv_is_folded(name, sv_of(short_names[i].name)))
            continue;
        if (!short_names[i].column)
            return COLUMN_FIELDS_MAX + (int)short_names[i].derived;
        column = column_find(sv_of(short_names[i].column));
    }
    if (!column)
        column = column_find(name);
    return column ? (int)(column - ledger_columns) : -1;
}

/* Give ${text} as the value; an empty one is none. */
static bool
give(const char *text, struct sv *out)
{
    *out = sv_of(text);
    return out->n > 0;
}

static bool
give_scratch(const struct buf *scratch, struct sv *out)
{
    *out = buf_sv(scratch);
    return out->n > 0;
}

static bool
money_field(const struct line_subject *subject, unsigned slot, struct buf *scratch,
    struct sv *out)
{
    char text[MONEY_TEXT_MAX];
    struct money value;

    if (!ledger_money(subject->line, (enum money_column)slot, &value))
        return false;
    buf_add_text(scratch, money_format(text, value));
    return give_scratch(scratch, out);
}

static bool
source_field(const struct line_subject *subject, unsigned slot, struct buf *scratch,
    struct sv *out)
{
    if (slot == 0)
        return give(ledger_input(subject->ledger, subject->line)->path, out);
    buf_addf(scratch, "%ju", (uintmax_t)subject->line->source_line);
    return give_scratch(scratch, out);
}

static bool
changes_field(const struct line_subject *subject, struct buf *scratch, struct sv *out)
{
    for (unsigned bit = 0; bit < CHANGE_COUNT; bit++) {
        if ((subject->line->changes >> bit & 1u) == 0)
            continue;
        if (scratch->n > 0)
            buf_add_char(scratch, ' ');
        buf_add_text(scratch, change_code(1u << bit));
    }
    return give_scratch(scratch, out);
}

static bool
column_field(const struct line_subject *subject, const struct column *column,
    struct buf *scratch, struct sv *out)
{
    const struct ledger_line *line = subject->line;
    char time[TIME_TEXT_MAX];

    switch (column->kind) {
    case COLUMN_TEXT:
        return give(ledger_text(line, (enum text_column)column->slot), out);
    case COLUMN_WORD:
        return give(column->words->words[ledger_word(line, (enum word_column)column->slot)], out);
    case COLUMN_TIME:
        buf_add_text(scratch,
            time_format(time, ledger_time(line, (enum time_column)column->slot)));
        return give_scratch(scratch, out);
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        return money_field(subject, column->slot, scratch, out);
    case COLUMN_SOURCE:
        return source_field(subject, column->slot, scratch, out);
    case COLUMN_CHANGES:
        return changes_field(subject, scratch, out);
    }
    return false;
}

static bool
resource_field(const struct ledger_line *line, struct sv *out)
{
    return give(ledger_text(line, TEXT_RESOURCE_ID), out) ||
        give(ledger_text(line, TEXT_INSTANCE_ID), out) ||
        give(ledger_text(line, TEXT_RESOURCE_NAME), out);
}

/* The length of the charge period in hours, rounded only where it is no finite decimal. */
static bool
hours_field(const struct ledger_line *line, struct buf *scratch, struct sv *out)
{
    char text[MONEY_TEXT_MAX];
    struct err ignored;
    struct money hours;

    if (line->start == TIME_NONE || line->end == TIME_NONE)
        return false;
    if (money_share(&hours, money_of(1), line->end - line->start, TIME_HOUR, MONEY_DECIMALS,
            &ignored))
        return false;
    buf_add_text(scratch, money_format(text, hours));
    return give_scratch(scratch, out);
}

static bool
derived_field(const struct line_subject *subject, enum derived what, struct buf *scratch,
    struct sv *out)
{
    const struct ledger_line *line = subject->line;
    char time[TIME_TEXT_MAX];

    if (what == DERIVED_RESOURCE)
        return resource_field(line, out);
    if (what == DERIVED_HOURS)
        return hours_field(line, scratch, out);
    if (line->start == TIME_NONE)
        return false;
    if (what == DERIVED_WEEKDAY)
        return give(weekdays[time_weekday(line->start, subject->zone_minutes)], out);
    if (what == DERIVED_HOUR)
        buf_addf(scratch, "%d", time_hour(line->start, subject->zone_minutes));
    else if (what == DERIVED_DAY)
        buf_add_text(scratch, time_format_day(time, line->start, subject->zone_minutes));
    else
        buf_add_text(scratch, time_format_month(time, line->start, subject->zone_minutes));
    return give_scratch(scratch, out);
}

bool
line_field_text(const struct line_subject *subject, int field, struct buf *scratch,
    struct sv *out)
{
    buf_reset(scratch);
    if (field < COLUMN_FIELDS_MAX)
        return column_field(subject, &ledger_columns[field], scratch, out);
    return derived_field(subject, (enum derived)(field - COLUMN_FIELDS_MAX), scratch, out);
}

size_t
line_field_words(int field, const char *const **words)
{
    if (field == COLUMN_FIELDS_MAX + DERIVED_WEEKDAY) {
        *words = weekdays;
        return sizeof(weekdays) / sizeof(weekdays[0]);
    }
    if (field == COLUMN_FIELDS_MAX + DERIVED_HOUR) {
        *words = day_hours;
        return sizeof(day_hours) / sizeof(day_hours[0]);
    }
    if (field >= COLUMN_FIELDS_MAX || ledger_columns[field].kind != COLUMN_WORD)
        return 0;
    /* The first is the empty one. */
    *words = ledger_columns[field].words->words + 1;
    return ledger_columns[field].words->count - 1;
}

int
line_field_resolve(void *context, bool is_field, struct sv name)
{
    (void)context;
    return is_field ? line_field_find(name) : -1;
}

bool
line_field_value(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    (void)is_field;
    return line_field_text(context, index, scratch, out);
}
