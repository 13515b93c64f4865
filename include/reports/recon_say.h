/*
 * recon_say.h - a reconciliation in words, the same in every output.
 */
#ifndef REPORTS_RECON_SAY_H
#define REPORTS_RECON_SAY_H

#include "reports/results.h"
#include "reports/say.h"
#include "reports/table.h"

/* What a status, a kind of difference, a check is called; keys for lang_text(). */
const char *recon_claim_title(enum claim_status s);
const char *recon_match_title(enum matched m);
const char *recon_difference_title(const char *kind);
const char *recon_check_title(const char *check);

/* How an invoice was matched, by the number of the step: a key for lang_text(); NULL for none. */
const char *recon_step_title(unsigned step);

/* How ${v} was matched: "order ids", "one charge", ..., with what is to be said of it. */
void recon_say_step(struct buf *out, const struct results *r, const struct recon_invoice *v);

/* The checks of ${v} that failed, each with its sentence, parted by "; ". Warnings only where
 * ${with_warnings}. */
void recon_say_checks(struct buf *out, const struct results *r, const struct recon_invoice *v,
    bool with_warnings);

/* What to do about each check of ${v} that failed, as recon_say_checks() tells of them. */
void recon_say_todo(struct buf *out, const struct results *r, const struct recon_invoice *v,
    bool with_warnings);

/* What files of ${v} state otherwise than the best of them, parted by "; ". */
void recon_say_contradictions(struct buf *out, const struct results *r,
    const struct recon_invoice *v);

/* What ${v} is over: its rest after red letters where it counts, else what it states. */
struct money recon_total_of(const struct recon_invoice *v);

/* Ids of claims that ${v} covers: "C001, C004". */
void recon_say_covers(struct buf *out, const struct results *r, const struct recon_invoice *v);

/* The name of a channel of payments; what has none is its own. Borrowed. */
const char *recon_say_channel(const struct results *r, const char *word);

/* "one of 3 ways" for 3 ${solutions}; "" for one. */
const char *recon_say_ways(char text[MESSAGE_TEXT_MAX], const struct results *r,
    unsigned solutions);

/* Why nothing, or not all, of ${c} is covered; where an invoice is for it that does not count,
 * its id belongs behind: recon_say_invalid(). Borrowed. */
const char *recon_say_gap(const struct results *r, const struct claim *c);

/* " (I009)": the invoice that would cover ${c} if it counted; nothing where there is none. */
void recon_say_invalid(struct buf *out, const struct results *r, const struct claim *c);

/* "2026-03-05", "2026-03-01 to 2026-03-31" of a claim, in the review's zone. */
void recon_say_days(struct buf *out, const struct results *r, const struct claim *c);

/* True where there is something to say: invoices or payments were given. */
bool recon_is_there(const struct results *r);

/* The totals of ${currency}; NULL where there are none. */
const struct recon_total *recon_total_in(const struct recon *recon, const char *currency);

/* Charges that no invoice covers, or not in whole. */
uint64_t recon_open_claims(const struct recon *recon);

/* What ${out} holds as a text of ${t}; ${out} is empty afterwards. NULL: memory. */
const char *recon_keep(struct table *t, struct buf *out);

#endif
