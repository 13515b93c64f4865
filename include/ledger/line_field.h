/*
 * line_field.h - what can be said of a ledger line in a condition: fields by name, as text.
 *
 * Projects, custom rules and waivers name fields: every ledger column, and the short names
 * category, billed, platform, resource, instance, weekday, hour, day, month, hours. A field is
 * resolved to a number once and asked for per line. The two functions at the end fit
 * parsers/condition.h.
 */
#ifndef LEDGER_LINE_FIELD_H
#define LEDGER_LINE_FIELD_H

#include "base/buf.h"
#include "ledger/ledger.h"

/* A line and what is needed to speak of it. */
struct line_subject {
    const struct ledger *ledger;
    const struct ledger_line *line;
    int zone_minutes; /* of the review: where days, months and hours begin */
};

/* The number of the field ${name} (case of ASCII letters ignored), or -1. */
int line_field_find(struct sv name);

/* The names of all fields in turn, from 0; NULL behind the last. */
const char *line_field_name(size_t i);

/*
 * Field ${field} of ${subject} as text: words and texts as in the ledger, amounts exact, times as
 * the ledger writes them. weekday is mon to sun, hour 0 to 23, day YYYY-MM-DD, month YYYY-MM of
 * ChargePeriodStart in the review's zone; hours the length of the charge period; resource is
 * ResourceId, else x_InstanceId, else ResourceName; several x_Changes are parted by a blank.
 * ${scratch} holds text that is made; ${out} is valid until it is used again. False where there is
 * no value.
 */
bool line_field_text(const struct line_subject *subject, int field, struct buf *scratch,
    struct sv *out);

/* The words of ${field} into ${*words} where it has no other values; how many, else 0. */
size_t line_field_words(int field, const char *const **words);

/* For condition_compile(): only fields have a number, columns of a file none. */
int line_field_resolve(void *context, bool is_field, struct sv name);

/* For condition_holds(): ${context} is a struct line_subject. */
bool line_field_value(void *context, int index, bool is_field, struct buf *scratch,
    struct sv *out);

#endif
