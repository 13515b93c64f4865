/*
 * warning_list.c - all warnings of a run, one after another.
 */
#include "reports/warning_list.h"

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
