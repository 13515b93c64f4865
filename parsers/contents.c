/*
 * contents.c - what a file holds to be read: itself, members of archives, sheets of workbooks.
 *
 * An OFD document is a zip archive, but one thing.
 *
 * Whatever is wrong with one member is an item that failed; only the run's own trouble (memory)
 * ends the walk.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "parsers/contents.h"
#include "parsers/invoice_ofd.h"

/* Who made the workbooks that this program writes. */
#define OWN_CREATOR "gpubill"

/* Longest path that is made: levels are few, and names are cut. */
#define PATH_MAX_BYTES ((size_t)1 << 20)

struct walker {
    const struct limits *limits;
    bool was_named;
    contents_visit *visit;
    void *context;
    const char *file;
    char file_sha256[SHA256_TEXT_MAX];
};

/* Where the walk is: a source or what is in it. */
struct place {
    const char *path;
    const char *name; /* of the source alone */
    struct container *outer; /* in which the source lies, or NULL */
    bool is_one_of_many;
    uint64_t share; /* of the bytes of the file */
    uint64_t trailing;
};

static struct content_item
item_at(const struct walker *w, const struct place *p)
{
    return (struct content_item){
        .path = p->path,
        .was_named = w->was_named,
        .is_inside = p->outer != NULL,
        .is_one_of_many = p->is_one_of_many,
        .share = p->share,
        .trailing = p->trailing,
        .file = w->file,
        .file_sha256 = w->file_sha256,
    };
}

/* ${share} x ${part} / ${whole}, nearly. */
static uint64_t
share_of(uint64_t share, uint64_t part, uint64_t whole)
{
    uint64_t product;

    if (part > whole || whole == 0)
        return 0;
    return __builtin_mul_overflow(share, part, &product) ? share / whole * part : product / whole;
}

/* Report that what is at ${p} cannot be read. Out of memory ends the walk. */
static int
visit_failure(const struct walker *w, const struct place *p, const struct err *failure,
    struct err *e)
{
    struct content_item item = item_at(w, p);

    if (failure->code == ERR_NOMEM) {
        *e = *failure;
        return -1;
    }
    item.failure = failure;
    return w->visit(w->context, &item, e);
}

/* Report that nothing in the archive or workbook at ${p} was recognised. */
static int
visit_unknown(const struct walker *w, const struct place *p, const struct message *why,
    struct err *e)
{
    struct err failure = ERR_INIT;

    (void)err_set_message(&failure, ERR_UNKNOWN, why);
    return visit_failure(w, p, &failure, e);
}

/* ${*was_ofd}: if it cannot be opened, it is a damaged OFD document. */
static int
find_content(enum content *out, bool *was_ofd, struct source *s, struct err *e)
{
    char head[SNIFF_HEAD];
    size_t got;

    if (source_read(s, head, sizeof(head), 0, &got, e))
        return -1;
    *out = sniff((struct sv){ head, got });
    *was_ofd = *out == CONTENT_ZIP && ofd_was((struct sv){ head, got });
    return 0;
}

/* "PATH!NAME" */
static int
path_inside(struct buf *out, const char *path, const char *name, struct err *e)
{
    buf_init(out, PATH_MAX_BYTES);
    buf_addf(out, "%s!", path);
    buf_add_escaped(out, sv_of(name));
    return buf_ok(out, e);
}

static int walk_source(const struct walker *w, struct source *s, const struct place *p,
    struct err *e);

/* ${p} is the place of member ${i} but for its path. */
static int
walk_member(const struct walker *w, struct container *c, size_t i, const struct place *archive,
    struct place p, struct err *e)
{
    struct err failure = ERR_INIT;
    struct source *s;
    struct buf path;
    int result = -1;

    p.name = container_member(c, i)->name;
    if (path_inside(&path, archive->path, p.name, e))
        goto done;
    p.path = path.p;
    if (container_open(&s, c, i, &failure))
        result = visit_failure(w, &p, &failure, e);
    else
        result = walk_source(w, s, &p, e);
done:
    buf_release(&path);
    return result;
}

/* Why member ${m} is not read, if so. */
static enum passed
why_passed(const struct container_member *m)
{
    return m->passed ? m->passed : m->is_hidden ? passed_dot(m->name) : PASSED_NOT;
}

/* Report the members that are not read. */
static int
pass_members(const struct walker *w, const struct container *c, const struct place *archive,
    struct err *e)
{
    struct place p = { .outer = archive->outer, .is_one_of_many = true };
    int result = 0;

    for (size_t i = 0; i < container_count(c) && result >= 0; i++) {
        const struct container_member *m = container_member(c, i);
        struct message why = { .format = passed_reason(why_passed(m)) };
        struct err failure = ERR_INIT;
        struct content_item item;
        struct buf path;

        if (!why.format)
            continue;
        result = path_inside(&path, archive->path, m->name, e);
        if (result == 0) {
            p.path = path.p;
            item = item_at(w, &p);
            item.is_inside = true;
            item.passed = why_passed(m);
            item.failure = &failure;
            (void)err_set_message(&failure, ERR_UNKNOWN, &why);
            result = w->visit(w->context, &item, e);
        }
        buf_release(&path);
    }
    return result;
}

/* A member, for sorting. */
struct ordered {
    uint64_t index;
    size_t i;
};

static int
compare_index(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;

    return (x->index > y->index) - (x->index < y->index);
}

/* Visit the members as they lie in the archive, which is one pass over it. */
static int
walk_members(const struct walker *w, struct container *c, const struct place *p, struct err *e)
{
    size_t n = 0, all = container_count(c);
    uint64_t bytes = 0;
    struct ordered *order = calloc(all > 0 ? all : 1, sizeof(*order));
    struct message why;
    int known = 0, result = 0;

    if (!order)
        return err_nomem(e);
    for (size_t i = 0; i < all; i++) {
        if (why_passed(container_member(c, i)))
            continue;
        order[n++] = (struct ordered){ container_member(c, i)->index, i };
        if (__builtin_add_overflow(bytes, container_member(c, i)->size, &bytes))
            bytes = UINT64_MAX;
    }
    qsort(order, n, sizeof(*order), compare_index);
    for (size_t i = 0; i < n && result >= 0; i++) {
        struct place member = {
            .outer = c,
            .is_one_of_many = n > 1 || p->is_one_of_many,
            .share = share_of(p->share, container_member(c, order[i].i)->size, bytes),
            .trailing = i == 0 ? container_trailing(c) : 0,
        };

        result = walk_member(w, c, order[i].i, p, member, e);
        known |= result > 0;
    }
    free(order);
    if (result >= 0 && pass_members(w, c, p, e) < 0)
        return -1;
    /* One member alone stands for the archive. */
    if (result < 0 || known || n == 1)
        return result < 0 ? -1 : known;
    if (n == 0)
        message_set(&why, "the archive holds no files");
    else
        message_set(&why, "nothing in the archive is recognised");
    return visit_unknown(w, p, &why, e);
}

static int
stop_at_text(void *context, const struct record *r, struct err *e)
{
    bool *has_text = context;

    (void)e;
    *has_text = r->trouble != RECORD_FINE || !record_is_blank(r);
    return *has_text;
}

/* Identify sheet ${name} of the workbook whose sum is ${sum}. */
static int
sheet_sha256(char sum[SHA256_TEXT_MAX], const char *name, struct err *e)
{
    struct sha256 *h = sha256_new();

    if (!h)
        return err_nomem(e);
    sha256_add(h, sv_of(sum));
    sha256_add(h, SV("!"));
    sha256_add(h, sv_of(name));
    sha256_text(h, sum);
    sha256_free(h);
    return 0;
}

static int
walk_sheet(const struct walker *w, struct xlsx *x, size_t i, const struct place *book,
    struct source *s, bool is_one_of_many, uint64_t trailing, struct err *e)
{
    struct content_item item = item_at(w, book);
    struct err failure = ERR_INIT;
    char sum[SHA256_TEXT_MAX];
    struct buf path;
    int result = -1;

    if (source_sha256(s, sum, &failure))
        return visit_failure(w, book, &failure, e);
    buf_init(&path, 0);
    item.is_inside = true;
    item.workbook = x;
    item.trailing = trailing;
    item.sheet = i;
    item.bytes = source_size(s);
    item.sha256 = sum;
    if (is_one_of_many) {
        const char *name = xlsx_sheet(x, i)->name;

        if (path_inside(&path, book->path, name, e) || sheet_sha256(sum, name, e))
            goto done;
        item.path = path.p;
        item.is_one_of_many = true;
    }
    result = w->visit(w->context, &item, e);
done:
    buf_release(&path);
    return result;
}

/* Visit the sheets of ${x} that hold anything. */
static int
walk_sheets(const struct walker *w, struct xlsx *x, struct source *s, const struct place *p,
    struct err *e)
{
    size_t count = xlsx_count(x), full = 0;
    bool *has_text = calloc(count > 0 ? count : 1, sizeof(*has_text));
    struct err failure = ERR_INIT;
    struct message why;
    uint64_t trailing = p->trailing;
    int known = 0, result = 0;

    if (!has_text)
        return err_nomem(e);
    for (size_t i = 0; i < count && result == 0; i++) {
        result = xlsx_read(x, i, stop_at_text, &has_text[i], &failure);
        full += has_text[i];
    }
    if (result) {
        free(has_text);
        return visit_failure(w, p, &failure, e);
    }
    for (size_t i = 0; i < count && result >= 0; i++) {
        if (!has_text[i])
            continue;
        result = walk_sheet(w, x, i, p, s, full > 1, trailing, e);
        known |= result > 0;
        trailing = 0;
    }
    free(has_text);
    if (result < 0 || known || full == 1)
        return result < 0 ? -1 : known;
    if (full == 0)
        message_set(&why, "the workbook is empty");
    else
        message_set(&why, "no sheet of the workbook is recognised");
    return visit_unknown(w, p, &why, e);
}

static int
walk_workbook(const struct walker *w, struct container *c, struct source *s,
    const struct place *p, struct err *e)
{
    struct err failure = ERR_INIT;
    struct place inside = *p;
    struct message why;
    struct xlsx *x;
    int result;

    inside.trailing += container_trailing(c);
    if (xlsx_new(&x, c, &failure))
        return visit_failure(w, p, &failure, e);
    xlsx_set_limits(x, &w->limits->record);
    message_set(&why, "gpubill's own output; give it the bills themselves");
    if (strcmp(xlsx_creator(x), OWN_CREATOR) == 0)
        result = visit_unknown(w, p, &why, e);
    else
        result = walk_sheets(w, x, s, &inside, e);
    xlsx_free(x);
    return result;
}

/* Visit what ${s}, which is taken over, is or holds. */
static int
walk_source(const struct walker *w, struct source *s, const struct place *p, struct err *e)
{
    struct content_item item = item_at(w, p);
    struct err failure = ERR_INIT;
    struct container *c = NULL;
    enum content content;
    bool was_ofd = false;
    int result;

    source_set_limits(s, &w->limits->record);
    source_set_program_limits(s, &w->limits->program);
    if (find_content(&content, &was_ofd, s, &failure)) {
        result = visit_failure(w, p, &failure, e);
    } else if (!content_is_container(content)) {
        item.source = s;
        return w->visit(w->context, &item, e);
    } else if (container_new(&c, s, p->name, p->outer, &w->limits->unpack, &failure) &&
        (!was_ofd || failure.code == ERR_NOMEM || failure.code == ERR_IO)) {
        result = visit_failure(w, p, &failure, e);
    } else if (!c || (content == CONTENT_ZIP && ofd_is(c))) {
        item.trailing += c ? container_trailing(c) : 0;
        container_free(c);
        item.source = s;
        return w->visit(w->context, &item, e);
    } else if (content == CONTENT_ZIP && xlsx_is(c)) {
        result = walk_workbook(w, c, s, p, e);
    } else {
        result = walk_members(w, c, p, e);
    }
    container_free(c);
    source_free(s);
    return result;
}

int
contents_walk(struct source *s, const char *path, bool was_named,
    const struct limits *limits, contents_visit *visit, void *context, struct err *e)
{
    struct walker w = { limits, was_named, visit, context, path, "" };
    struct place p = { .path = path, .name = path, .share = source_size(s) };
    struct err failure = ERR_INIT;
    enum content content;
    bool was_ofd;

    /* Where it cannot be read, the walk says so. */
    if (find_content(&content, &was_ofd, s, &failure) == 0 && content_is_container(content) &&
        source_sha256(s, w.file_sha256, &failure))
        w.file_sha256[0] = '\0';
    return walk_source(&w, s, &p, e) < 0 ? -1 : 0;
}
