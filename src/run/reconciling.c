/*
 * reconciling.c - earlier reviews, united invoices, and the reconciliation itself.
 */
#include <sys/stat.h>

#include "base/file.h"
#include "record/json.h"
#include "reports/output_names.h"
#include "run/reconciling.h"

/* Most bytes of an earlier review. */
#define REVIEW_MAX ((size_t)1 << 30)

/* ${path}, or the review.json of a report's folder. */
static int
find_review(struct buf *out, const char *path, struct err *e)
{
    struct stat s;

    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        return file_join(out, path, output_name(OUTPUT_NAME_JSON), e);
    return file_join(out, "", path, e);
}

static int
add_review(struct reconciling *x, const char *path, struct err *e)
{
    struct buf text, file;
    cJSON *json = NULL;
    int result = -1;

    buf_init(&text, REVIEW_MAX);
    buf_init(&file, ERR_PATH_MAX);
    if (find_review(&file, path, e) < 0 || file_read(&text, file.p, e) < 0)
        goto done;
    json = record_json_parse(buf_sv(&text), e);
    if (!json && e->code != ERR_NOMEM) {
        *e = (struct err)ERR_INIT;
        (void)err_set(e, ERR_SYNTAX,
            N_("this is no review.json; --previous takes the one that an earlier review wrote"));
    }
    if (json && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "redacted")))
        (void)err_set(e, ERR_USAGE, N_("this review was written with --redact and has no names; "
            "--previous takes one that has them"));
    else if (json && earlier_add_review(&x->earlier, json, e) == 0)
        result = previous_add_review(&x->previous, json, e);
    if (result < 0)
        err_at(e, file.p, 0);
done:
    cJSON_Delete(json);
    buf_release(&file);
    buf_release(&text);
    return result;
}

int
reconciling_read(struct reconciling *x, struct reading *r, struct err *e)
{
    earlier_init(&x->earlier);
    previous_init(&x->previous);
    if (keeping_history(&r->keeping, r, &x->previous, &x->earlier, e) < 0)
        return -1;
    for (size_t i = 0; i < r->options.previous_count; i++)
        if (add_review(x, r->options.previous[i], e) < 0)
            return -1;
    return 0;
}

int
reconciling_run(struct reconciling *x, struct reading *r, struct err *e)
{
    if (invoices_unite(&r->import.invoices, e) < 0 ||
        recon_build(&x->recon, &r->import.ledger, &r->import.invoices,
            &r->import.observations.payments, &r->period, &r->formats, r->config, &x->earlier,
            e) < 0)
        return EXIT_PARTLY;
    return recon_check(&x->recon, e) < 0 ? EXIT_BUG : EXIT_DONE;
}

void
reconciling_release(struct reconciling *x)
{
    recon_release(&x->recon);
    earlier_release(&x->earlier);
    previous_release(&x->previous);
}
