/*
 * reimbursement_attached.c - the files that are handed in with a claim.
 *
 * Members of an archive and sheets of a workbook are what the program reads; what is handed in, has
 * a number, and can be compared by its sum, is the file that they lie in.
 */
#include "reports/html.h"
#include "reports/reimbursement.h"

/* Most files that are named behind one invoice or charge. */
#define NAMED_MAX 8

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* True where ${p} paid for something that this review is about. */
static bool
is_of_period(const struct results *r, const struct recon_payment *p)
{
    for (size_t i = 0; i < p->claims.n; i++)
        if (!r->recon->claims.at[p->claims.at[i]].is_outside)
            return true;
    for (size_t i = 0; i < p->recharges.n; i++)
        if (r->recon->recharges.at[p->recharges.at[i]].id[0] != '\0')
            return true;
    return false;
}

/* Put the paths of invoices and payments into ${grounds} that the claim speaks of. */
static int
find_grounds(struct map *grounds, const struct results *r, struct err *e)
{
    for (size_t i = 0; i < r->recon->invoices.n; i++) {
        const struct recon_invoice *v = &r->recon->invoices.at[i];

        if (v->status == MATCH_OTHER_PERIOD)
            continue;
        for (size_t k = 0; k < v->invoice->files.n; k++)
            if (!map_put(grounds, sv_of(v->invoice->files.at[k]), NULL))
                return err_nomem(e);
    }
    for (size_t i = 0; i < r->recon->payments.n; i++) {
        const struct recon_payment *p = &r->recon->payments.at[i];

        if (is_of_period(r, p) &&
            !map_put(grounds, sv_of(r->ledger->inputs.at[p->payment->input]->path), NULL))
            return err_nomem(e);
    }
    return 0;
}

/* A bill whose lines all lie in another period, or stand in another file, proves nothing here. */
static bool
is_attached(const struct input *in, const struct map *grounds)
{
    if (in->kind == INPUT_BILL)
        return in->lines > 0;
    return (in->kind == INPUT_INVOICE || in->kind == INPUT_PAYMENT) &&
        map_get(grounds, sv_of(in->path));
}

static int
number_files(struct map *numbers, const struct results *r, const struct map *grounds,
    struct err *e)
{
    uint64_t n = 0, number;

    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];
        struct map_entry *entry;
        bool is_new;

        if (!is_attached(in, grounds))
            continue;
        entry = map_put(numbers, sv_of(input_file(in)), &is_new);
        if (!entry)
            return err_nomem(e);
        if (is_new)
            entry->value.number = ++n;
        number = entry->value.number;
        entry = map_put(numbers, sv_of(in->path), NULL);
        if (!entry)
            return err_nomem(e);
        entry->value.number = number;
    }
    return 0;
}

int
reimbursement_attachments(struct map *numbers, const struct results *r, struct err *e)
{
    struct map grounds = MAP_INIT;
    int result = find_grounds(&grounds, r, e);

    if (result == 0)
        result = number_files(numbers, r, &grounds, e);
    map_release(&grounds);
    return result;
}

uint64_t
reimbursement_attachment(const struct map *numbers, const char *path)
{
    const struct map_entry *entry = map_get(numbers, sv_of(path));

    return entry ? entry->value.number : 0;
}

const struct input *
reimbursement_next_file(const struct results *r, const struct map *numbers, size_t *at,
    uint64_t n)
{
    while (*at < r->ledger->inputs.n) {
        const struct input *in = r->ledger->inputs.at[(*at)++];

        if (reimbursement_attachment(numbers, in->path) == n)
            return in;
    }
    return NULL;
}

/* Numbers of attachments, in the order in which they were met. */
struct named {
    uint64_t at[NAMED_MAX];
    size_t n;
    bool has_more;
};

static void
name_file(struct named *named, const struct map *numbers, const char *path)
{
    uint64_t number = reimbursement_attachment(numbers, path);

    for (size_t i = 0; i < named->n; i++)
        if (named->at[i] == number)
            return;
    if (number == 0)
        return;
    if (named->n == NAMED_MAX)
        named->has_more = true;
    else
        named->at[named->n++] = number;
}

static void
add_named(struct buf *out, const struct named *named)
{
    for (size_t i = 0; i < named->n; i++)
        buf_addf(out, "%sA%ju", i ? ", " : "", (uintmax_t)named->at[i]);
    if (named->has_more)
        buf_add_text(out, " …");
}

void
reimbursement_files_of_invoice(struct buf *out, const struct map *numbers,
    const struct invoice *one)
{
    struct named named = { .n = 0 };

    for (size_t i = 0; i < one->files.n; i++)
        name_file(&named, numbers, one->files.at[i]);
    add_named(out, &named);
}

void
reimbursement_files_of_claim(struct buf *out, const struct results *r, const struct map *numbers,
    const struct claim *c)
{
    struct named named = { .n = 0 };
    uint32_t last = UINT32_MAX;

    for (size_t i = 0; i < c->lines.n; i++) {
        uint32_t input = r->ledger->lines.at[c->lines.at[i]].input;

        if (input != last)
            name_file(&named, numbers, r->ledger->inputs.at[input]->path);
        last = input;
    }
    add_named(out, &named);
}

static const char *
file_kind(const struct results *r, enum input_kind kind)
{
    if (kind == INPUT_BILL)
        return lang_text(r->lang, N_("bill"));
    return kind == INPUT_INVOICE ? lang_text(r->lang, N_("invoice"))
        : lang_text(r->lang, N_("payments"));
}

void
reimbursement_files(struct buf *out, const struct results *r, const struct map *numbers)
{
    static const struct reimbursement_column columns[] = { { N_("No."), "short" },
        { N_("File"), "id" }, { N_("Kind"), "short" }, { N_("SHA-256"), "hash" } };
    const struct input *in;
    size_t at = 0;

    reimbursement_section(out, r, N_("Attached files"), NULL);
    reimbursement_table(out, r, columns, COUNT(columns));
    for (uint64_t n = 1; (in = reimbursement_next_file(r, numbers, &at, n)); n++) {
        buf_addf(out, "<tr><td class=\"short\">A%ju</td>", (uintmax_t)n);
        reimbursement_cell(out, "id", input_file(in));
        reimbursement_cell(out, "short", file_kind(r, in->kind));
        reimbursement_cell(out, "hash", input_file_sha256(in));
        buf_add_text(out, "</tr>\n");
    }
    buf_add_text(out, "</tbody></table>\n</section>\n");
}
