/*
 * reimbursement_projects.c - charges and covers by project.
 *
 * A claim belongs to the projects of its lines, in proportion to what each line adds to it; what
 * rounding leaves goes to the last of them, so that the parts make the whole.
 */
#include "base/vec.h"
#include "ledger/currency.h"
#include "recon/capitals.h"
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 20)
#define PROJECTS_MAX 100000

/* Most charges of one project that are listed. */
#define ROWS_MAX 200

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Of one claim, or of all: a project and its money. */
struct part {
    const char *project; /* "" for none */
    struct money weight, amount, covered;
};

struct parts {
    struct part *at;
    size_t n, room;
};

static struct part *
part_of(struct parts *parts, const char *project, struct err *e)
{
    for (size_t i = 0; i < parts->n; i++)
        if (strcmp(parts->at[i].project, project) == 0)
            return &parts->at[i];
    if (vec_grow_named(parts, 1, PROJECTS_MAX, N_("projects"), e))
        return NULL;
    parts->at[parts->n] = (struct part){ .project = project };
    return &parts->at[parts->n++];
}

static int
weigh(struct parts *parts, const struct results *r, const struct claim *c, struct buf *scratch,
    struct err *e)
{
    for (size_t i = 0; i < c->lines.n; i++) {
        const struct ledger_line *line = &r->ledger->lines.at[c->lines.at[i]];
        const struct line_subject subject = { r->ledger, line, r->recon->period.zone_minutes };
        const char *project = ledger_text(line, TEXT_PROJECT), *found = NULL;
        struct money weight = ledger_billed(line), voucher;
        struct part *p;

        if (!project[0]) {
            if (config_project(r->config, &subject, scratch, &found, e))
                return -1;
            project = found ? found : "";
        }
        (void)ledger_money(line, MONEY_VOUCHER, &voucher);
        if (!ledger_is_spend(line))
            (void)ledger_money(line, MONEY_MOVED, &weight);
        else if (money_sub(&weight, voucher, e))
            return -1;
        p = part_of(parts, project, e);
        /* What goes back lowers all projects of the claim alike. */
        if (!p || (weight.units > 0 && money_add(&p->weight, weight, e)))
            return -1;
    }
    return 0;
}

static int
share_out(struct parts *parts, const struct claim *c, struct err *e)
{
    unsigned decimals = currency_decimals(sv_of(c->currency));
    struct money weight = MONEY_ZERO, amount = c->amount, covered = c->covered;

    for (size_t i = 0; i < parts->n; i++)
        if (money_add(&weight, parts->at[i].weight, e))
            return -1;
    for (size_t i = 0; i < parts->n; i++) {
        struct part *p = &parts->at[i];

        if (i + 1 == parts->n) {
            p->amount = amount;
            p->covered = covered;
            return 0;
        }
        if (weight.units == 0)
            continue;
        if (money_share(&p->amount, c->amount, p->weight.units, weight.units, decimals, e) ||
            money_share(&p->covered, c->covered, p->weight.units, weight.units, decimals, e) ||
            money_sub(&amount, p->amount, e) || money_sub(&covered, p->covered, e))
            return -1;
    }
    return 0;
}

/* Add up the claims of ${currency} by project, those of the config's order first. */
static int
sum_up(struct parts *all, const struct results *r, const char *currency, struct err *e)
{
    struct parts one = { 0 };
    struct buf scratch;
    int result = -1;

    buf_init(&scratch, TEXT_MAX);
    for (size_t i = 0; i < r->config->projects.n; i++)
        if (!part_of(all, r->config->projects.at[i].name, e))
            goto done;
    for (size_t i = 0; i < r->recon->claims.n; i++) {
        const struct claim *c = &r->recon->claims.at[i];

        if (c->is_outside || strcmp(c->currency, currency) != 0)
            continue;
        one.n = 0;
        if (weigh(&one, r, c, &scratch, e) || share_out(&one, c, e))
            goto done;
        for (size_t k = 0; k < one.n; k++) {
            struct part *p = part_of(all, one.at[k].project, e);

            if (!p || money_add(&p->amount, one.at[k].amount, e) ||
                money_add(&p->covered, one.at[k].covered, e))
                goto done;
        }
    }
    result = 0;
done:
    vec_release(&one);
    buf_release(&scratch);
    return result;
}

static const char *
project_name(const struct results *r, const char *project)
{
    return project[0] ? project : lang_text(r->lang, N_("no project"));
}

static int
add_row(struct buf *out, const struct results *r, const struct part *p, const char *currency,
    struct err *e)
{
    struct money left = p->amount;

    if (money_sub(&left, p->covered, e))
        return -1;
    buf_add_text(out, "<tr>");
    reimbursement_cell(out, "", project_name(r, p->project));
    reimbursement_amount_cell(out, true, p->amount, currency);
    reimbursement_amount_cell(out, true, left, currency);
    reimbursement_amount_cell(out, true, p->covered, currency);
    buf_add_text(out, "<td class=\"words\">");
    if (strcmp(currency, "CNY") == 0)
        reimbursement_capitals(out, p->covered);
    buf_add_text(out, "</td></tr>\n");
    return 0;
}

/* The invoices that cover ${claim}: "I001, I003". */
static void
add_invoices_of(struct buf *out, const struct recon *recon, uint32_t claim)
{
    const char *separator = "";

    for (size_t i = 0; i < recon->invoices.n; i++)
        for (size_t k = 0; k < recon->invoices.at[i].covers.n; k++)
            if (recon->invoices.at[i].covers.at[k].claim == claim) {
                buf_addf(out, "%s%s", separator, recon->invoices.at[i].id);
                separator = ", ";
            }
}

static void
add_claim(struct buf *out, const struct results *r, uint32_t claim, const struct part *p)
{
    const struct claim *c = &r->recon->claims.at[claim];
    struct buf days;

    buf_init(&days, TEXT_MAX);
    recon_say_days(&days, r, c);
    buf_add_text(out, "<tr>");
    reimbursement_cell(out, "short", c->id);
    reimbursement_cell(out, "", say_platform(r, c->platform));
    reimbursement_cell(out, "id", c->order_id);
    reimbursement_cell(out, "short", days.n > 0 ? days.p : "");
    reimbursement_amount_cell(out, true, p->amount, c->currency);
    reimbursement_amount_cell(out, true, p->covered, c->currency);
    buf_add_text(out, "<td>");
    add_invoices_of(out, r->recon, claim);
    buf_add_text(out, "</td></tr>\n");
    buf_fail_with(out, &days);
    buf_release(&days);
}

/* The rows of one project: its part of each claim. */
static int
add_claims(struct buf *out, const struct results *r, const char *project, const char *currency,
    struct err *e)
{
    struct parts one = { 0 };
    struct buf scratch;
    size_t n = 0;
    int result = -1;

    buf_init(&scratch, TEXT_MAX);
    for (size_t i = 0; i < r->recon->claims.n; i++) {
        const struct claim *c = &r->recon->claims.at[i];

        if (c->is_outside || strcmp(c->currency, currency) != 0)
            continue;
        one.n = 0;
        if (weigh(&one, r, c, &scratch, e) || share_out(&one, c, e))
            goto done;
        for (size_t k = 0; k < one.n; k++)
            if (strcmp(one.at[k].project, project) == 0 && one.at[k].amount.units != 0 &&
                n++ < ROWS_MAX)
                add_claim(out, r, (uint32_t)i, &one.at[k]);
    }
    if (n > ROWS_MAX)
        reimbursement_more(out, r, n - ROWS_MAX, 7);
    result = 0;
done:
    vec_release(&one);
    buf_fail_with(out, &scratch);
    buf_release(&scratch);
    return result;
}

/* One project: its charges, and what invoices cover of them. */
static int
add_project(struct buf *out, const struct results *r, const struct part *p,
    const char *currency, struct err *e)
{
    static const struct reimbursement_column columns[] = { { N_("No."), "short" },
        { N_("Platform"), "" }, { N_("Order"), "id" }, { N_("Days"), "short" },
        { N_("Amount"), "n" }, { N_("Covered"), "n" }, { N_("Invoices"), "" } };

    buf_add_text(out, "<h3>");
    html_text(out, project_name(r, p->project));
    buf_add_text(out, "</h3>\n");
    reimbursement_table(out, r, columns, COUNT(columns));
    if (add_claims(out, r, p->project, currency, e))
        return -1;
    buf_add_text(out, "</tbody></table>\n");
    reimbursement_total(out, r, N_("Covered by invoices"), p->covered, currency);
    return 0;
}

static bool
is_shown(const struct part *p)
{
    return p->amount.units != 0 || p->covered.units != 0;
}

static int
add_all(struct buf *out, const struct results *r, const struct parts *all, const char *currency,
    struct err *e)
{
    static const struct reimbursement_column columns[] = { { N_("Project"), "" },
        { N_("To be invoiced"), "n" }, { N_("Not covered"), "n" },
        { N_("Covered by invoices"), "n" }, { N_("In capitals"), "words" } };

    reimbursement_section(out, r, N_("By project"), currency);
    reimbursement_table(out, r, columns, COUNT(columns));
    for (size_t i = 0; i < all->n; i++)
        if (is_shown(&all->at[i]) && add_row(out, r, &all->at[i], currency, e))
            return -1;
    buf_add_text(out, "</tbody></table>\n");
    for (size_t i = 0; i < all->n; i++)
        if (is_shown(&all->at[i]) && add_project(out, r, &all->at[i], currency, e))
            return -1;
    buf_add_text(out, "</section>\n");
    return 0;
}

static void
put_none_last(struct parts *all)
{
    for (size_t i = 0; i + 1 < all->n; i++)
        if (!all->at[i].project[0]) {
            struct part none = all->at[i];

            all->at[i] = all->at[i + 1];
            all->at[i + 1] = none;
        }
}

int
reimbursement_projects(struct buf *out, const struct results *r, const char *currency,
    struct err *e)
{
    struct parts all = { 0 };
    size_t shown = 0;
    int result = 0;

    if (!r->config || r->config->projects.n == 0)
        return 0;
    if (sum_up(&all, r, currency, e))
        result = -1;
    for (size_t i = 0; i < all.n; i++)
        shown += is_shown(&all.at[i]);
    put_none_last(&all);
    if (result == 0 && shown > 0)
        result = add_all(out, r, &all, currency, e);
    vec_release(&all);
    return result;
}

int
reimbursement_project_names(struct buf *out, const struct results *r, struct err *e)
{
    struct parts all = { 0 };
    const char *between = "";
    int result = 0;

    for (size_t i = 0; r->config && r->config->projects.n > 0 && i < r->recon->totals.n; i++)
        if (sum_up(&all, r, r->recon->totals.at[i].currency, e)) {
            result = -1;
            break;
        }
    for (size_t i = 0; i < all.n; i++)
        if (is_shown(&all.at[i]) && all.at[i].project[0]) {
            buf_addf(out, "%s%s", between, all.at[i].project);
            between = r->lang == LANG_ZH ? "、" : ", ";
        }
    vec_release(&all);
    return result;
}
