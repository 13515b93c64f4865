/*
 * command_detect.c - what each file is, and how that was recognised.
 */
#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/redacting.h"
#include "base/buf.h"

#define TEXT_MAX ((size_t)1 << 30)

static void
add_member(struct buf *out, const char *name, const char *value)
{
    buf_addf(out, "\"%s\": ", name);
    buf_add_json(out, sv_of(value));
    buf_add_text(out, ", ");
}

static void
write_json(const struct ledger *l, enum lang lang, struct buf *out)
{
    char sentence[MESSAGE_TEXT_MAX];

    buf_add_text(out, "[");
    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        buf_add_text(out, i ? ",\n {" : "\n {");
        add_member(out, "path", in->path);
        add_member(out, "kind", input_kind_word(in->kind));
        add_member(out, "platform", in->platform);
        add_member(out, "format", in->format);
        add_member(out, "encoding", in->encoding);
        buf_addf(out, "\"records\": %llu, \"evidence\": [", (unsigned long long)in->records);
        for (size_t k = 0; k < in->evidence.n; k++) {
            buf_add_text(out, k ? ", " : "");
            buf_add_json(out,
                sv_of(message_text(&in->evidence.at[k], lang, sentence, sizeof(sentence))));
        }
        buf_add_text(out, "]}");
    }
    buf_add_text(out, l->inputs.n ? "\n]\n" : "]\n");
}

static void
write_text(const struct ledger *l, const struct options *o, struct buf *out)
{
    char sentence[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        buf_add_escaped(out, sv_of(in->path));
        buf_add_text(out, ": ");
        if (!*in->format) {
            buf_addf(out, "%s\n", lang_text(o->lang, in->passed ? passed_reason(in->passed) :
                in->is_prose ? N_("a text without a table, not read") : N_("not recognised")));
            continue;
        }
        buf_addf(out, "%s (%s%s%s), %llu %s\n", in->format,
            lang_text(o->lang, input_kind_word(in->kind)), *in->encoding ? ", " : "",
            in->encoding, (unsigned long long)in->records, lang_text(o->lang, N_("records")));
        for (size_t k = 0; k < in->evidence.n; k++) {
            buf_addf(out, "    %s\n",
                message_text(&in->evidence.at[k], o->lang, sentence, sizeof(sentence)));
        }
    }
}

static int
explain(const struct options *o)
{
    struct reading r;
    struct import_options options;
    struct err e = ERR_INIT;
    struct buf text;
    int code;

    opening_init(&r, o);
    code = opening_formats(&r, o);
    buf_init(&text, TEXT_MAX);
    if (code != EXIT_DONE)
        goto release;
    if (o->path_count > 0) {
        err_set(&e, ERR_USAGE, N_("--explain shows one record of %s alone; leave out '%s'"),
            o->explain, o->paths[0]);
        output_error(o, &e);
        code = EXIT_USAGE;
    } else if (o->line == 0) {
        err_set(&e, ERR_USAGE, N_("--explain needs --line N: the line of the record"));
        output_error(o, &e);
        code = EXIT_USAGE;
    } else if (reading_import_options(&r, &options, &e) < 0) {
        code = output_failure(o, &e, EXIT_USAGE);
    } else if (import_explain(o->explain, o->line, &options, o->lang, &text, &e) < 0) {
        code = output_failure(o, &e, EXIT_PARTLY);
    } else {
        code = output_answer(o, &text, EXIT_DONE);
    }
release:
    buf_release(&text);
    reading_release(&r);
    return code;
}

static int
run_detect(const struct options *o)
{
    struct err e = ERR_INIT;
    struct reading r;
    struct buf text;
    int code;

    if (o->explain)
        return explain(o);
    if (o->line > 0) {
        err_set(&e, ERR_USAGE, N_("--line goes with --explain FILE"));
        output_error(o, &e);
        return EXIT_USAGE;
    }
    opening_init(&r, o);
    code = opening_run(&r, o, false);
    if (code == EXIT_DONE && redacting_results(o, &r, NULL, NULL, NULL, &e) < 0)
        code = output_failure(o, &e, EXIT_OUTPUT);
    buf_init(&text, TEXT_MAX);
    if (code == EXIT_DONE) {
        code = opening_report(&r, o);
        if (o->is_json)
            write_json(&r.import.ledger, o->lang, &text);
        else
            write_text(&r.import.ledger, o, &text);
        code = output_answer(o, &text, code);
    }
    buf_release(&text);
    reading_release(&r);
    return code;
}

static const struct example examples[] = {
    { "bills", N_("a line for each file") },
    { "--explain bill.csv --line 17",
        N_("how one record becomes a ledger line, step by step") },
    { .arguments = NULL },
};

const struct command command_detect = {
    .name = "detect",
    .summary = N_("Say what each file is, and how that was recognised."),
    .usage = N_("[OPTION]... PATH..."),
    .details = N_("Nothing is written but what stands on the terminal. Of a file that nothing "
        "recognises it says what was tried and what is missing."),
    .examples = examples,
    .order = 2,
    .options = OPTIONS_INPUT | OPTIONS_JSON | OPTIONS_EXPLAIN,
    .run = run_detect,
};
