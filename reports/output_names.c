/*
 * output_names.c - the names of the files of a report.
 */
#include "reports/breakdown.h"
#include "reports/output_names.h"

static const char *const names[OUTPUT_NAMES] = {
    [OUTPUT_NAME_JSON] = "review.json",
    [OUTPUT_NAME_LEDGER] = "ledger.csv",
    [OUTPUT_NAME_REJECTED] = "rejected.csv",
    [OUTPUT_NAME_FINDINGS] = "findings.csv",
    [OUTPUT_NAME_RECONCILIATION] = "reconciliation.csv",
    [OUTPUT_NAME_WORKBOOK] = "review.xlsx",
    [OUTPUT_NAME_MARKDOWN] = "report.md",
    [OUTPUT_NAME_PAGE] = "report.html",
    [OUTPUT_NAME_REIMBURSEMENT] = "reimbursement.html",
};

const char *
output_name(enum output_name_id file)
{
    return names[file];
}

/* "charts/NAME.svg", "charts/NAME.png". */
static bool
is_chart(struct sv name)
{
    const struct sv folder = SV(OUTPUT_CHARTS_FOLDER "/");
    const struct sv ends[] = { SV(OUTPUT_SVG), SV(OUTPUT_PNG) };

    if (!sv_starts(name, folder))
        return false;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        if (name.n > folder.n + ends[i].n && sv_ends(name, ends[i]))
            return breakdown_is_name(sv_part(name, folder.n, name.n - ends[i].n));
    return false;
}

bool
output_name_is_known(struct sv name, bool is_folder)
{
    if (is_folder)
        return sv_is(name, SV(OUTPUT_CHARTS_FOLDER));
    for (size_t i = 0; i < OUTPUT_NAMES; i++)
        if (sv_is(name, sv_of(names[i])))
            return true;
    return is_chart(name);
}
