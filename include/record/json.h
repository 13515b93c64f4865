/*
 * json.h - elements of JSON lists, one at a time, by cJSON.
 *
 * A list of a million charges is never one tree: this module finds where each element begins and
 * ends, checks it strictly against RFC 8259 (no NaN, no trailing comma, no raw control characters,
 * no key twice with different values), and lets cJSON build the tree of that element alone. cJSON
 * keeps numbers as doubles; so each number's text is put into its valuestring.
 */
#ifndef RECORD_JSON_H
#define RECORD_JSON_H

#include <cjson/cJSON.h>

#include "input/text.h"
#include "record/record.h"

/*
 * Read the elements of the list at ${path} ("" for the document itself, "data.list" for nested
 * keys, a "[]" step for lists within lists: "Response.DetailSet[].ComponentSet"; keys that hold
 * dots are not supported). Documents: an array; an object with the list at ${path}; with path ""
 * also one object (one element), NDJSON and objects one behind the other; concatenated documents
 * of each kind. `line` counts the elements of the outermost list over the whole file. With a "[]"
 * step `raw` is the element of the outermost list, and `inner` tells its records apart.
 *
 * An element that is bad JSON is passed on as RECORD_BAD_JSON, and so is damage around the list.
 * Behind damage that leaves the nesting in doubt reading resumes at the next line that begins with
 * { or is indented like the bad element and goes on with {; else the rest is one bad element.
 *
 * What stands beside the list (account names, TotalCount) is in the record's envelope as far as it
 * came before, 1000 members of 64 KiB each at most. 0, or -1: ${visit} failed, ERR_IO, ERR_NOMEM,
 * ERR_SYNTAX where the document has no elements at all (an empty list is one without elements, and
 * fine).
 */
int record_json_read(struct text *t, const char *path, record_visit *visit, void *context,
    struct err *e);

/*
 * As record_json_read(), or record_json_read_around() where ${is_around}. Each value beside a list
 * is shown to ${beside} (may be NULL) with its key.
 */
int record_json_read_beside(struct text *t, const char *path, bool is_around,
    record_beside *beside, record_visit *visit, void *context, struct err *e);

/* As record_json_read(), but the envelope also holds what stands behind the list, as far as that is
 * not more than JSON_BEHIND_MAX bytes over all documents: the text is scanned once before. */
static inline int
record_json_read_around(struct text *t, const char *path, record_visit *visit, void *context,
    struct err *e)
{
    return record_json_read_beside(t, path, true, NULL, visit, context, e);
}

#define JSON_BEHIND_MAX ((size_t)64 << 20)

/*
 * As record_json_read() with path "" for a part of a text of arrays. ${is_begun}: it begins in an
 * array, behind a comma; ${goes_on}: it ends behind one. -1 also where it ends elsewhere:
 * ERR_SYNTAX. ${glance} (may be NULL) is asked at elements before they are read, where the text is
 * certain to be valid; their envelope is empty.
 */
int record_json_read_part(struct text *t, bool is_begun, bool goes_on,
    record_glance *glance, record_visit *visit, void *context, struct err *e);

/* As record_json_read_part() for a whole text. */
static inline int
record_json_glance(struct text *t, record_glance *glance, record_visit *visit,
    void *context, struct err *e)
{
    return record_json_read_part(t, false, false, glance, visit, context, e);
}


/* As record_json_read() with limits other than those of the text. */
int record_json_read_within(struct text *t, const char *path, const struct record_limits *limits,
    record_visit *visit, void *context, struct err *e);

/*
 * The text at ${path} ("a.b", "a.0.b" for list elements) below ${object}: strings as they are,
 * numbers in their own text, true and false as words; objects and lists printed compactly into
 * ${scratch}; without one (NULL) there is no text for them. False where there is none or it is
 * null. The view lives as long as the record, for objects and lists until the next use of
 * ${scratch}.
 */
struct buf;
bool record_json_text(const cJSON *object, struct sv path, struct buf *scratch, struct sv *out);

/*
 * As record_json_text() for what stands around the list of a record: scalars of its document by
 * their path from the document's root ("data.total"), and those of the elements of outer lists that
 * it lies in, by "Response.DetailSet[].BillId" or by their own path alone ("BillId"). Of such an
 * element also objects and lists, into ${scratch}.
 */
bool record_envelope_text(const struct record_envelope *v, struct sv path, struct buf *scratch,
    struct sv *out);

/*
 * Parse a whole small document (config, format, cell) strictly, numbers with their text. ${text}
 * need not be NUL-ended. NULL: ${e} is ERR_SYNTAX with the line, or ERR_NOMEM. Free with
 * cJSON_Delete().
 */
cJSON *record_json_parse(struct sv text, struct err *e);

/*
 * The line (from 1) in ${text} at which ${item}, found in the tree that record_json_parse() made of
 * it, begins; for error messages. 0 if it cannot be told.
 */
uint64_t record_json_line(struct sv text, const cJSON *root, const cJSON *item);

#endif
