/*
 * import_pages.c - pages of one list: those that are missing, and those that are there twice.
 *
 * A list that was fetched page by page is a file of many documents. A cursor that does not move
 * gives the same page for ever: a document that is wholly equal to one before it adds nothing.
 */
#include "base/vec.h"
#include "input/text.h"
#include "parsers/import_pages.h"
#include "record/json.h"

/* Keys under which documents say how many elements there are on all pages together. */
static const char *const count_keys[] = { "TotalCount", "totalCount", "total_count", "Total",
    "result_total" };
#define COUNT_KEYS (sizeof(count_keys) / sizeof(count_keys[0]))

/* How a document's count of elements is looked up: by path, into ${*out}. */
typedef bool count_look(const void *document, struct sv path, struct sv *out);

static bool
look_in_envelope(const void *document, struct sv path, struct sv *out)
{
    return record_envelope_text(document, path, NULL, out);
}

/* The document's count of elements, beside the list or at its root, if it states one. */
static void
note_count(struct reader *r, count_look *look, const void *document)
{
    struct sv list = sv_of(r->found->list);
    struct buf path;
    size_t end = list.n;

    while (end > 0 && list.p[end - 1] != '.')
        end--;
    buf_init(&path, 4096);
    for (size_t i = 0; i < 2 * COUNT_KEYS; i++) {
        struct sv text;
        struct money count;
        struct err ignored;

        buf_reset(&path);
        if (i < COUNT_KEYS)
            buf_add(&path, sv_part(list, 0, end));
        buf_add_text(&path, count_keys[i % COUNT_KEYS]);
        if (look(document, buf_sv(&path), &text) && !money_parse(&count, text, &ignored) &&
            money_compare(count, money_of(0)) > 0 &&
            money_compare(count, money_of(INT64_MAX)) < 0) {
            uint64_t n = (uint64_t)(count.units / money_of(1).units);

            if (n > r->declared_count)
                r->declared_count = n;
        }
    }
    buf_release(&path);
}

static bool
look_in_document(const void *document, struct sv path, struct sv *out)
{
    struct buf scratch;
    bool found;

    /* Scalars, which alone are numbers, need no scratch. */
    buf_init(&scratch, 0);
    found = record_json_text(document, path, &scratch, out);
    buf_release(&scratch);
    return found;
}

int
import_pages_note(struct reader *r, const struct record *record, struct err *e)
{
    struct reader_pages *p = &r->pages;

    if (record->envelope && r->input->records == 0)
        note_count(r, look_in_envelope, record->envelope);
    /* Without a list in it a document is an element, and no page; what comes once is not looked at
     * again. */
    if (r->found->list[0] == '\0' || source_size(r->source) == SOURCE_ENDLESS)
        return 0;
    p->has_damage |= record->trouble != RECORD_FINE;
    p->last_line = record->line;
    if (p->n > 0 && p->at[p->n - 1].document == record->document)
        return 0;
    if (vec_grow(p, 1, SIZE_MAX, e))
        return -1;
    p->at[p->n++] = (struct reader_page){ .document = record->document, .line = record->line,
        .first = r->ledger->lines.n };
    return 0;
}

static struct reader_page *
find_page(const struct reader_pages *p, uint64_t document)
{
    size_t low = 0, high = p->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (p->at[middle].document < document)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->n && p->at[low].document == document ? &p->at[low] : NULL;
}

/* The document as one element: its count may stand behind the list; whether it was there before. */
static int
visit_document(void *context, const struct record *record, struct err *e)
{
    struct reader *r = context;
    struct reader_page *page = find_page(&r->pages, record->document);
    struct map_entry *entry;
    struct sv raw;
    bool is_new;

    if (record->trouble != RECORD_FINE) {
        r->pages.has_damage = true;
        return 0;
    }
    note_count(r, look_in_document, record->object);
    if (!page)
        return 0;
    raw = arena_sv(&r->arena, record->raw);
    entry = raw.p ? map_put(&r->pages.texts, raw, &is_new) : NULL;
    if (!entry)
        return err_nomem(e);
    if (is_new)
        entry->value.number = page->line;
    else
        page->same_as = entry->value.number;
    return 0;
}

/* The lines of a page that is there for the second time do not count. */
static void
drop_repeated(struct reader *r)
{
    const struct reader_pages *p = &r->pages;

    for (size_t i = 0; i < p->n; i++) {
        const struct reader_page *page = &p->at[i], *next = i + 1 < p->n ? page + 1 : NULL;
        size_t end = next ? next->first : r->ledger->lines.n;

        if (page->same_as == 0)
            continue;
        for (size_t k = page->first; k < end; k++)
            r->ledger->lines.at[k].fate = FATE_ALREADY_SEEN;
        r->pages.repeated += (next ? next->line : p->last_line + 1) - page->line;
        input_warn(r->input, "duplicate-page", page->line,
            "the page that begins here is the one that begins with element %ju once more; it is "
            "counted once", (uintmax_t)page->same_as);
    }
}

int
import_pages_settle(struct reader *r, struct err *e)
{
    struct err trial = ERR_INIT;
    uint64_t there;

    if (r->found->list[0] != '\0' && source_size(r->source) <= RECORD_MAX) {
        text_rewind(r->text);
        if (record_json_read(r->text, "", visit_document, r, &trial) &&
            trial.code != ERR_SYNTAX) {
            *e = trial;
            return -1;
        }
        if (!r->pages.has_damage)
            drop_repeated(r);
    }
    there = r->input->records - r->pages.repeated;
    if (r->declared_count > there)
        input_warn(r->input, "pages-missing", 0,
            "the document says that there are %ju records, but holds %ju; download the other "
            "pages too", (uintmax_t)r->declared_count, (uintmax_t)there);
    return 0;
}

void
import_pages_release(struct reader *r)
{
    map_release(&r->pages.texts);
    vec_release(&r->pages);
}
