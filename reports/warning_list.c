/*
 * warning_list.c - all warnings of a run, one after another.
 */
#include "reports/warning_list.h"

/* Those of the audit stand behind those of the import. */
static bool
next_of_audit(struct warning_at *at, const struct results *r)
{
    size_t before = r->import ? r->import->warnings.n : 0;

    if (!r->audit || at->index - before >= r->audit->warnings.n)
        return false;
    at->path = r->audit->warnings.at[at->index - before].path;
    at->warning = &r->audit->warnings.at[at->index - before].warning;
    at->index++;
    return true;
}

/* And those of the reconciliation behind these. */
static bool
next_of_recon(struct warning_at *at, const struct results *r)
{
    size_t before = (r->import ? r->import->warnings.n : 0) +
        (r->audit ? r->audit->warnings.n : 0);

    if (!r->recon || at->index - before >= r->recon->warnings.n)
        return false;
    at->path = "";
    at->warning = &r->recon->warnings.at[at->index - before];
    at->index++;
    return true;
}

bool
warning_next(struct warning_at *at, const struct results *r)
{
    for (; at->input <= r->ledger->inputs.n; at->input++, at->index = 0) {
        if (at->input == 0) {
            if (r->import && at->index < r->import->warnings.n) {
                at->path = "";
                at->warning = &r->import->warnings.at[at->index++];
                return true;
            }
            if (next_of_audit(at, r) || next_of_recon(at, r))
                return true;
        } else {
            const struct input *in = r->ledger->inputs.at[at->input - 1];

            if (at->index < in->warnings.n) {
                at->path = in->path;
                at->warning = &in->warnings.at[at->index++];
                return true;
            }
        }
    }
    return false;
}
