/*
 * json_visit.c - records out of the elements of JSON lists.
 *
 * An element of the list is built as a tree, handed out, and freed; one that is flat and like those
 * before is built in place (json_flat.c). Where the path goes on inside of it ("[]"), its own lists
 * are handed out, and it belongs to the envelope of their elements.
 */
#include "record/json.h"
#include "record/json_reader.h"

static enum flow
visit(struct json_reader *r, struct err *e)
{
    int result;

    r->record.envelope = &r->envelope;
    if (r->record.trouble != RECORD_FINE && !r->first_why.format)
        r->first_why = r->record.why;
    result = r->visit(r->context, &r->record, e);
    return result < 0 ? FLOW_FAILED : result > 0 ? FLOW_STOP : FLOW_ON;
}

/* A record for what was scanned last; its number is the next one. */
static void
begin_record(struct json_reader *r)
{
    bool is_long = false;

    r->line++;
    r->record = (struct record){ .line = r->line, .document = r->document };
    r->record.raw = json_scan_raw(&r->scan, &is_long);
    if (is_long) {
        r->record.trouble = RECORD_TOO_LONG;
        message_set(&r->record.why,
            "the record has more than %ju bytes; --limit record=N allows more",
            (uintmax_t)r->scan.value_max);
    }
}

bool
json_is_text(const struct json_reader *r, struct sv raw)
{
    return !r->checks_utf8 || sv_utf8_valid(raw) == raw.n;
}

enum flow
json_visit_bad(struct json_reader *r, const struct message *why, struct err *e)
{
    if (r->is_survey)
        return FLOW_ON;
    begin_record(r);
    if (!json_is_text(r, r->record.raw)) {
        r->record.trouble = RECORD_BAD_ENCODING;
        message_set(&r->record.why, "the record is no valid %s", charset_name(r->charset));
    } else {
        r->record.trouble = RECORD_BAD_JSON;
        r->record.why = *why;
    }
    return visit(r, e);
}

/* Hand out the elements of the list at ${path} in ${item}, an element of an outer list. */
static enum flow
visit_inner(struct json_reader *r, const cJSON *item, struct sv path, struct err *e)
{
    size_t brackets = sv_find(path, SV("[]"), 0);
    struct sv keys = sv_part(path, 0, brackets), rest = sv_part(path, brackets, path.n), key;
    size_t depth = r->envelope.outer_n;
    const cJSON *list = item;
    enum flow flow = FLOW_ON;

    r->envelope.outer[depth] = item;
    r->envelope.outer_path[depth] = sv_part(r->path, 0, (size_t)(path.p - r->path.p));
    if (sv_ends(r->envelope.outer_path[depth], SV(".")))
        r->envelope.outer_path[depth].n--;
    r->envelope.outer_n++;
    while (list && sv_cut(&keys, '.', &key))
        list = json_tree_child(list, key);
    if (cJSON_IsNull(list))
        goto done;
    if (!cJSON_IsArray(list)) {
        r->record.object = NULL;
        r->record.inner++;
        r->record.trouble = RECORD_BAD_JSON;
        message_set(&r->record.why, "the element has no list at '%.*s'", SV_ARG(r->inner));
        flow = visit(r, e);
        r->record.trouble = RECORD_FINE;
        goto done;
    }
    rest = sv_part(rest, 2, rest.n);
    if (sv_starts(rest, SV(".")))
        rest = sv_part(rest, 1, rest.n);
    for (const cJSON *child = list->child; child && flow == FLOW_ON; child = child->next) {
        if (brackets < path.n) {
            flow = visit_inner(r, child, rest, e);
            continue;
        }
        r->record.inner++;
        r->record.object = child;
        r->has_elements = true;
        flow = visit(r, e);
    }
done:
    r->envelope.outer_n = depth;
    return flow;
}

enum flow
json_visit_element(struct json_reader *r, struct err *e)
{
    struct message why = { 0 };
    enum flow flow;
    cJSON *tree;

    if (r->is_survey)
        return FLOW_ON;
    begin_record(r);
    if (r->record.trouble != RECORD_FINE)
        return visit(r, e);
    if (!json_is_text(r, r->record.raw)) {
        r->record.trouble = RECORD_BAD_ENCODING;
        message_set(&r->record.why, "the record is no valid %s", charset_name(r->charset));
        return visit(r, e);
    }
    tree = json_tree_new(r->record.raw, &why, e);
    if (!tree && !why.format)
        return FLOW_FAILED;
    if (!tree) {
        r->record.trouble = RECORD_BAD_JSON;
        r->record.why = why;
        return visit(r, e);
    }
    if (r->has_inner) {
        flow = visit_inner(r, tree, r->inner, e);
    } else {
        json_flat_learn(&r->flat, tree);
        r->record.object = tree;
        r->has_elements = true;
        flow = visit(r, e);
    }
    cJSON_Delete(tree);
    return flow;
}

/* Let what ${ahead} begins with be taken at a glance; ${*is_done} where it was, and passed over. */
static enum flow
glance(struct json_reader *r, struct sv ahead, bool *is_done, struct err *e)
{
    size_t length = 0;
    int result = 0;

    *is_done = false;
    if (r->glance && !r->checks_utf8)
        result = r->glance(r->context, sv_head(ahead, r->scan.value_max), r->line + 1, &length, e);
    if (result < 0)
        return FLOW_FAILED;
    if (result == 0)
        return FLOW_ON;
    json_scan_begin(&r->scan);
    r->scan.at += length;
    r->line++;
    r->has_elements = *is_done = true;
    return FLOW_ON;
}

enum flow
json_visit_flat(struct json_reader *r, bool *is_done, struct err *e)
{
    struct json_scan *s = &r->scan;
    struct sv rest = { s->window.bytes + s->at, s->window.to - s->at };
    enum flow flow = glance(r, rest, is_done, e);
    size_t length = 0;
    const cJSON *tree;

    if (flow != FLOW_ON || *is_done)
        return flow;
    tree = json_flat_read(&r->flat, rest, &length);
    *is_done = tree && length <= s->value_max && json_is_text(r, sv_part(rest, 0, length));
    if (!*is_done)
        return FLOW_ON;
    json_scan_begin(s);
    s->at += length;
    begin_record(r);
    r->record.object = tree;
    r->has_elements = true;
    return visit(r, e);
}

int
json_read_path(struct json_reader *r, struct err *e)
{
    size_t brackets = sv_find(r->path, SV("[]"), 0), outer = 0;
    struct sv keys = sv_part(r->path, 0, brackets), key;

    for (size_t at = brackets; at != (size_t)-1; at = sv_find(r->path, SV("[]"), at + 2))
        outer++;
    while (r->steps_n < STEPS_MAX && sv_cut(&keys, '.', &key))
        r->steps[r->steps_n++] = key;
    if (keys.n > 0 || outer > JSON_OUTER_MAX)
        return err_set(e, ERR_LIMIT, "the path '%.*s' has too many steps", SV_ARG(r->path));
    r->has_inner = outer > 0;
    if (r->has_inner) {
        r->inner = sv_part(r->path, brackets + 2, r->path.n);
        if (sv_starts(r->inner, SV(".")))
            r->inner = sv_part(r->inner, 1, r->inner.n);
    }
    return 0;
}
