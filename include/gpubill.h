/*
 * gpubill.h - libgpubill: bills of GPU and cloud platforms, read and judged by a program of yours.
 *
 * A review is what the command `gpubill review` does: open one, say what it is to be like, add
 * bills, usage and state logs, invoices and payments in any mixture, run it once, then walk what it
 * found and write the same reports.
 *
 *     struct gpubill *review = gpubill_open();
 *     int code = gpubill_add_path(review, "bills");
 *
 *     if (code == GPUBILL_DONE)
 *         code = gpubill_run(review);
 *     if (code != GPUBILL_DONE)
 *         fprintf(stderr, "%s\n", gpubill_error(review));
 *     gpubill_close(review);
 *
 * Amounts and quantities are exact decimals as text ("12.5", "-0.003"): at most 20 digits, and 18
 * behind the point; no exponent, no zeros at the end, never rounded. Times are milliseconds since
 * 1970-01-01T00:00:00Z. Texts are UTF-8 and end with a NUL.
 *
 * Threads. The library has no state of its own: reviews do not know of each other, and several
 * threads may each have one. One review is used by one thread at a time; but once gpubill_run() has
 * returned, any number of threads may walk it together, each with rows of its own. Running starts
 * threads, which have ended when it returns.
 *
 * What it does to your program. It writes nothing to standard output or standard error, never ends
 * the process, installs no handler of signals, and asks for no locale. It reads what you name, the
 * formats of the user in $XDG_CONFIG_HOME/gpubill/formats, and while it runs uses $TMPDIR. It
 * starts programs (found by PATH, without a shell, with limits) for PDF and pictures of invoices
 * and for charts only. When memory is out it says so and can be closed.
 *
 * What is stable. Functions, codes and tables keep their meaning and number in all releases that
 * have this file's GPUBILL_ABI, columns of tables their names; more of each may be added. That is
 * why columns are asked for by name.
 */
#ifndef GPUBILL_H
#define GPUBILL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number behind libgpubill.so. */
#define GPUBILL_ABI 0

#if defined(__GNUC__)
#define GPUBILL_API __attribute__((visibility("default")))
#else
#define GPUBILL_API
#endif

/* A review. */
struct gpubill;

/* Rows of a table of a review, and which of them is the current one. */
struct gpubill_rows;

/* How a call ended. All but GPUBILL_MISUSE of a NULL review are told by gpubill_error(). */
enum gpubill_code {
    GPUBILL_DONE = 0,
    GPUBILL_USAGE = 2,  /* an option or the config is wrong */
    GPUBILL_PARTLY = 3, /* done as far as possible: something that was added could not be read or
                         * recognised, or with the option "strict" a record was rejected or a
                         * file in a folder was not recognised */
    GPUBILL_OUTPUT = 4, /* a report or the kept ledger could not be written */
    GPUBILL_BUG = 5,    /* an internal check failed: the sums do not close. Please report it */
    GPUBILL_NOMEM = 6,  /* memory is out, or more in use than the option "memory" allows */
    GPUBILL_MISUSE = 7, /* the call makes no sense here: out of order, or an argument is NULL */
};

/* "0.1.0". For the life of the program. */
GPUBILL_API const char *gpubill_version(void);

/*
 * A new review, to be closed by gpubill_close(): of the whole months that hold all lines, in the
 * time zone +08:00, in English, with a thread for each processor, without a config. NULL when
 * memory is out.
 */
GPUBILL_API struct gpubill *gpubill_open(void);

/* Free ${review}, and the texts that it gave out. Free its rows before: they must not be used any
 * more, not by gpubill_next() either. NULL is fine. */
GPUBILL_API void gpubill_close(struct gpubill *review);

/*
 * Set an option, before gpubill_run(). ${name} and ${value} are copied. The names, and what they
 * take, are those of the command line without the dashes:
 *
 *     config         path of a gpubill.json (none is looked for)
 *     formats        folder with formats of the user's own
 *     format         id of the format of files whose content leaves it open
 *     timezone       where days and months begin: +08:00; wins over that of the config
 *     month          2026-03
 *     from, to       days, 2026-03-01; `to` is excluded
 *     lang           language of messages and reports: en, zh
 *     jobs           threads, 1 to 1024
 *     memory         most bytes of memory of the whole process: 8G (none)
 *     limit          NAME=N, one of what is read at most; may be set again for another one
 *     usage          INSTANCE=FILE: whose utilisation log it is; may be set again
 *     usage-columns  columns of nvidia-smi logs without headings
 *     previous       path of an earlier review.json; may be set again
 *     ledger-db      path of the SQLite file that keeps the ledger
 *     strict         yes, no: a rejected record, or a file in a folder that is not recognised,
 *                    makes gpubill_run() return GPUBILL_PARTLY
 *     force          yes, no: gpubill_write() may write into folders that gpubill did not make
 *
 * GPUBILL_USAGE where the name is not known or the value cannot be one; what depends on other
 * options or on files (a month, a config) is looked at by gpubill_run(). GPUBILL_NOMEM,
 * GPUBILL_MISUSE.
 */
GPUBILL_API int gpubill_set(struct gpubill *review, const char *name, const char *value);

/*
 * The config is the ${size} bytes at ${bytes}, which stay until gpubill_run() has returned. ${name}
 * stands for its path in messages and is copied. GPUBILL_NOMEM, GPUBILL_MISUSE.
 */
GPUBILL_API int gpubill_set_config(struct gpubill *review, const char *name, const void *bytes,
    size_t size);

/*
 * Have gpubill_run() read ${path}: a file, a folder with all in it, or "-", standard input. It is
 * copied, and not looked at before. GPUBILL_NOMEM, GPUBILL_MISUSE.
 */
GPUBILL_API int gpubill_add_path(struct gpubill *review, const char *path);

/*
 * Have gpubill_run() read the ${size} bytes at ${bytes} as if they were the file ${name}, also an
 * archive or a workbook. The bytes stay until gpubill_run() has returned; ${name} is copied, stands
 * in all that is said of them, and is given once only, else GPUBILL_USAGE. What they are is told by
 * their content; only of logs, the name may tell the instance. GPUBILL_NOMEM, GPUBILL_MISUSE.
 */
GPUBILL_API int gpubill_add_bytes(struct gpubill *review, const char *name, const void *bytes,
    size_t size);

/*
 * Read all that was added, sum it, judge it by the rules, compare invoices with charges. Once for a
 * review.
 *
 * GPUBILL_DONE; or GPUBILL_PARTLY, where all the rest is there and gpubill_error() tells the first
 * of what is not. In both cases tables can be walked and reports written. Any other code: neither;
 * a kept ledger is as before.
 */
GPUBILL_API int gpubill_run(struct gpubill *review);

/*
 * What went wrong in the last call that did not return GPUBILL_DONE, in the language of the review,
 * one line: "bills/march.csv:17: ...". "" where nothing did. Valid until the next call with
 * ${review}; of NULL, "".
 */
GPUBILL_API const char *gpubill_error(const struct gpubill *review);

/*
 * Write the report into ${folder}, as `--out` and `--write` do: ${list} is "all", or some of html,
 * md, csv, json, xlsx, charts with commas between. The folder is there as a whole or as it was.
 * Behind gpubill_run(). Charts that cannot be drawn, for want of gnuplot, are left out.
 * GPUBILL_USAGE, GPUBILL_OUTPUT, GPUBILL_NOMEM, GPUBILL_MISUSE.
 */
GPUBILL_API int gpubill_write(struct gpubill *review, const char *folder, const char *list);

/* Takes the next ${size} bytes of a file. Returns 0, or anything else to end it. */
typedef int gpubill_sink(void *context, const char *bytes, size_t size);

/*
 * Give one file of the report to ${sink}, in pieces: ${file} is review.json, report.html,
 * report.md, reimbursement.html, ledger.csv, findings.csv, rejected.csv or reconciliation.csv;
 * pages are without charts. Behind gpubill_run(). GPUBILL_OUTPUT where ${sink} ends it;
 * GPUBILL_USAGE where there is no such file, GPUBILL_NOMEM, GPUBILL_MISUSE.
 */
GPUBILL_API int gpubill_give(struct gpubill *review, const char *file, gpubill_sink *sink,
    void *context);

/*
 * Tables of a review. Behind each: its columns, as texts unless they are marked: $ an amount or
 * quantity, @ a time, # a number, ? "yes" or "no". A cell is empty where nothing is known. Columns
 * in brackets stand in the words of review.json, which docs/LEDGER.md and docs/RULES.md explain.
 */
enum gpubill_table {
    /* One row: @from, @to, which is excluded; both empty where there are no lines. */
    GPUBILL_PERIOD = 1,

    /* What was added, each file and each member of an archive; by path: path, sha256, kind (bill,
     * usage, states, invoice, payment, ours, config, unknown), format, platform, encoding,
     * evidence_level, ?named, #records, #ledger_lines, #rejected, #skipped.blank,
     * #skipped.repeated-header, #skipped.total-row, #skipped.not-a-charge, #skipped.already-seen,
     * #skipped.out-of-period, #skipped.folded, #skipped.observation (records = ledger_lines +
     * rejected + all that is skipped), failure (why it could not be read), #failure_line. */
    GPUBILL_INPUTS = 2,

    /* Per input and currency: path, currency, $billed, $declared_total (that the file states). */
    GPUBILL_INPUT_SUMS = 3,

    /* Records that are none: path, #line, reason, column, raw, message. */
    GPUBILL_REJECTIONS = 4,

    /* code, path (empty: of the run as a whole), #line, message. Of each code and input the first
     * 20 are kept. */
    GPUBILL_WARNINGS = 5,

    /* The charges that count, in the order of ledger.csv, with its columns (FOCUS names): times are
     * those called ...Start and ...End, amounts and quantities those called ...Cost, ...Price,
     * ...Quantity, x_GpuCount, x_Discount, x_Voucher, x_Cash, x_Moved and x_Balance; x_SourceLine
     * is a number. */
    GPUBILL_LEDGER = 6,

    /* Per currency: currency, #lines, $list, $discount, $billed, $voucher, $cash, $refunds, $moved,
     * #lines_without_list, $leaks_gross, $leaks_net. */
    GPUBILL_TOTALS = 7,

    /* platform, category, currency, #lines, $billed. */
    GPUBILL_SPEND = 8,

    /* day (2026-03-01, in the review's zone), platform, category, currency, $billed. */
    GPUBILL_SPEND_BY_DAY = 9,

    /* platform, resource, name, sku, currency, $billed, $gpu_hours. */
    GPUBILL_SPEND_BY_RESOURCE = 10,

    /* project, currency, $billed. */
    GPUBILL_SPEND_BY_PROJECT = 11,

    /* id (F001), rule, certainty (certain, likely, possible), platform, account, resource (the
     * instance), name, currency, @from, @to, $billed, $leak, $net (of the leak, without what other
     * findings take), ?waived, reason (of the waiver), message, advice, #lines. */
    GPUBILL_FINDINGS = 12,

    /* The lines of findings: finding, path, #line, $billed, $leak, $net. */
    GPUBILL_FINDING_LINES = 13,

    /* Per rule and currency: rule, currency, #findings, $gross, $net. */
    GPUBILL_LEAKS_BY_RULE = 14,

    /* What could not be judged: what, platform, account, resource, $gpu_hours, rules (ids with a
     * blank between). */
    GPUBILL_UNKNOWN = 15,

    /* What may be invoiced: id (C001), platform, account, basis, @month, @from, @to, order_id,
     * currency, $amount, $covered, status (uncovered, partly-covered, covered, credit). */
    GPUBILL_CLAIMS = 16,

    /* id (R001), platform, account, @time, order_id, currency, $amount, status (paid, unpaid). */
    GPUBILL_RECHARGES = 17,

    /* id (I001), number, code, kind, issued (2026-03-05), seller, seller_tax_id, buyer,
     * buyer_tax_id, currency, $net, $tax, $total, status (matched, partly-matched, unmatched,
     * invalid, other-period), #step, detail, ?ambiguous, #solutions. */
    GPUBILL_INVOICES = 18,

    /* What was checked on invoices: invoice, check, ?ok, effect (invalid, warning), message. */
    GPUBILL_CHECKS = 19,

    /* What invoices take of claims: invoice, number, claim, currency, $amount. */
    GPUBILL_MATCHES = 20,

    /* id (P001), channel, @time, payee, order_id, currency, $amount, status (matched, unmatched),
     * #solutions. */
    GPUBILL_PAYMENTS = 21,

    /* Per currency: currency, $claimable, $invoiced, $covered, $uncovered, $voucher,
     * $invoices_without_charges. */
    GPUBILL_INVOICE_TOTALS = 22,

    /* What lies between claimable and invoiced: kind, platform, currency, $amount, $tolerance,
     * message. */
    GPUBILL_DIFFERENCES = 23,
};

/* The number of the column ${name} of ${table}, for gpubill_text() and gpubill_number(); -1 where
 * there is none. It may be another one in another release. */
GPUBILL_API int gpubill_column(enum gpubill_table table, const char *name);

/* The name of column ${column} of ${table}, from 0 on; NULL behind the last one, and where there is
 * no such table. For the life of the program. */
GPUBILL_API const char *gpubill_column_name(enum gpubill_table table, int column);

/*
 * The rows of ${table}, before the first one; in the order of review.json. Free them with
 * gpubill_rows_free(), before gpubill_close(). ${of} is NULL for all rows; else rows of the same
 * review that stand on one, to which these belong, now and also when ${of} moves on or is freed:
 *
 *     of an input:    INPUT_SUMS, REJECTIONS, WARNINGS, LEDGER
 *     of a finding:   FINDING_LINES, LEDGER
 *     of a claim:     MATCHES, LEDGER (what it was made from, also outside of the period)
 *     of an invoice:  MATCHES, CHECKS
 *
 * NULL when memory is out, before gpubill_run() has ended well, and for a table that is not there
 * or does not belong to ${of}.
 */
GPUBILL_API struct gpubill_rows *gpubill_rows(const struct gpubill *review,
    enum gpubill_table table, const struct gpubill_rows *of);

/* NULL is fine. */
GPUBILL_API void gpubill_rows_free(struct gpubill_rows *rows);

/* Step to the next row. 1, or 0 where there is no more (and for NULL). */
GPUBILL_API int gpubill_next(struct gpubill_rows *rows);

/*
 * The cell of the current row as text: "" where it is empty; amounts as above, times as
 * 2026-03-01T08:00:00Z, messages in the language of the review. It is exact, and not made safe for
 * a terminal or a page. Valid until gpubill_next() or gpubill_rows_free(). NULL when memory is out,
 * where there is no such column, and where ${rows} stands on no row.
 */
GPUBILL_API const char *gpubill_text(struct gpubill_rows *rows, int column);

/*
 * The cell of the current row into ${out}: of times milliseconds UTC, of ? 0 or 1. 1 where there is
 * one; 0, with ${out} left alone, where the cell is empty, is no time, number or ? (amounts are
 * none: they are texts), or as gpubill_text() gives NULL.
 */
GPUBILL_API int gpubill_number(const struct gpubill_rows *rows, int column, int64_t *out);

#ifdef __cplusplus
}
#endif

#endif
