/*
 * json_read.c - the elements of JSON lists, one at a time.
 *
 *     {"code": 0, "data": {"total": 2, "list": [      members around the list: the envelope
 *         {"id": "i-1", "cost": 0.10},                 one element, one tree, one record
 *         {"id": "i-2", "cost": NaN},                  damaged: this element alone is bad
 *     ]}}
 *
 * Functions return a flow: whether reading goes on here, at a new document, or not at all. The
 * documents of a text are read one after the other; a text that is not of one piece (NDJSON, pages
 * behind one another) is a text of many documents.
 */
#include "record/json.h"
#include "record/json_behind.h"

/* What is kept of a document beside its list: so many members, none longer than this. */
#define ENVELOPE_MEMBERS_MAX 1000
#define ENVELOPE_VALUE_MAX ((size_t)64 << 10)

static enum flow
after(enum json_resume resume)
{
    switch (resume) {
    case JSON_AFTER_VALUE:
    case JSON_AT_ELEMENT:
        break;
    case JSON_AT_DOCUMENT:
        return FLOW_DOCUMENT;
    case JSON_AT_END:
        return FLOW_END;
    }
    return FLOW_ON;
}

/*
 * A damaged value was begun: pass over it and pass it on. ${*is_at_element}, where given: the next
 * element begins here.
 */
static enum flow
skip_damage(struct json_reader *r, enum json_place place, bool *is_at_element, struct err *e)
{
    enum json_resume resume = JSON_AT_END;
    enum flow flow;

    /* Only elements of a list are known again by their indentation. */
    if (place == JSON_IN_OBJECT)
        r->scan.has_indent = false;
    if (json_scan_recover(&r->scan, place, &resume, e))
        return FLOW_FAILED;
    if (is_at_element)
        *is_at_element = resume == JSON_AT_ELEMENT;
    flow = json_visit_bad(r, &r->scan.why, e);
    return flow == FLOW_ON ? after(resume) : flow;
}

/* Something else than was expected stands here: ${c}, or the end of the text. */
static enum flow
damage(struct json_reader *r, enum json_place place, int c, bool *is_at_element, struct err *e)
{
    enum flow flow;

    json_scan_begin(&r->scan);
    if (c >= 0) {
        message_set(&r->scan.why, "this is not expected here: '%c'", (char)c);
        return skip_damage(r, place, is_at_element, e);
    }
    message_set(&r->scan.why, "the text ends before its last bracket");
    flow = json_visit_bad(r, &r->scan.why, e);
    return flow == FLOW_ON ? FLOW_END : flow;
}

/* Read one element, which begins here. */
static enum flow
read_element(struct json_reader *r, enum json_place place, bool *is_at_element, struct err *e)
{
    bool is_bad, is_done;
    enum flow flow;

    *is_at_element = false;
    flow = json_visit_flat(r, &is_done, e);
    if (is_done || flow != FLOW_ON)
        return flow;
    if (json_scan_value(&r->scan, &is_bad, e))
        return FLOW_FAILED;
    return is_bad ? skip_damage(r, place, is_at_element, e) : json_visit_element(r, e);
}

/*
 * Behind an element of a list or a member of an object: ${*is_over} is set behind the closing
 * bracket. Something else than a comma is damage of its own.
 */
static enum flow
read_separator(struct json_reader *r, char closing, bool *is_over, struct err *e)
{
    for (;;) {
        bool is_at_element = false;
        enum flow flow;
        int c;

        if (json_scan_blanks(&r->scan, false, &c, e))
            return FLOW_FAILED;
        *is_over = c == closing;
        if (c == ',' || c == closing) {
            json_scan_take(&r->scan);
            return FLOW_ON;
        }
        flow = damage(r, closing == ']' ? JSON_IN_LIST : JSON_IN_OBJECT, c, &is_at_element, e);
        if (flow != FLOW_ON || is_at_element)
            return flow;
    }
}

/* Read the elements of a list, of which the opening bracket was taken. */
static enum flow
read_list(struct json_reader *r, struct err *e)
{
    bool is_over = false, is_first = !r->is_begun;

    r->has_list = true;
    r->is_behind = true;
    r->is_begun = false;
    while (!is_over) {
        bool is_at_element = false;
        enum flow flow;
        int c;

        if (json_scan_blanks(&r->scan, false, &c, e))
            return FLOW_FAILED;
        if (c == ']' && is_first) {
            json_scan_take(&r->scan);
            return FLOW_ON;
        }
        r->is_cut = c < 0 && r->goes_on;
        if (r->is_cut)
            return FLOW_END;
        is_first = false;
        flow = FLOW_ON;
        if (c >= 0)
            flow = read_element(r, JSON_IN_LIST, &is_at_element, e);
        if (flow == FLOW_ON && !is_at_element)
            flow = read_separator(r, ']', &is_over, e);
        if (flow != FLOW_ON)
            return flow;
    }
    return FLOW_ON;
}

/* Read a value that is no part of a list, keeping it in the envelope's ${node} under r->key. */
static enum flow
read_member_value(struct json_reader *r, cJSON *node, struct err *e)
{
    struct message why = { 0 };
    bool is_bad, is_long = false;
    const cJSON *old;
    struct sv raw;
    cJSON *tree;

    if (json_scan_value(&r->scan, &is_bad, e))
        return FLOW_FAILED;
    if (is_bad)
        return skip_damage(r, JSON_IN_OBJECT, NULL, e);
    raw = json_scan_raw(&r->scan, &is_long);
    if (r->beside && !r->is_survey &&
        r->beside(r->context, r->document, buf_sv(&r->key), raw, e))
        return FLOW_FAILED;
    if (is_long || raw.n > ENVELOPE_VALUE_MAX || r->members >= ENVELOPE_MEMBERS_MAX ||
        !json_is_text(r, raw))
        return FLOW_ON;
    tree = json_tree_new(raw, &why, e);
    if (!tree)
        return why.format ? json_visit_bad(r, &why, e) : FLOW_FAILED;

    old = json_tree_child(node, buf_sv(&r->key));
    if (!old && cJSON_AddItemToObject(node, r->key.p ? r->key.p : "", tree)) {
        r->members++;
        r->members_bytes += raw.n;
        r->has_behind |= r->is_behind;
        return FLOW_ON;
    }
    is_bad = old && !json_tree_same(old, tree);
    cJSON_Delete(tree);
    if (!old)
        return (enum flow)err_nomem(e);
    if (!is_bad)
        return FLOW_ON;
    message_set(&why, "the key '%.*s' stands twice with different values", SV_ARG(buf_sv(&r->key)));
    return json_visit_bad(r, &why, e);
}

/* Keep the key that was scanned; nobody looks for one that is longer than a record may be. */
static int
keep_key(struct json_reader *r, struct err *e)
{
    bool is_long = false;
    struct sv raw = json_scan_raw(&r->scan, &is_long);
    cJSON *tree;

    buf_reset(&r->key);
    if (is_long)
        return 0;
    if (!memchr(raw.p, '\\', raw.n)) {
        buf_add(&r->key, sv_part(raw, 1, raw.n - 1));
        return buf_ok(&r->key, e);
    }
    tree = cJSON_ParseWithLength(raw.p, raw.n);
    if (!tree)
        return err_nomem(e);
    buf_add_text(&r->key, tree->valuestring);
    cJSON_Delete(tree);
    return buf_ok(&r->key, e);
}

/* Read a key and its colon. ${*is_there} is not set where damage was met instead. */
static enum flow
read_key(struct json_reader *r, bool *is_there, struct err *e)
{
    bool is_bad;
    int c;

    *is_there = false;
    if (json_scan_blanks(&r->scan, false, &c, e))
        return FLOW_FAILED;
    if (c != '"')
        return damage(r, JSON_IN_OBJECT, c, NULL, e);
    if (json_scan_value(&r->scan, &is_bad, e))
        return FLOW_FAILED;
    if (is_bad)
        return skip_damage(r, JSON_IN_OBJECT, NULL, e);
    if (keep_key(r, e) || json_scan_blanks(&r->scan, false, &c, e))
        return FLOW_FAILED;
    if (c != ':')
        return damage(r, JSON_IN_OBJECT, c, NULL, e);
    json_scan_take(&r->scan);
    *is_there = true;
    return FLOW_ON;
}

/* Read a value that cannot be what the path asks for: it is bad, even if it is sound. */
static enum flow
refuse_value(struct json_reader *r, struct message *why, struct err *e)
{
    bool is_bad;

    if (json_scan_value(&r->scan, &is_bad, e))
        return FLOW_FAILED;
    return is_bad ? skip_damage(r, JSON_IN_OBJECT, NULL, e) : json_visit_bad(r, why, e);
}

static enum flow read_object(struct json_reader *r, size_t level, cJSON *node, struct err *e);

/* Read the value that begins with ${c} and stands where the path goes on. */
static enum flow
read_on_path(struct json_reader *r, size_t level, int c, cJSON *node, struct err *e)
{
    bool is_last = level + 1 == r->steps_n;
    struct message why = { 0 };
    cJSON *child;

    if (c == 'n') {
        r->has_list |= is_last;
        return read_member_value(r, node, e);
    }
    if (c != (is_last ? '[' : '{')) {
        if (is_last)
            message_set(&why, "a list is expected at '%.*s'", SV_ARG(r->path));
        else
            message_set(&why, "an object is expected at '%.*s'", SV_ARG(r->steps[level]));
        return refuse_value(r, &why, e);
    }
    json_scan_take(&r->scan);
    if (is_last)
        return read_list(r, e);
    /* Where the members behind the list were looked for before, it is there. */
    child = cJSON_GetObjectItemCaseSensitive(node, r->key.p);
    if (!cJSON_IsObject(child))
        child = cJSON_AddObjectToObject(node, r->key.p);
    return child ? read_object(r, level + 1, child, e) : (enum flow)err_nomem(e);
}

/* Read a member of an object on the path. ${*was_there}: the path went on in one before. */
static enum flow
read_member(struct json_reader *r, size_t level, cJSON *node, bool *was_there, struct err *e)
{
    struct message why = { 0 };
    bool is_there, was_before = *was_there;
    enum flow flow = read_key(r, &is_there, e);
    int c;

    if (flow != FLOW_ON || !is_there)
        return flow;
    if (json_scan_blanks(&r->scan, false, &c, e))
        return FLOW_FAILED;
    if (!sv_is(buf_sv(&r->key), r->steps[level]))
        return read_member_value(r, node, e);
    *was_there = true;
    if (!was_before)
        return read_on_path(r, level, c, node, e);
    message_set(&why, "the key '%.*s' stands twice", SV_ARG(r->steps[level]));
    return refuse_value(r, &why, e);
}

/* Read the members of an object, of which the opening bracket was taken. */
static enum flow
read_object(struct json_reader *r, size_t level, cJSON *node, struct err *e)
{
    bool is_over = false, was_there = false;
    enum flow flow;
    int c;

    if (json_scan_blanks(&r->scan, false, &c, e))
        return FLOW_FAILED;
    if (c == '}') {
        json_scan_take(&r->scan);
        return FLOW_ON;
    }
    while (!is_over) {
        flow = read_member(r, level, node, &was_there, e);
        if (flow == FLOW_ON)
            flow = read_separator(r, '}', &is_over, e);
        if (flow != FLOW_ON)
            return flow;
    }
    return FLOW_ON;
}

/* Read the object that holds the list of this document. */
static enum flow
read_around_list(struct json_reader *r, int c, struct err *e)
{
    bool had_list = r->has_list, is_at_element = false, is_bad;
    struct message why = { 0 };
    enum flow flow;

    if (c != '{') {
        if (json_scan_value(&r->scan, &is_bad, e))
            return FLOW_FAILED;
        if (is_bad)
            return skip_damage(r, JSON_IN_TEXT, &is_at_element, e);
        message_set(&why, "an object is expected with a list at '%.*s'", SV_ARG(r->path));
        return json_visit_bad(r, &why, e);
    }
    json_scan_take(&r->scan);
    r->has_list = false;
    flow = read_object(r, 0, r->envelope.root, e);
    if (flow == FLOW_ON && !r->has_list) {
        json_scan_begin(&r->scan);
        message_set(&why, "the document has no list at '%.*s'", SV_ARG(r->path));
        flow = json_visit_bad(r, &why, e);
    }
    r->has_list |= had_list;
    return flow;
}

/* Begin the envelope of the next document, with what stands behind its list where that is known.
 * One that is empty serves again: lines of NDJSON have nothing to keep in theirs. */
static int
begin_envelope(struct json_reader *r, struct err *e)
{
    cJSON *known = r->is_survey ? NULL : json_behind_take(r);

    if (known || !r->envelope.root || r->envelope.root->child) {
        cJSON_Delete(r->envelope.root);
        r->envelope.root = known ? known : cJSON_CreateObject();
    }
    r->members = r->members_bytes = 0;
    r->is_behind = r->has_behind = false;
    return r->envelope.root ? 0 : err_nomem(e);
}

static enum flow
read_document(struct json_reader *r, struct err *e)
{
    bool is_at_element;
    int c;

    if (json_scan_blanks(&r->scan, true, &c, e))
        return FLOW_FAILED;
    if (c < 0)
        return FLOW_END;
    r->document++;
    if (begin_envelope(r, e))
        return FLOW_FAILED;
    if (r->steps_n > 0) {
        enum flow flow = read_around_list(r, c, e);

        return flow != FLOW_FAILED && r->is_survey && json_behind_keep(r, e) ? FLOW_FAILED : flow;
    }
    if (c != '[' && !r->is_begun)
        return read_element(r, JSON_IN_TEXT, &is_at_element, e);
    if (!r->is_begun)
        json_scan_take(&r->scan);
    return read_list(r, e);
}

/* Without any element the text as a whole is refused, for the first reason there was. */
static int
check_elements(const struct json_reader *r, struct err *e)
{
    if (r->has_list || r->has_elements)
        return 0;
    err_set(e, ERR_SYNTAX, "the text holds no value of JSON");
    if (r->first_why.format)
        e->message = r->first_why;
    return -1;
}

/* Read all documents of ${t} as ${how} says. */
static int
read_text(struct text *t, const struct json_reader *how, const struct record_limits *limits,
    struct err *e)
{
    struct json_reader r = *how;
    enum flow flow = FLOW_ON;

    if (json_read_path(&r, e))
        return -1;
    r.checks_utf8 = text_has_bad_bytes(t);
    r.charset = text_charset(t);
    buf_init(&r.key, limits->record);
    json_scan_init(&r.scan, t, SV_EMPTY, limits);
    r.flat.is_off = r.has_inner || r.is_survey || limits->depth == 0;

    while (flow == FLOW_ON || flow == FLOW_DOCUMENT)
        flow = read_document(&r, e);

    cJSON_Delete(r.envelope.root);
    buf_release(&r.key);
    json_flat_release(&r.flat);
    json_scan_release(&r.scan);
    if (flow == FLOW_FAILED)
        return -1;
    if (r.goes_on && !r.is_cut && flow != FLOW_STOP)
        return err_set(e, ERR_SYNTAX, "the text ends before its last bracket");
    return flow == FLOW_STOP || r.is_survey ? 0 : check_elements(&r, e);
}

int
record_json_read_within(struct text *t, const char *path, const struct record_limits *limits,
    record_visit *visit, void *context, struct err *e)
{
    struct json_reader r = { .path = sv_of(path), .visit = visit, .context = context };

    return read_text(t, &r, limits, e);
}

int
record_json_read(struct text *t, const char *path, record_visit *visit, void *context,
    struct err *e)
{
    return record_json_read_within(t, path, text_limits(t), visit, context, e);
}

int
record_json_read_part(struct text *t, bool is_begun, bool goes_on,
    record_glance *glance, record_visit *visit, void *context, struct err *e)
{
    struct json_reader r = { .path = SV_EMPTY, .glance = glance, .visit = visit,
        .context = context, .is_begun = is_begun, .goes_on = goes_on };

    return read_text(t, &r, text_limits(t), e);
}

int
record_json_read_beside(struct text *t, const char *path, bool is_around, record_beside *beside,
    record_visit *visit, void *context, struct err *e)
{
    struct json_behinds behinds = { 0 };
    struct json_reader r = { .path = sv_of(path), .beside = beside, .visit = visit,
        .context = context, .behinds = &behinds, .is_survey = is_around && *path };
    int result = r.is_survey ? read_text(t, &r, text_limits(t), e) : 0;

    if (r.is_survey)
        text_rewind(t);
    r.is_survey = false;
    if (result == 0)
        result = read_text(t, &r, text_limits(t), e);
    json_behinds_release(&behinds);
    return result;
}
