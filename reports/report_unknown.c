/*
 * report_unknown.c - what could not be judged, and which file would settle it.
 *
 * One row for each kind and platform: a cloud's bill may have thousands of resources that lack the
 * same thing. All of them stand in review.json.
 */
#include "audit/rule.h"
#include "reports/report.h"
#include "reports/say.h"

/* Entries [first, end) are of one kind and platform. */
struct unknown_group {
    const struct audit *audit;
    size_t first, end;
    struct money gpu_hours;
};

static bool
concerns(const struct unknown_group *g, const struct rule *rule)
{
    for (size_t i = g->first; i < g->end; i++)
        for (const char **id = g->audit->unknown.at[i].rules; *id; id++)
            if (strcmp(*id, rule->id) == 0)
                return true;
    return false;
}

/* The titles of the rules that could not judge, one after another; in the table's memory. */
static const char *
say_rules(const struct results *r, const struct unknown_group *g, struct table *t, struct err *e)
{
    const char *text = NULL;
    struct buf out;

    buf_init(&out, SIZE_MAX);
    for (size_t i = 0; i < rule_count(); i++) {
        const struct rule *rule = rule_at(i);

        if (concerns(g, rule))
            buf_addf(&out, "%s%s", buf_sv(&out).n == 0 ? "" : r->lang == LANG_ZH ? "、" : ", ",
                lang_text(r->lang, rule->title));
    }
    if (buf_ok(&out, e) == 0) {
        text = arena_text(&t->arena, buf_sv(&out));
        if (!text)
            (void)err_nomem(e);
    }
    buf_release(&out);
    return text;
}

static int
add_row(const struct results *r, const struct unknown_group *g, struct table *t, struct err *e)
{
    const struct audit_unknown *u = &g->audit->unknown.at[g->first];
    const char *rules = say_rules(r, g, t, e);

    return !rules || table_add(t, cell_label(say_unknown(u->what)), e) ||
        table_add(t, cell_text(say_platform(r, u->platform)), e) ||
        table_add(t, cell_count(g->end - g->first), e) ||
        table_add(t, cell_text(u->resource), e) ||
        table_add(t, u->what == UNKNOWN_UTILISATION ? cell_number(g->gpu_hours) : cell_empty(),
            e) ||
        table_add(t, cell_text(rules), e) || table_add(t, cell_label(say_remedy(u->what)), e)
        ? -1
        : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    size_t n = r->audit ? r->audit->unknown.n : 0;

    table_column(t, "what", N_("Unknown"), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "resources", N_("Resources"), true);
    table_column(t, "resource", N_("Such as"), false);
    table_column(t, "gpu_hours", N_("GPU hours"), true);
    table_column(t, "rules", N_("Not judged by"), false);
    table_column(t, "remedy", N_("What would settle it"), false);
    for (size_t i = 0; i < n;) {
        struct unknown_group g = { r->audit, i, i, MONEY_ZERO };
        const struct audit_unknown *first = &r->audit->unknown.at[i];

        for (; g.end < n && r->audit->unknown.at[g.end].what == first->what &&
            strcmp(r->audit->unknown.at[g.end].platform, first->platform) == 0; g.end++)
            if (money_add(&g.gpu_hours, r->audit->unknown.at[g.end].gpu_hours, e))
                return -1;
        if (add_row(r, &g, t, e))
            return -1;
        i = g.end;
    }
    return 0;
}

const struct report report_unknown = {
    .name = "unknown",
    .title = N_("What could not be judged"),
    .order = REPORT_UNKNOWN,
    .fill = fill,
};
