/*
 * checks.c - the list of invoices and the checks that look at one invoice and the config.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/checks.h"
#include "recon/days.h"
#include "recon/fold.h"

#define INVOICES_MAX ((size_t)1 << 24)

static const struct {
    const char *word;
    bool is_warning;
} checks[CHECK_COUNT] = {
    [CHECK_UNREADABLE] = { "unreadable", false },
    [CHECK_ARITHMETIC] = { "arithmetic", false },
    [CHECK_WORDS] = { "words", false },
    [CHECK_BUYER_NAME] = { "buyer-name", false },
    [CHECK_BUYER_TAX_ID] = { "buyer-tax-id", false },
    [CHECK_DUPLICATE] = { "duplicate", false },
    [CHECK_RED_LETTER] = { "red-letter", false },
    [CHECK_VOID] = { "void", false },
    [CHECK_TAX_ID_CHECKSUM] = { "tax-id-checksum", true },
    [CHECK_SELLER] = { "seller", true },
    [CHECK_ITEM] = { "item", true },
    [CHECK_PERIOD] = { "period", true },
};

static const char *const built_in_items[] = { "信息技术服务", "信息系统服务", "信息系统增值服务",
    "研发和技术服务", "经营租赁", "软件", "电信服务", "现代服务", NULL };

void
check_fail(struct recon_invoice *v, enum check check, const char *format, ...)
{
    struct check_result *c = &v->checks.at[check];
    va_list ap;

    if (!c->is_ok)
        return;
    c->is_ok = false;
    va_start(ap, format);
    message_set_wholev(&c->message, format, ap);
    va_end(ap);
}

void
check_remark(struct recon_invoice *v, enum check check, const char *format, ...)
{
    struct check_result *c = &v->checks.at[check];
    va_list ap;

    if (!c->is_ok)
        return;
    va_start(ap, format);
    message_set_wholev(&c->message, format, ap);
    va_end(ap);
}

bool
check_is_ok(const struct recon_invoice *v, enum check check)
{
    return v->checks.at[check].is_ok;
}

bool
checks_are_valid(const struct recon_invoice *v)
{
    for (size_t i = 0; i < CHECK_COUNT; i++)
        if (!v->checks.at[i].is_ok && !v->checks.at[i].is_warning)
            return false;
    return true;
}

/* Credit notes state what they take back as a positive amount. */
static void
set_rest(struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;
    struct err ignored = ERR_INIT;

    v->has_rest = invoice_total(one, &v->rest);
    v->net_rest = one->net;
    if (!one->has_net) {
        v->net_rest = v->rest;
        if (one->has_tax)
            (void)money_sub(&v->net_rest, one->tax, &ignored);
    }
    if (one->kind == INVOICE_CREDIT_NOTE && v->rest.units > 0) {
        v->rest = money_negate(v->rest);
        v->net_rest = money_negate(v->net_rest);
    }
    v->is_blue = !v->has_rest || v->rest.units >= 0;
}

static int
add_invoice(struct recon *r, const struct invoice *one, struct err *e)
{
    struct recon_invoice *v = &r->invoices.at[r->invoices.n];

    *v = (struct recon_invoice){ .invoice = one, .detail = "", .solutions = 1, .platform = "",
        .status = UNMATCHED, .red_of = "", .day = days_of_invoice(one, r->period.zone_minutes) };
    v->pool = arena_array(&r->arena, r->platforms.n + 1, sizeof(*v->pool));
    if (!v->pool)
        return err_nomem(e);
    r->invoices.n++;
    if (vec_grow(&v->checks, CHECK_COUNT, CHECK_COUNT, e))
        return -1;
    for (size_t i = 0; i < CHECK_COUNT; i++)
        v->checks.at[v->checks.n++] = (struct check_result){ .check = checks[i].word,
            .is_ok = true, .is_warning = checks[i].is_warning };
    set_rest(v);
    return 0;
}

static int
compare(const void *x, const void *y)
{
    const struct recon_invoice *a = x, *b = y;
    int order = (a->day > b->day) - (a->day < b->day);

    if (order == 0)
        order = strcmp(a->invoice->number, b->invoice->number);
    if (order == 0)
        order = strcmp(a->invoice->code, b->invoice->code);
    if (order == 0)
        order = strcmp(a->invoice->seller, b->invoice->seller);
    if (order == 0)
        order = money_compare(a->rest, b->rest);
    if (order == 0)
        order = invoice_compare(a->invoice, b->invoice);
    if (order == 0 && a->invoice->files.n > 0 && b->invoice->files.n > 0)
        order = strcmp(a->invoice->files.at[0], b->invoice->files.at[0]);
    if (order == 0)
        order = (a->invoice->line > b->invoice->line) - (a->invoice->line < b->invoice->line);
    return order;
}

int
checks_list(struct recon *r, const struct invoices *invoices, struct err *e)
{
    if (vec_grow(&r->invoices, invoices->list.n, INVOICES_MAX, e))
        return -1;
    for (size_t i = 0; i < invoices->list.n; i++)
        if (add_invoice(r, &invoices->list.at[i], e))
            return -1;
    if (r->invoices.n > 1)
        qsort(r->invoices.at, r->invoices.n, sizeof(*r->invoices.at), compare);
    for (size_t i = 0; i < r->invoices.n; i++)
        (void)snprintf(r->invoices.at[i].id, sizeof(r->invoices.at[i].id), "I%03zu", i + 1);
    return 0;
}

/* The file without its folder, which a message has no room for. */
static const char *
file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool
is_contradicted(const struct invoice *one, const char *field)
{
    for (size_t i = 0; i < one->differences.n; i++)
        if (one->differences.at[i].is_contradiction &&
            strcmp(one->differences.at[i].field, field) == 0)
            return true;
    return false;
}

static void
check_contradictions(struct recon_invoice *v)
{
    for (size_t i = 0; i < v->invoice->differences.n; i++) {
        const struct invoice_difference *d = &v->invoice->differences.at[i];
        char kept[MESSAGE_QUOTE_MAX + 4], other[MESSAGE_QUOTE_MAX + 4];

        if (!d->is_contradiction)
            continue;
        (void)sv_escape(kept, sizeof(kept), MESSAGE_QUOTE_MAX, sv_of(d->kept));
        (void)sv_escape(other, sizeof(other), MESSAGE_QUOTE_MAX, sv_of(d->other));
        if (strcmp(d->kept_file, d->other_file) == 0)
            check_fail(v, CHECK_UNREADABLE, N_("'%s' is '%s' in %s, and there also '%s'"),
                d->field, kept, file_name(d->kept_file), other);
        else
            check_fail(v, CHECK_UNREADABLE, N_("'%s' is '%s' in %s, but '%s' in %s"), d->field,
                kept, file_name(d->kept_file), other, file_name(d->other_file));
    }
}

/* What is not there, where something in the file could not be read. */
static void
check_unread_fields(struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;
    char trouble[INVOICE_TROUBLE_MAX];

    (void)invoice_trouble_words(trouble, one);
    if (!one->number[0])
        check_fail(v, CHECK_UNREADABLE, N_("the number cannot be read: %s"), trouble);
    else if (v->day == DAY_NONE)
        check_fail(v, CHECK_UNREADABLE, N_("the date cannot be read: %s"), trouble);
    else if (!one->seller[0])
        check_fail(v, CHECK_UNREADABLE, N_("the seller cannot be read: %s"), trouble);
    else if (!one->buyer[0])
        check_fail(v, CHECK_UNREADABLE, N_("the buyer cannot be read: %s"), trouble);
    else if (!v->has_rest)
        check_fail(v, CHECK_UNREADABLE, N_("the total cannot be read: %s"), trouble);
}

static void
check_missing_fields(struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;

    if (!one->number[0])
        check_fail(v, CHECK_UNREADABLE, N_("the number is missing"));
    else if (v->day == DAY_NONE)
        check_fail(v, CHECK_UNREADABLE, N_("the date is missing"));
    else if (!one->seller[0])
        check_fail(v, CHECK_UNREADABLE, N_("the seller is missing"));
    else if (!one->buyer[0])
        check_fail(v, CHECK_UNREADABLE, N_("the buyer is missing"));
    else if (!v->has_rest)
        check_fail(v, CHECK_UNREADABLE, N_("the total is missing"));
}

static void
check_readable(struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;
    char trouble[INVOICE_TROUBLE_MAX];

    check_contradictions(v);
    if (one->lost_number[0] && !one->number[0])
        check_fail(v, CHECK_UNREADABLE,
            N_("a spreadsheet took the number for an amount and left '%s', its last digits lost: "
                "export the list with that column as text"), one->lost_number);
    else if (one->trouble[0] && !one->number[0] && v->day == DAY_NONE && !one->seller[0] &&
        !one->buyer[0] && !v->has_rest)
        check_fail(v, CHECK_UNREADABLE, N_("nothing of %s can be read: %s"),
            one->files.n > 0 ? file_name(one->files.at[0]) : "it",
            invoice_trouble_words(trouble, one));
    else if (one->trouble[0])
        check_unread_fields(v);
    else
        check_missing_fields(v);
}

/* The buyer as the config has it, folded. */
struct buyer {
    const char **names;
    const char *tax_id;
};

static int
check_buyer(struct recon *r, struct recon_invoice *v, const struct buyer *buyer, struct err *e)
{
    const struct invoice *one = v->invoice;
    const char *name = fold_name(&r->arena, one->buyer);
    const char *tax_id = fold_id(&r->arena, one->buyer_tax_id);
    const char *seller_tax_id = fold_id(&r->arena, one->seller_tax_id);

    if (!name || !tax_id || !seller_tax_id)
        return err_nomem(e);
    if (name[0] && buyer->names[0] &&
        !fold_is_one_of(name, (const char *const *)buyer->names))
        check_fail(v, CHECK_BUYER_NAME, N_("it is made out to '%s'"), one->buyer);
    if (buyer->tax_id[0] && strcmp(tax_id, buyer->tax_id) != 0) {
        if (tax_id[0])
            check_fail(v, CHECK_BUYER_TAX_ID, N_("the buyer's tax id is '%s'"),
                one->buyer_tax_id);
        else if (one->is_chinese && !is_contradicted(one, "buyer_tax_id"))
            check_fail(v, CHECK_BUYER_TAX_ID, N_("the buyer's tax id is missing"));
    }
    if (one->is_chinese && tax_id_check(tax_id) != TAX_ID_FINE)
        check_fail(v, CHECK_TAX_ID_CHECKSUM, N_("the check digit of the buyer's '%s' is wrong"),
            one->buyer_tax_id);
    if (one->is_chinese && tax_id_check(seller_tax_id) != TAX_ID_FINE)
        check_fail(v, CHECK_TAX_ID_CHECKSUM, N_("the check digit of the seller's '%s' is wrong"),
            one->seller_tax_id);
    return 0;
}

/* Find the platforms of the seller, and judge whether anything was given of them. */
static int
check_seller(struct recon *r, struct recon_invoice *v, struct err *e)
{
    const char *seller = fold_name(&r->arena, v->invoice->seller);
    size_t known = 0, lines = 0, entries = 0;

    if (!seller)
        return err_nomem(e);
    if (!seller[0])
        return 0;
    for (size_t i = 0; i < r->platforms.n; i++) {
        const struct recon_platform *p = &r->platforms.at[i];

        if (!fold_is_one_of(seller, (const char *const *)p->sellers))
            continue;
        v->platform = known++ == 0 ? p->id : "";
        v->pool[i] = p->has_lines;
        lines += p->has_lines;
        entries += p->has_entry;
    }
    if (known == 0)
        check_fail(v, CHECK_SELLER, N_("'%s' sells for no platform of this review"),
            v->invoice->seller);
    else if (lines == 0 && entries == 0)
        check_fail(v, CHECK_SELLER, N_("no bill of it was given"));
    else if (lines == 0)
        check_remark(v, CHECK_SELLER, N_("no bill of it was given"));
    return 0;
}

static int
check_items(struct recon *r, struct recon_invoice *v, const char *const *items, struct err *e)
{
    for (size_t i = 0; i < v->invoice->lines.n; i++) {
        const char *item = fold_name(&r->arena, v->invoice->lines.at[i].item);
        const char *from = item ? strchr(item, '*') : NULL;
        const char *to = from ? strchr(from + 1, '*') : NULL;
        const char *kind;

        if (!item)
            return err_nomem(e);
        if (!to)
            continue;
        kind = arena_text(&r->arena, (struct sv){ from + 1, (size_t)(to - from - 1) });
        if (!kind)
            return err_nomem(e);
        if (!fold_is_one_of(kind, items))
            check_fail(v, CHECK_ITEM, N_("'%s' is no item that is expected"),
                v->invoice->lines.at[i].item);
    }
    return 0;
}

static void
check_status(struct recon_invoice *v)
{
    if (v->invoice->status == INVOICE_VOID)
        check_fail(v, CHECK_VOID, N_("it is void"));
    else if (v->invoice->status == INVOICE_RISKY)
        check_fail(v, CHECK_VOID, N_("the tax platform calls it a risk"));
}

int
checks_run(struct recon *r, const struct config *config, struct err *e)
{
    bool has_items = config && config->invoice_items && config->invoice_items[0];
    const char **items = fold_names(&r->arena,
        has_items ? (const char *const *)config->invoice_items : built_in_items);
    struct buyer buyer = {
        fold_names(&r->arena, config ? (const char *const *)config->buyer_names : NULL),
        fold_id(&r->arena, config ? config->buyer_tax_id : ""),
    };

    if (!items || !buyer.names || !buyer.tax_id)
        return err_nomem(e);
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];

        check_readable(v);
        check_amounts(v);
        check_status(v);
        if (check_buyer(r, v, &buyer, e) || check_seller(r, v, e) ||
            check_items(r, v, (const char *const *)items, e))
            return -1;
    }
    return check_numbers(r, e);
}

void
checks_period(struct recon *r, const struct config *config)
{
    int64_t deadline = config ? config->deadline_days : CONFIG_DEADLINE_DAYS;

    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];
        int64_t first = DAY_NONE, last = DAY_NONE;

        for (size_t k = 0; k < v->covers.n; k++) {
            const struct claim *c = &r->claims.at[v->covers.at[k].claim];
            int64_t from = days_of(c->from, r->period.zone_minutes);
            int64_t to = days_of(c->to, r->period.zone_minutes);

            if (from != DAY_NONE && (first == DAY_NONE || from < first))
                first = from;
            if (to != DAY_NONE && (last == DAY_NONE || to > last))
                last = to;
        }
        if (v->day == DAY_NONE)
            continue;
        if (first != DAY_NONE && v->day < first)
            check_fail(v, CHECK_PERIOD, N_("it was issued before what it covers began"));
        if (last != DAY_NONE && v->day - last > deadline)
            check_fail(v, CHECK_PERIOD,
                N_("it was issued %lld days after the last of what it covers"),
                (long long)(v->day - last));
    }
}
