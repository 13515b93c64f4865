/*
 * say_inputs.c - words for what a file is, and for what became of its records.
 */
#include "parsers/usage.h"
#include "reports/say.h"

static const char *const skip_titles[SKIP_COUNT] = {
    [SKIP_BLANK] = N_("blank"),
    [SKIP_REPEATED_HEADER] = N_("repeated headings"),
    [SKIP_TOTAL_ROW] = N_("total rows"),
    [SKIP_NOT_A_CHARGE] = N_("not charges"),
    [SKIP_ALREADY_SEEN] = N_("already seen"),
    [SKIP_OUT_OF_PERIOD] = N_("out of the period"),
    [SKIP_FOLDED] = N_("folded"),
    [SKIP_OBSERVATION] = N_("usage, states, invoices or payments"),
};

const char *
say_format(const struct results *r, const struct input *in)
{
    const struct format *f = r->formats ? formats_find(r->formats, sv_of(in->format)) : NULL;
    const struct usage_reader *u = f ? NULL : usage_find(sv_of(in->format));
    const struct format_title *title = f ? &f->title : u ? &u->title : NULL;

    if (results_are_given(r))
        return lang_text(r->lang, N_("as an engine summed it"));
    if (in->format[0] == '\0')
        return lang_text(r->lang, in->passed ? N_("passed by") :
            in->is_prose ? N_("not a bill") : N_("not recognised"));
    return !title ? in->format : r->lang == LANG_ZH ? title->zh : title->en;
}

void
say_skipped(struct buf *out, const struct results *r, const struct input *in)
{
    char figure[SAY_FIGURE_MAX], why[MESSAGE_TEXT_MAX];
    bool is_any = in->failure.code != ERR_NONE;

    if (is_any)
        buf_add_text(out, message_text(&in->failure.message, r->lang, why, sizeof(why)));
    for (unsigned i = 0; i < SKIP_COUNT; i++)
        if (in->skipped[i] > 0) {
            buf_addf(out, "%s%s %s", is_any ? r->lang == LANG_ZH ? "，" : ", " : "",
                lang_text(r->lang, skip_titles[i]), say_count(figure, in->skipped[i]));
            is_any = true;
        }
}

const char *
say_nothing_spent(const struct results *r)
{
    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];

        if (in->kind == INPUT_BILL && in->failure.code == ERR_NONE &&
            (in->lines > 0 || in->rejected == 0))
            return lang_text(r->lang, N_("Nothing was spent."));
    }
    return lang_text(r->lang, N_("No bill was read, so nothing is known of what was spent."));
}
