/*
 * reimbursement_summary.c - the first page of reimbursement.html: the claim, what it rests on, what
 * is not in it, and where to sign.
 *
 * What is claimed is what valid invoices cover; currencies stand one below the other and are never
 * added.
 */
#include <string.h>

#include "base/vec.h"
#include "recon/capitals.h"
#include "recon/differences.h"
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 16)

/* Most lines of what is not in the claim. */
#define LEFT_MAX 16

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct summary {
    struct buf *out;
    const struct results *r;
    const struct map *attachments;
    struct buf text; /* scratch */
};

static void
add_words(const struct summary *s, const char *text)
{
    html_text(s->out, lang_text(s->r->lang, text));
}

/* Append what the scratch holds, and empty it. */
static void
add_made(struct summary *s)
{
    if (s->text.n > 0)
        html_text(s->out, s->text.p);
    buf_reset(&s->text);
}

/* A title and, from the scratch, what stands behind it; where that is nothing, room to write it, by
 * keyboard or by hand. */
static void
add_field(struct summary *s, const char *title)
{
    buf_add_text(s->out, "<th scope=\"row\">");
    add_words(s, title);
    buf_add_text(s->out, "</th><td>");
    if (s->text.n == 0) {
        buf_add_text(s->out, "<span class=\"blank\" contenteditable=\"plaintext-only\" "
            "role=\"textbox\" aria-label=\"");
        add_words(s, title);
        buf_add_text(s->out, "\"></span>");
    }
    add_made(s);
    buf_add_text(s->out, "</td>");
}

/* "90 documents: 35 invoices, 5 of payments, 50 bills". */
static void
say_documents(struct summary *s)
{
    static const struct {
        enum input_kind kind;
        const char *one, *many;
    } kinds[] = {
        { INPUT_INVOICE, N_("%s file of invoices"), N_("%s files of invoices") },
        { INPUT_PAYMENT, N_("%s of payments"), N_("%s of payments") },
        { INPUT_BILL, N_("%s bill"), N_("%s bills") },
    };
    uint64_t n = 0, of[COUNT(kinds)] = { 0 };
    const char *between = s->r->lang == LANG_ZH ? "：" : ": ";
    const struct input *in;
    size_t at = 0;

    while ((in = reimbursement_next_file(s->r, s->attachments, &at, n + 1))) {
        n++;
        for (size_t k = 0; k < COUNT(kinds); k++)
            of[k] += in->kind == kinds[k].kind;
    }
    say_plural(&s->text, s->r, n, N_("%s document"), N_("%s documents"));
    for (size_t k = 0; k < COUNT(kinds); k++)
        if (of[k] > 0) {
            buf_add_text(&s->text, between);
            say_plural(&s->text, s->r, of[k], kinds[k].one, kinds[k].many);
            between = s->r->lang == LANG_ZH ? "，" : ", ";
        }
}

/* What is claimed, in large digits, and in capitals where it is in yuan. */
static void
add_claimed(struct summary *s)
{
    const struct recon *recon = s->r->recon;
    size_t n = 0;

    buf_add_text(s->out, "<tr class=\"claimed\"><th scope=\"row\">");
    add_words(s, N_("Claimed here"));
    buf_add_text(s->out, "</th><td colspan=\"3\">");
    for (size_t i = 0; i < recon->totals.n; i++) {
        const struct recon_total *t = &recon->totals.at[i];

        if (money_is_zero(t->covered))
            continue;
        buf_add_text(s->out, "<p><b>");
        reimbursement_money(s->out, s->r, t->covered, t->currency);
        buf_add_text(s->out, "</b>");
        if (strcmp(t->currency, "CNY") == 0) {
            buf_add_text(s->out, "<span class=\"capitals\">");
            reimbursement_label(s->out, s->r, N_("In capitals"));
            reimbursement_capitals(s->out, t->covered);
            buf_add_text(s->out, "</span>");
        }
        buf_add_text(s->out, "</p>");
        n++;
    }
    if (n == 0)
        add_words(s, N_("Nothing: no charge is covered by a valid invoice."));
    buf_add_text(s->out, "</td></tr>\n");
}

/* Who, when, for what, on which documents. What the config cannot say is filled in by hand. */
static int
add_form(struct summary *s, struct err *e)
{
    const struct config *config = s->r->config;
    const char *const *names = config ? (const char *const *)config->buyer_names : NULL;

    buf_add_text(s->out, "<table class=\"form\"><tbody>\n<tr>");
    buf_add_text(&s->text, names && names[0] ? names[0] : "");
    add_field(s, N_("Buyer"));
    buf_add_text(&s->text, config ? config->buyer_tax_id : "");
    add_field(s, N_("Buyer's tax id"));
    buf_add_text(s->out, "</tr>\n<tr>");
    if (reimbursement_project_names(&s->text, s->r, e))
        return -1;
    add_field(s, N_("Project"));
    add_field(s, N_("Fund number"));
    buf_add_text(s->out, "</tr>\n<tr>");
    say_period(&s->text, s->r);
    add_field(s, N_("Period"));
    say_documents(s);
    add_field(s, N_("Documents attached"));
    buf_add_text(s->out, "</tr>\n");
    add_claimed(s);
    buf_add_text(s->out, "</tbody></table>\n");
    return 0;
}

/* Invoices of one currency: those that count, that do not, and that belong to another claim. */
struct invoice_counts {
    size_t valid, invalid, elsewhere;
};

static struct invoice_counts
count_invoices(const struct recon *recon, const char *currency)
{
    struct invoice_counts n = { 0 };

    for (size_t i = 0; i < recon->invoices.n; i++) {
        const struct recon_invoice *v = &recon->invoices.at[i];

        if (strcmp(v->invoice->currency, currency) != 0)
            continue;
        if (invoice_counts(v))
            n.valid++;
        else if (v->status == MATCH_OTHER_PERIOD)
            n.elsewhere++;
        else
            n.invalid++;
    }
    return n;
}

static void
add_count(struct summary *s, size_t n)
{
    char figure[SAY_FIGURE_MAX];

    buf_addf(s->out, "<td class=\"n\">%s</td>", say_count(figure, n));
}

/* Of each currency: charges, invoices, what is covered. */
static void
add_sums(struct summary *s)
{
    static const struct reimbursement_column columns[] = { { N_("Charges to be invoiced"), "n" },
        { N_("Valid invoices"), "n" }, { N_("Their total"), "n" },
        { N_("Invoices that do not count"), "n" }, { N_("Claimed here"), "n" },
        { N_("Not covered"), "n" } };
    const struct recon *recon = s->r->recon;

    reimbursement_table(s->out, s->r, columns, COUNT(columns));
    for (size_t i = 0; i < recon->totals.n; i++) {
        const struct recon_total *t = &recon->totals.at[i];
        struct invoice_counts n = count_invoices(recon, t->currency);

        buf_add_text(s->out, "<tr>");
        reimbursement_money_cell(s->out, s->r, true, t->claimable, t->currency);
        add_count(s, n.valid);
        reimbursement_money_cell(s->out, s->r, true, t->invoiced, t->currency);
        add_count(s, n.invalid);
        reimbursement_money_cell(s->out, s->r, true, t->covered, t->currency);
        reimbursement_money_cell(s->out, s->r, true, t->uncovered, t->currency);
        buf_add_text(s->out, "</tr>\n");
    }
    buf_add_text(s->out, "</tbody></table>\n");
    for (size_t i = 0; i < recon->totals.n; i++)
        reimbursement_unit(s->out, s->r, recon->totals.at[i].currency);
}

/* Charges of one platform and currency that are not covered for one reason. */
struct left {
    const char *platform, *currency, *why;
    struct money amount;
    size_t n;
};

struct lefts {
    struct left *at;
    size_t n, room;
};

static int
note_left(struct lefts *list, const struct results *r, const struct claim *c, struct err *e)
{
    struct left one = { c->platform, c->currency, recon_say_gap(r, c), c->amount, 0 };
    size_t i = 0;

    if (money_sub(&one.amount, c->covered, e))
        return -1;
    while (i < list->n && (strcmp(list->at[i].platform, one.platform) != 0 ||
            strcmp(list->at[i].currency, one.currency) != 0 || list->at[i].why != one.why))
        i++;
    if (i == list->n) {
        if (vec_grow(list, 1, SIZE_MAX, e))
            return -1;
        list->at[list->n++] = one;
        list->at[i].amount = MONEY_ZERO;
    }
    list->at[i].n++;
    return money_add(&list->at[i].amount, one.amount, e);
}

/* "<li>Matpool: ¥96.42", to go on with. */
static void
begin_item(struct summary *s, const char *title, struct money amount, const char *currency)
{
    buf_add_text(s->out, "<li>");
    html_text(s->out, title);
    buf_add_text(s->out, s->r->lang == LANG_ZH ? "：<b>" : ": <b>");
    reimbursement_money(s->out, s->r, amount, currency);
    buf_add_text(s->out, s->r->lang == LANG_ZH ? "</b>，" : "</b>, ");
}

static void
add_left(struct summary *s, const struct left *left)
{
    begin_item(s, say_platform(s->r, left->platform), left->amount, left->currency);
    say_plural(&s->text, s->r, left->n, N_("%s charge"), N_("%s charges"));
    buf_addf(&s->text, "%s%s", s->r->lang == LANG_ZH ? "；" : ": ", left->why);
    add_made(s);
    buf_add_text(s->out, "</li>\n");
}

static int
add_lefts(struct summary *s, struct err *e)
{
    const struct recon *recon = s->r->recon;
    struct lefts list = { 0 };
    int result = 0;

    for (size_t i = 0; i < recon->claims.n && result == 0; i++) {
        const struct claim *c = &recon->claims.at[i];

        if (!c->is_outside && c->status != CLAIM_COVERED)
            result = note_left(&list, s->r, c, e);
    }
    for (size_t i = 0; i < list.n && i < LEFT_MAX; i++)
        add_left(s, &list.at[i]);
    if (list.n > LEFT_MAX) {
        buf_add_text(s->out, "<li>");
        say_plural(&s->text, s->r, list.n - LEFT_MAX, N_("and %s more"), N_("and %s more"));
        add_made(s);
        buf_add_text(s->out, "</li>\n");
    }
    vec_release(&list);
    return result;
}

/* Platforms that invoice recharges, none of which a bill shows. */
static void
add_unclaimed(struct summary *s)
{
    const struct recon *recon = s->r->recon;

    if (recon->unclaimed.n == 0)
        return;
    buf_add_text(s->out, "<li>");
    for (size_t i = 0; i < recon->unclaimed.n; i++) {
        const struct recon_unclaimed *u = &recon->unclaimed.at[i];

        if (i > 0)
            buf_add_text(s->out, s->r->lang == LANG_ZH ? "，" : ", ");
        html_text(s->out, say_platform(s->r, u->platform));
        buf_add_text(s->out, " <b>");
        reimbursement_money(s->out, s->r, u->spent, u->currency);
        buf_add_text(s->out, "</b>");
    }
    buf_add_text(s->out, s->r->lang == LANG_ZH ? "：" : ": ");
    add_words(s, N_("spent from what was recharged. These platforms invoice recharges, and no bill "
        "shows one, so none of it is in the figures above. Add their lists of recharges"));
    buf_add_text(s->out, "</li>\n");
}

/* An item for what there are ${n} of, if any. */
static void
add_remark(struct summary *s, size_t n, const char *one, const char *many)
{
    if (n == 0)
        return;
    buf_add_text(s->out, "<li>");
    say_plural(&s->text, s->r, n, one, many);
    add_made(s);
    buf_add_text(s->out, "</li>\n");
}

/* What was paid by voucher, and invoices that do not count or have no charge. */
static void
add_others(struct summary *s)
{
    const struct recon *recon = s->r->recon;
    struct invoice_counts all = { 0 };

    for (size_t i = 0; i < recon->totals.n; i++) {
        const struct recon_total *t = &recon->totals.at[i];
        struct invoice_counts n = count_invoices(recon, t->currency);

        all.invalid += n.invalid;
        all.elsewhere += n.elsewhere;
        if (!money_is_zero(t->voucher)) {
            begin_item(s, lang_text(s->r->lang, N_("By voucher")), t->voucher, t->currency);
            add_words(s, N_("which nobody paid in money"));
            buf_add_text(s->out, "</li>\n");
        }
        if (!money_is_zero(t->without_charges)) {
            begin_item(s, lang_text(s->r->lang, N_("Invoices without charges")),
                t->without_charges, t->currency);
            add_words(s, N_("valid, but no charge was found behind it"));
            buf_add_text(s->out, "</li>\n");
        }
    }
    add_remark(s, all.invalid, N_("%s invoice does not count; why, and what to do about "
        "it, stands under \"Invoices that do not count\""), N_("%s invoices do not count; why, and "
        "what to do about each, stands under \"Invoices that do not count\""));
    add_remark(s, all.elsewhere, N_("%s invoice is for charges of another period: hand it in with "
        "those"), N_("%s invoices are for charges of other periods: hand each in with those"));
}

static int
add_not_claimed(struct summary *s, struct err *e)
{
    size_t before;

    buf_add_text(s->out, "<h2>");
    add_words(s, N_("What is not in this claim"));
    buf_add_text(s->out, "</h2>\n<ul class=\"left\">\n");
    before = s->out->n;
    if (add_lefts(s, e))
        return -1;
    add_unclaimed(s);
    add_others(s);
    if (s->out->n == before) {
        buf_add_text(s->out, "<li>");
        add_words(s, N_("Nothing: all charges are covered by valid invoices."));
        buf_add_text(s->out, "</li>\n");
    }
    buf_add_text(s->out, "</ul>\n");
    return 0;
}

static void
add_signatures(struct summary *s)
{
    static const char *const who[] = { N_("Claimant"), N_("Checked by"), N_("Head of project"),
        N_("Finance office") };

    buf_add_text(s->out, "<div class=\"signatures\">\n");
    for (size_t i = 0; i < COUNT(who); i++) {
        buf_add_text(s->out, "<div><span>");
        add_words(s, who[i]);
        buf_add_text(s->out, "</span><i></i><span>");
        add_words(s, N_("Date"));
        buf_add_text(s->out, "</span><i class=\"short\"></i></div>\n");
    }
    buf_add_text(s->out, "</div>\n");
}

int
reimbursement_summary(struct buf *out, const struct results *r, const struct map *attachments,
    struct err *e)
{
    struct summary s = { .out = out, .r = r, .attachments = attachments };
    int result = -1;

    buf_init(&s.text, TEXT_MAX);
    buf_add_text(out, "<section class=\"first\">\n<h1>");
    add_words(&s, N_("Reimbursement claim: GPU and cloud services"));
    buf_add_text(out, "</h1>\n");
    if (add_form(&s, e))
        goto done;
    add_sums(&s);

    /* Before the lists, whose length must not push what is signed from the first page. */
    add_signatures(&s);
    if (reimbursement_grounds(out, r, e) || add_not_claimed(&s, e))
        goto done;
    buf_add_text(out, "</section>\n");
    result = buf_ok(&s.text, e);
done:
    buf_release(&s.text);
    return result;
}
