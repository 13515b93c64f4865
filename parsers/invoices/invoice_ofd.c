/*
 * invoice_ofd.c - electronic invoices as OFD documents.
 *
 * Up to four places tell the same: the original data (older invoices), the document's CustomDatas,
 * tags that point to texts of the page, and the page itself. They are taken in this order.
 */
#include "base/file.h"
#include "base/lang.h"
#include "base/vec.h"
#include "parsers/invoice_ofd.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tree.h"

#define TAGS_BYTES_MAX ((size_t)16 << 20)
#define PAGES_MAX 200

static const struct container_limits limits = {
    .members = 5000, .levels = 1, .ratio = 200, .bytes = (uint64_t)256 << 20,
};

struct ofd {
    struct container *c;
    struct tree entry, document;  /* OFD.xml and what it leads to */
    struct sv document_path;
    struct ofd_page_texts texts;
    struct draft original, data, tags, page;
    struct input *in;
    struct err failure; /* of finding parts */
};

/* The part that ${path} names in ${base}, or (size_t)-1. */
static size_t
find(struct ofd *o, struct sv base, struct sv path)
{
    return ofd_find(o->c, base, path, &o->failure);
}

/* Open member ${i}; NULL with ${e}. */
static struct source *
open_member(struct ofd *o, size_t i, struct err *e)
{
    struct source *s = NULL;

    return container_open(&s, o->c, i, e) ? NULL : s;
}

static int
read_tree(struct ofd *o, size_t i, struct tree *t, struct err *e)
{
    struct source *s = open_member(o, i, e);
    int result;

    *t = (struct tree){ .arena = ARENA_INIT };
    result = s ? tree_read(t, s, e) : -1;

    source_free(s);
    return result;
}

/* Damage to one part leaves the others; what the program itself lacks ends all. */
static int
pass_damage(struct ofd *o, const struct err *failure, const char *part, struct err *e)
{
    if (failure->code == ERR_NOMEM || failure->code == ERR_IO) {
        *e = *failure;
        return -1;
    }
    input_warn_whole(o->in, "ofd-part-damaged", 0, "%s of the OFD document cannot be read", part);
    return 0;
}

/* What OFD.xml says of ${name}; twice and not the same is trouble, called ${trouble}, and none. */
static struct sv
custom_data(struct ofd *o, const char *name, const char *trouble)
{
    const struct tree_node *n = tree_child(tree_find(o->entry.root, "CustomDatas"), "CustomData");
    struct sv found = SV_EMPTY;

    for (; n; n = tree_again(n)) {
        const char *own = xml_attribute(n->attributes, "Name");
        struct sv text = sv_of(n->text);

        if (!own || strcmp(own, name) != 0 || text.n == 0 || sv_is(text, found))
            continue;
        if (found.n > 0) {
            draft_trouble(&o->data, trouble, found);
            draft_trouble(&o->data, trouble, text);
            return SV_EMPTY;
        }
        found = text;
    }
    return found;
}

/* The fields that OFD.xml itself lists. */
static void
read_custom_data(struct ofd *o)
{
    struct draft *d = &o->data;
    struct invoice *one = &d->one;
    size_t trouble;

    draft_number(d, custom_data(o, "发票号码", "number"));
    draft_code(d, custom_data(o, "发票代码", "code"));
    draft_date(d, custom_data(o, "开票日期", "date"));
    draft_amount(d, &one->net, &one->has_net, "amount", custom_data(o, "合计金额", "amount"));
    draft_tax(d, &one->tax, &one->has_tax, "tax", custom_data(o, "合计税额", "tax"));
    trouble = d->trouble.n;
    draft_amount(d, &one->total, &one->has_total, "total", custom_data(o, "价税合计", "total"));
    one->is_total_unreadable = d->trouble.n > trouble;
    draft_tax_id(d, &one->buyer_tax_id, custom_data(o, "购买方纳税人识别号", "buyer_tax_id"));
    draft_tax_id(d, &one->seller_tax_id, custom_data(o, "销售方纳税人识别号", "seller_tax_id"));
    draft_text(d, &one->buyer, custom_data(o, "购买方名称", "buyer"));
    draft_text(d, &one->seller, custom_data(o, "销售方名称", "seller"));
}

static int
read_page(struct ofd *o, struct sv location, int page, bool is_template, struct err *e)
{
    size_t i = find(o, o->document_path, location);
    struct err failure = ERR_INIT;
    struct source *s;
    int result = 0;

    if (i == (size_t)-1)
        return 0;
    s = open_member(o, i, &failure);
    if (!s || ofd_read_page(&o->texts, s, page, is_template, &failure))
        result = pass_damage(o, &failure, container_member(o->c, i)->name, e);
    source_free(s);
    return result;
}

/* The template that page ${page} is drawn on has the labels; it is one of few, and all pages of an
 * invoice have the same. */
static int
read_pages(struct ofd *o, struct err *e)
{
    const struct tree_node *root = o->document.root, *n;
    int page = 0;

    n = tree_at(root, "Pages/Page");
    for (; n && page < PAGES_MAX; n = tree_again(n), page++) {
        const struct tree_node *t = tree_at(root, "CommonData/TemplatePage");

        if (read_page(o, sv_of(xml_attribute(n->attributes, "BaseLoc")), page, false, e) ||
            (t && read_page(o, sv_of(xml_attribute(t->attributes, "BaseLoc")), page, true, e)))
            return -1;
    }
    ofd_texts_sort(&o->texts);
    return 0;
}

/* Read all bytes of ${s} behind ${out}. */
static int
read_bytes(struct buf *out, struct source *s, struct err *e)
{
    char block[4096];
    uint64_t at = 0;
    size_t got;

    do {
        if (source_read(s, block, sizeof(block), at, &got, e))
            return -1;
        buf_add(out, (struct sv){ block, got });
        at += got;
    } while (got > 0);
    return buf_ok(out, e);
}

/* CustomTags.xml names the files of tags. */
static int
read_tags(struct ofd *o, struct err *e)
{
    size_t list = find(o, o->document_path, tree_text(o->document.root, "CustomTags"));
    const struct tree_node *n;
    struct err failure = ERR_INIT;
    struct sv list_path;
    struct tree t;
    int result = 0;

    if (list == (size_t)-1)
        return 0;
    list_path = sv_of(container_member(o->c, list)->name);
    if (read_tree(o, list, &t, &failure)) {
        tree_release(&t);
        return pass_damage(o, &failure, list_path.p, e);
    }
    for (n = tree_child(t.root, "CustomTag"); n && result == 0; n = tree_again(n)) {
        size_t i = find(o, list_path, tree_text(n, "FileLoc"));
        struct source *s = i != (size_t)-1 ? open_member(o, i, &failure) : NULL;
        struct buf bytes;

        buf_init(&bytes, TAGS_BYTES_MAX);
        if (s && read_bytes(&bytes, s, &failure) == 0)
            ofd_read_tags(&o->tags, buf_sv(&bytes), &o->texts);
        else if (i != (size_t)-1)
            result = pass_damage(o, &failure, container_member(o->c, i)->name, e);
        buf_release(&bytes);
        source_free(s);
    }
    tree_release(&t);
    return result;
}

/* The member that is the original data: attachments are named from their list or the document. */
static size_t
find_original(struct ofd *o, struct err *e)
{
    size_t list = find(o, o->document_path, tree_text(o->document.root, "Attachments"));
    size_t found = (size_t)-1;
    const struct tree_node *n;
    struct err failure = ERR_INIT;
    struct sv path;
    struct tree t = { .root = NULL };

    if (list != (size_t)-1 && read_tree(o, list, &t, &failure) &&
        pass_damage(o, &failure, container_member(o->c, list)->name, e)) {
        tree_release(&t);
        return found;
    }
    n = tree_child(t.root, "Attachment");
    for (; n && found == (size_t)-1; n = tree_again(n)) {
        const char *name = xml_attribute(n->attributes, "Name");

        path = tree_text(n, "FileLoc");
        if (!sv_ends(path, SV("original_invoice.xml")) &&
            !(name && strcmp(name, "original_invoice") == 0))
            continue;
        found = find(o, sv_of(container_member(o->c, list)->name), path);
        if (found == (size_t)-1)
            found = find(o, o->document_path, path);
    }
    tree_release(&t);
    return found;
}

static int
read_original(struct ofd *o, struct err *e)
{
    struct err failure = ERR_INIT;
    size_t i = find_original(o, &failure);
    struct source *s;
    int result = 0;

    if (failure.code != ERR_NONE) {
        *e = failure;
        return -1;
    }
    if (i == (size_t)-1)
        return 0;
    s = open_member(o, i, &failure);
    if (!s || ofd_read_original(&o->original, s, &failure))
        result = pass_damage(o, &failure, container_member(o->c, i)->name, e);
    source_free(s);
    return result;
}

/* A file may hold several documents; the first is read. */
static void
warn_of_documents(const struct ofd *o)
{
    const struct tree_node *body = tree_at(o->entry.root, "DocBody");
    uint64_t n = 0;

    while ((body = tree_again(body)))
        n++;
    if (n > 0)
        input_warn(o->in, "documents-not-read", 0, "the OFD file holds %ju documents behind the "
            "first, which are not read; save each as a file of its own", (uintmax_t)n);
}

/* 1: it is an invoice; 0: another document; -1: ${e}. */
static int
read_parts(struct ofd *o, struct err *e)
{
    size_t entry = find(o, SV_EMPTY, SV("OFD.xml")), document;
    struct invoice *one = &o->original.one;
    bool is_invoice;

    if (entry == (size_t)-1)
        return o->failure.code == ERR_NOMEM ? err_nomem(e)
            : err_set(e, ERR_SYNTAX, "the OFD document lacks its OFD.xml");
    if (read_tree(o, entry, &o->entry, e))
        return -1;
    warn_of_documents(o);
    document = find(o, SV_EMPTY, tree_text(o->entry.root, "DocBody/DocRoot"));
    if (document == (size_t)-1)
        return o->failure.code == ERR_NOMEM ? err_nomem(e)
            : err_set(e, ERR_SYNTAX, "the OFD document lacks its DocRoot");
    o->document_path = sv_of(container_member(o->c, document)->name);
    if (read_tree(o, document, &o->document, e))
        return -1;
    read_custom_data(o);
    if (read_pages(o, e) || read_original(o, e) || read_tags(o, e))
        return -1;
    if (o->failure.code != ERR_NONE) {
        *e = o->failure;
        return -1;
    }
    is_invoice = layout_read(&o->texts.words, &o->page);
    is_invoice |= o->original.one.number[0] != '\0' || o->data.one.number[0] != '\0' ||
        o->tags.one.number[0] != '\0';
    return is_invoice &&
            (invoice_complete(one, &o->data.one, o->in->path, &o->original.arena, e) ||
                invoice_complete(one, &o->tags.one, o->in->path, &o->original.arena, e) ||
                invoice_complete(one, &o->page.one, o->in->path, &o->original.arena, e))
        ? -1
        : is_invoice;
}

/* What could not be read in any of the parts. */
static void
add_troubles(struct ofd *o)
{
    const struct draft *others[] = { &o->data, &o->tags, &o->page };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        draft_add_trouble(&o->original, others[i]);
}

static int
keep(struct ofd *o, struct invoices *out, struct err *e)
{
    const struct draft *all[] = { &o->data, &o->tags, &o->page };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (all[i]->err.code != ERR_NONE) {
            *e = all[i]->err;
            return -1;
        }
    add_troubles(o);
    return draft_keep(&o->original, o->in, out, e);
}

static void
release(struct ofd *o)
{
    ofd_texts_release(&o->texts);
    draft_release(&o->original);
    draft_release(&o->data);
    draft_release(&o->tags);
    draft_release(&o->page);
    tree_release(&o->entry);
    tree_release(&o->document);
    container_free(o->c);
}

static int
read_ofd(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    struct ofd o = { .in = in };
    struct err why = ERR_INIT;
    int result;

    draft_init(&o.original, INVOICE_FROM_OFD, true);
    draft_init(&o.data, INVOICE_FROM_OFD, true);
    draft_init(&o.tags, INVOICE_FROM_OFD, true);
    draft_init(&o.page, INVOICE_FROM_OFD, true);
    if (container_new(&o.c, s, in->path, NULL, &limits, &why))
        result = draft_keep_unreadable(INVOICE_FROM_OFD, true, &why, in, out, e);
    else if ((result = read_parts(&o, &why)) < 0)
        result = draft_keep_unreadable(INVOICE_FROM_OFD, true, &why, in, out, e);
    else if (result == 0)
        result = err_set(e, ERR_SYNTAX, "an OFD document, but no invoice");
    else
        result = keep(&o, out, e);
    release(&o);
    return result;
}

/* Archives come here only where contents.c saw that they are OFD documents, or were. */
static int
recognise(struct sv head, struct source *s)
{
    struct container *c;
    struct err ignored = ERR_INIT;
    bool is_ofd = false;

    if (sniff(head) != CONTENT_ZIP)
        return 0;
    if (container_new(&c, s, "", NULL, &limits, &ignored))
        return ofd_was(head) ? 100 : 0;
    is_ofd = ofd_is(c);
    container_free(c);
    return is_ofd ? 100 : 0;
}

const struct invoice_reader invoice_ofd = {
    .name = "ofd",
    .title = N_("electronic invoice (OFD)"),
    .recognise = recognise,
    .read = read_ofd,
};
