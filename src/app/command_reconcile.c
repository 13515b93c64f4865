/*
 * command_reconcile.c - invoices against charges, recharges and payments, without the rest of a
 * review.
 */
#include <string.h>
#include <unistd.h>

#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/output_file.h"
#include "app/redacting.h"
#include "reports/page.h"
#include "reports/recon_json.h"
#include "reports/recon_say.h"
#include "reports/render.h"
#include "run/reconciling.h"

#define TEXT_MAX ((size_t)1 << 31)

/* Columns where nobody looks at a terminal: nothing is cut. */
#define WIDTH_OF_FILES 1000

/* A terminal has no room for sentences in a table. */
static void
add_todos(struct buf *out, const struct results *r)
{
    struct buf text, escaped;

    buf_init(&text, TEXT_MAX);
    buf_init(&escaped, TEXT_MAX);
    for (size_t i = 0; i < r->recon->invoices.n; i++) {
        const struct recon_invoice *v = &r->recon->invoices.at[i];
        size_t named;

        buf_reset(&text);
        buf_reset(&escaped);
        buf_addf(&text, "%s%s", v->id, r->lang == LANG_ZH ? "：" : ": ");
        named = text.n;
        recon_say_todo(&text, r, v, true);
        if (text.n == named)
            continue;
        buf_add_escaped(&escaped, buf_sv(&text));
        buf_add_wrapped(out, buf_sv(&escaped), 0, output_width());
    }
    buf_release(&escaped);
    buf_release(&text);
}

/* The tables of the page's section on invoices. */
static int
add_tables(struct buf *out, const struct results *r, const struct options *o, struct err *e)
{
    const struct report *reports[PAGE_REPORTS_MAX];
    size_t n = page_order(reports, PAGE_REPORTS_MAX);
    bool is_terminal = isatty(STDOUT_FILENO) && !o->output_file;

    for (size_t i = 0; i < n; i++) {
        struct table t;
        int result;

        if (reports[i]->order < REPORT_INVOICES || reports[i]->order >= REPORT_TRUST)
            continue;
        table_init(&t);
        result = reports[i]->fill(r, &t, e);
        if (result == 0 && table_rows(&t) > 0) {
            buf_addf(out, "%s%s\n", out->n > 0 ? "\n" : "",
                lang_text(r->lang, reports[i]->title));
            if (is_terminal && strcmp(reports[i]->name, "invoice_todo") == 0)
                add_todos(out, r);
            else
                render_text_table(out, &t, r->lang, is_terminal ? output_width() : WIDTH_OF_FILES,
                    output_is_coloured(o));
        }
        table_release(&t);
        if (result)
            return -1;
    }
    return 0;
}

/* Where the user wants it: a file of his, which is none of those read, or standard output. */
static int
write_text(struct sv text, const struct reading *reading, const struct options *o, struct err *e)
{
    bool is_for_programs = o->is_focus || o->is_json;
    struct output_file out;
    int result;

    if (!o->output_file)
        return is_for_programs ? output_text(text, e) : output_coloured(text, e);
    if (reading_refuse_output(reading, o->output_file, e) < 0 ||
        output_file_open(&out, o->output_file, o->stop, e) < 0)
        return -1;
    result = output_file_sink(&out, text, e);
    return output_file_close(&out, result, e);
}

static int
print(const struct results *r, const struct reading *reading, const struct options *o,
    struct err *e)
{
    struct buf text, lines;
    struct jsonw w = { .out = &text };
    int result = 0;

    buf_init(&text, TEXT_MAX);
    buf_init(&lines, TEXT_MAX);
    if (o->is_focus)
        result = render_invoice_detail(&text, &lines, r, e);
    else if (o->is_json)
        recon_json(&w, NULL, r->recon, r->lang);
    else if (recon_is_there(r))
        result = add_tables(&text, r, o, e);
    else
        buf_addf(&text, "%s\n",
            lang_text(r->lang, N_("No invoice and no payment was among the files.")));
    if (result == 0)
        result = buf_ok(&text, e);
    if (result == 0)
        result = write_text(buf_sv(&text), reading, o, e);
    if (result == 0)
        output_report(o, &lines);
    buf_release(&lines);
    buf_release(&text);
    return result;
}

static int
run_reconcile(const struct options *o)
{
    struct reading reading;
    struct reconciling x = { .recon = { .arena = ARENA_INIT } };
    struct err e = ERR_INIT;
    int code;

    opening_init(&reading, o);
    code = opening_run(&reading, o, true);
    if (code == EXIT_DONE) {
        code = reconciling_read(&x, &reading, &e) < 0
            ? EXIT_PARTLY : reconciling_run(&x, &reading, &e);
        if (code == EXIT_DONE)
            code = keeping_judge(&reading.keeping, &reading, NULL, NULL, &e);
        if (code == EXIT_DONE && redacting_results(o, &reading, NULL, NULL, &x.recon, &e) < 0)
            code = EXIT_OUTPUT;
        if (code != EXIT_DONE) {
            code = output_failure(o, &e, code);
        } else {
            const struct results r = { .ledger = &reading.import.ledger,
                .import = &reading.import, .formats = &reading.formats,
                .lang = (enum lang)o->lang, .version = GPUBILL_VERSION, .recon = &x.recon,
                .config = reading.config };

            code = opening_report(&reading, o);
            for (size_t i = 0; i < x.recon.warnings.n; i++)
                output_warning(o, NULL, 0, &x.recon.warnings.at[i].message);
            if (print(&r, &reading, o, &e) < 0 || keeping_commit(&reading.keeping, NULL, &e) < 0) {
                output_error(o, &e);
                code = EXIT_OUTPUT;
            }
        }
    }
    reconciling_release(&x);
    reading_release(&reading);
    return code;
}

static const struct example examples[] = {
    { "bills invoices", N_("what is covered, and what is not") },
    { "--json bills", N_("the same for programs") },
    { .arguments = NULL },
};

const struct command command_reconcile = {
    .name = "reconcile",
    .summary = N_("Compare invoices with charges, recharges and payments."),
    .usage = N_("[OPTION]... PATH..."),
    .details = N_("Shows which charges an invoice covers, which none covers and why, and what is "
        "wrong with an invoice before the finance office says it. The buyer and what "
        "invoices must show come from gpubill.json."),
    .examples = examples,
    .order = 4,
    .options = OPTIONS_INPUT | OPTIONS_PERIOD | OPTIONS_JSON | OPTIONS_RECONCILE,
    .run = run_reconcile,
};
