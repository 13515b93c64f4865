/*
 * reconciling.c - earlier reviews, united invoices, and the reconciliation itself.
 */
#include "app/command.h"
#include "app/reconciling.h"
#include "base/file.h"
#include "record/json.h"

/* Most bytes of an earlier review. */
#define REVIEW_MAX ((size_t)1 << 30)

static int
add_review(struct reconciling *x, const char *path, struct err *e)
{
    struct buf text;
    cJSON *json = NULL;
    int result = -1;

    buf_init(&text, REVIEW_MAX);
    if (file_read(&text, path, e) < 0)
        goto done;
    json = record_json_parse(buf_sv(&text), e);
    if (json && earlier_add_review(&x->earlier, json, e) == 0)
        result = previous_add_review(&x->previous, json, e);
    if (result < 0)
        err_at(e, path, 0);
done:
    cJSON_Delete(json);
    buf_release(&text);
    return result;
}

int
reconciling_read(struct reconciling *x, const struct options *o, struct err *e)
{
    earlier_init(&x->earlier);
    previous_init(&x->previous);
    for (size_t i = 0; i < o->previous_count; i++)
        if (add_review(x, o->previous[i], e) < 0)
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
