/*
 * render.h - outputs: from results and tables to files. No arithmetic on money here.
 */
#ifndef REPORTS_RENDER_H
#define REPORTS_RENDER_H

#include "base/buf.h"
#include "reports/results.h"
#include "reports/table.h"

/* A table as aligned text for a terminal of ${width} columns; ${is_colour} adds SGR sequences. */
void render_text_table(struct buf *out, const struct table *t, enum lang lang, size_t width,
    bool is_colour);

/* A table as a Markdown table with its note, and as an HTML table, without (texts escaped); the
 * same in Markdown of its first ${rows} rows alone. */
void render_markdown_table(struct buf *out, const struct table *t, enum lang lang);
void render_markdown_rows(struct buf *out, const struct table *t, size_t rows, enum lang lang);
void render_html_table(struct buf *out, const struct table *t, enum lang lang);

/*
 * The summary after `gpubill review`: period, counts, spent per currency, bars by platform with
 * their categories, warnings, and the path of the page. design of the page, "The terminal". No line
 * but the path's is wider than ${width}, which is 40 at least.
 */
int render_summary(struct buf *out, const struct results *r, const char *page, size_t width,
    bool is_colour, struct err *e);

/* Where a large output goes, piece by piece: 0 or -1 with ${e}. */
typedef int render_sink(void *context, struct sv piece, struct err *e);

/* The ledger: all lines that count, all columns, in ledger order. CSV with headings, or one JSON
 * object a line with the columns that have a value. */
int render_ledger_csv(const struct ledger *l, render_sink *sink, void *context, struct err *e);
int render_ledger_ndjson(const struct ledger *l, render_sink *sink, void *context, struct err *e);

/* The tables that engines are given (`gpubill sql --part ddl`), in the order of --table's words. */
enum engine_table { ENGINE_LEDGER, ENGINE_INPUTS, ENGINE_STATES, ENGINE_USAGE, ENGINE_TABLE_COUNT };

struct engine_tables {
    const struct ledger *ledger; /* settled */
    const struct observations *observations;
    const struct gpu_types *gpu_types; /* or NULL */
    int zone_minutes;
    uint64_t first_row; /* x_Row of the first line: 0 where the ledger is whole */
};

/* One of them as CSV with headings: all lines but FATE_NOT_ASKED. */
int render_engine_table(const struct engine_tables *t, enum engine_table table, render_sink *sink,
    void *context, struct err *e);

/* The headings of a table, and lines alone, as CSV or one object a line: for a ledger that comes in
 * blocks. */
int render_engine_headings(enum engine_table table, render_sink *sink, void *context,
    struct err *e);
int render_engine_lines(const struct engine_tables *t, bool is_json, render_sink *sink,
    void *context, struct err *e);

/* The lines that count as bookkeeping (reports/journal.h): a beancount file, an hledger journal.
 * Days begin in the zone of ${zone_minutes}. */
int render_beancount(const struct ledger *l, int zone_minutes, render_sink *sink, void *context,
    struct err *e);
int render_hledger(const struct ledger *l, int zone_minutes, render_sink *sink, void *context,
    struct err *e);

/* review.json, rejected.csv, findings.csv (one row per finding). */
int render_review_json(struct buf *out, const struct results *r, struct err *e);
int render_rejected_csv(const struct ledger *l, render_sink *sink, void *context, struct err *e);
int render_findings_csv(const struct results *r, render_sink *sink, void *context, struct err *e);

/* review.xlsx at ${path}; ${scratch} is a folder for what is written meanwhile; ${owns_stderr} as
 * for book_new(). -1: ERR_IO with the path, ERR_NOMEM. */
int render_xlsx(const char *path, const char *scratch, const struct results *r, bool owns_stderr,
    struct err *e);

/* The invoices as FOCUS 1.4 Invoice Detail, CSV; into ${lines} what of it they do not tell, for
 * people. r->recon is there. */
int render_invoice_detail(struct buf *out, struct buf *lines, const struct results *r,
    struct err *e);

/* reconciliation.csv; reimbursement.html, the page that is printed for the finance office. */
int render_reconciliation_csv(struct buf *out, const struct results *r, struct err *e);
int render_reimbursement_html(struct buf *out, const struct results *r, struct err *e);

struct chart_image {
    const char *name;  /* "spend-by-category" */
    const char *title; /* a key for lang_text() */
    struct sv svg;
};

/* ${charts}: the ${n} that were drawn; the page embeds them, Markdown links to charts/NAME.png. */
int render_report_html(struct buf *out, const struct results *r, const struct chart_image *charts,
    size_t n, struct err *e);
int render_report_markdown(struct buf *out, const struct results *r,
    const struct chart_image *charts, size_t n, struct err *e);

#endif
