/*
 * engine_review.c - --findings and --aggregates: a review of what an engine has computed.
 */
#include "app/engine_review.h"

#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "run/engine_results.h"

bool
engine_review_is_asked(const struct options *o)
{
    return o->findings || o->aggregates;
}

int
engine_review_check(const struct options *o, struct err *e)
{
    const struct {
        bool is_given;
        const char *name;
    } others[] = {
        { o->ledger_db != NULL, "--ledger-db" }, { o->previous_count > 0, "--previous" },
        { o->usage_count > 0, "--usage" }, { o->usage_columns != NULL, "--usage-columns" },
        { o->format != NULL, "--format" }, { o->is_recursive, "--recursive" },
        { o->is_strict, "--strict" },
    };

    if (!o->findings || !o->aggregates)
        return err_set(e, ERR_USAGE, N_("%s and %s go together"), "--findings", "--aggregates");
    if (o->path_count > 0)
        return err_set_whole(e, ERR_USAGE, N_("--findings goes with no bills, which the engine has "
            "read: leave out %s"), o->paths[0]);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (others[i].is_given)
            return err_set(e, ERR_USAGE, N_("%s and %s exclude each other"), "--findings",
                others[i].name);
    return 0;
}

int
engine_review_run(struct judging *j, struct reading *r, const struct options *o)
{
    struct err e = ERR_INIT;
    int code = opening_formats(r, o);

    if (code == EXIT_DONE)
        code = opening_config(r, o);
    if (code != EXIT_DONE)
        return code;
    code = engine_results_run(j, r, o->findings, o->aggregates, &e);
    return code == EXIT_DONE ? code : output_failure(o, &e, code);
}
