/*
 * say.h - how results are put into words and figures for people, the same in every output.
 */
#ifndef REPORTS_SAY_H
#define REPORTS_SAY_H

#include "base/buf.h"
#include "reports/results.h"

/* Room for any figure that say_amount() and say_share() write, with the NUL. */
#define SAY_FIGURE_MAX 72

/* Most currencies of say_currencies(). */
#define SAY_CURRENCIES_MAX 64

/* The name of platform ${id} in the results' language. Borrowed. */
const char *say_platform(const struct results *r, const char *id);

/* Whether lines of platform ${id} come from a format whose headings are assumed. */
bool say_is_assumed(const struct results *r, const char *id);

/* Room for what say_platform_read() writes, with the NUL. */
#define SAY_PLATFORM_MAX 160

/* say_platform(), with words for it where say_is_assumed(). Borrowed, or in ${out}. */
const char *say_platform_read(char out[SAY_PLATFORM_MAX], const struct results *r,
    const char *id);

/* The name of category ${c} in the results' language. Borrowed. */
const char *say_category(const struct results *r, enum category c);

/* How the headings of a format of evidence level ${level} are known; "" for none. Borrowed. */
const char *say_evidence(const struct results *r, const char *level);

/* The title of the format of ${in}, or that it was not recognised. Borrowed. */
const char *say_format(const struct results *r, const struct input *in);

/* Why ${in} could not be read to its end, and what was skipped: "total rows 1, already seen 2". */
void say_skipped(struct buf *out, const struct results *r, const struct input *in);

/* What was billed in ${currency}; 0 if nothing. */
struct money say_total(const struct results *r, const char *currency);

/* What ${currency} is where it is no money but a platform's own unit; "" for money. Borrowed. */
const char *say_unit(const struct results *r, const char *currency);

/* "3,284.17": two decimals, or fewer where the currency has fewer. Returns ${out}. */
const char *say_amount(char out[SAY_FIGURE_MAX], struct money m, const char *currency);

/* "12.6 %" of 0.126. Returns ${out}. */
const char *say_share(char out[SAY_FIGURE_MAX], struct money share);

/* ${part} / ${whole} to 4 decimals; 0 where ${whole} is 0. */
struct money say_part_of(struct money part, struct money whole);

/* "4,812". Returns ${out}. */
const char *say_count(char out[SAY_FIGURE_MAX], uint64_t n);

/*
 * The currencies of the totals, those of most lines first, into ${out}; those of account moves
 * alone are left out. Returns how many, at most SAY_CURRENCIES_MAX.
 */
size_t say_currencies(const struct results *r, const struct review_total **out);

/*
 * The period: "2026-03", "2026-02 to 2026-03" for whole months, else days, the last included.
 */
void say_period(struct buf *out, const struct results *r);

/* "1 file", "23 files": ${one} or ${many}, keys for lang_text() with one %s for the count. */
void say_plural(struct buf *out, const struct results *r, uint64_t n, const char *one,
    const char *many);

/* What leaked in ${currency}; NULL where nothing was judged. Borrowed. */
const struct audit_leak *say_leak(const struct results *r, const char *currency);

/* What leaks for certain in ${currency}, net. */
struct money say_certain_leak(const struct results *r, const char *currency);

/* True where ${f} counts as a leak: it is not waived and its leak is not 0. */
bool say_is_leak(const struct finding *f);

/* How many findings count as leaks, in ${currency} or, where it is NULL, in all. */
size_t say_leak_count(const struct results *r, const char *currency);

/* What is unknown, and which file would settle it: keys for lang_text(). */
const char *say_unknown(enum unknown_what what);
const char *say_remedy(enum unknown_what what);

/* The title of the rule of ${f}; of a custom one what it says, else its id. Borrowed. */
const char *say_rule(const struct results *r, const struct finding *f);

/* "2026-03-05", "2026-02-01 to 2026-03-31": the days of [${from}, ${to}); nothing where ${from} is
 * unknown. */
void say_days(struct buf *out, const struct results *r, int64_t from, int64_t to);

/* From when to when ${f} is, as say_days(). */
void say_span(struct buf *out, const struct results *r, const struct finding *f);

/*
 * The verdict on ${currency}: "Of CNY 3,284.17 spent, 412.36 leaked (12.6 %); 280.00 of it is
 * certain."; where nothing was judged or billed, what say_verdict() says.
 */
int say_leak_verdict(struct buf *out, const struct results *r, const struct review_total *total,
    struct err *e);

/*
 * What was spent in ${currency} in the month before, and the change: "2026-02: CNY 2,910.55,
 * +12.8 %"; nothing where no review of it was given.
 */
void say_change(struct buf *out, const struct results *r, const char *currency);

/*
 * What was spent in all currencies as one amount: "together about CNY 3,968.61, by the rates of the
 * config"; nothing where there is one currency, or a rate is missing.
 */
void say_converted(struct buf *out, const struct results *r);

/* "GPU 53.5 %, data disk 31.0 data disk": the ${n} largest categories of ${currency}. */
int say_largest_categories(struct buf *out, const struct results *r, const char *currency,
    size_t n, struct err *e);

/*
 * The sentence on what was spent in ${currency}: "CNY 3,284.17 was spent on 7 platforms, 80.4 % of
 * it on GPU."; nothing where nothing was.
 */
int say_verdict(struct buf *out, const struct results *r, const struct review_total *total,
    struct err *e);

/* "1,637 records = 1,066 ledger lines + 571 skipped + 0 rejected". */
void say_accounts(struct buf *out, const struct results *r);

/* "In no sum: 2 rejected records, 3 files that gpubill does not know."; nothing where all that was
 * given is in the sums. */
void say_gaps(struct buf *out, const struct results *r);

/* The sentence on what could not be judged for want of files; "" if there is none. Borrowed. */
const char *say_not_judged(const struct results *r);

/* The GPU hours of resource ${i} of the review; NULL where it has none. */
const struct gpu_use *say_gpu_use(const struct results *r, size_t i);

/* GPU hours about whose use nothing is known. */
struct money say_unknown_hours(const struct results *r);

/* What there was: platforms with spend, files, records and what became of them, warnings. */
struct say_counts {
    uint64_t platforms, files;
    uint64_t unread, unknown; /* files not read to their end; files that nothing recognises */
    uint64_t records, lines, skipped, rejected, warnings;
};
void say_count_all(struct say_counts *out, const struct results *r);

/* Whether ${in} may be a bill that is missing, since nothing recognises it. */
bool say_is_unknown(const struct input *in);

/* What stands in place of sums where there are none: that nothing was spent, or, where no bill was
 * read, that. */
const char *say_nothing_spent(const struct results *r);

#endif
