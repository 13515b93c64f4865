/*
 * page.h - the sections of report.html.
 */
#ifndef REPORTS_PAGE_H
#define REPORTS_PAGE_H

#include "reports/breakdown.h"
#include "reports/leak_groups.h"
#include "reports/render.h"
#include "reports/report.h"

/* Rows of evidence that the page has at most of one finding, and of all. */
#define PAGE_EVIDENCE_MAX 1000
#define PAGE_EVIDENCE_ALL 10000

/* Evidence of more rows is printed only where the reader has opened it. */
#define PAGE_EVIDENCE_PRINTED 12

/* Cards of one group of findings that the page has at most. */
#define PAGE_GROUP_MAX 100

/* Most reports. */
#define PAGE_REPORTS_MAX 64

/* The head: month, platforms, verdict, the large figures, the largest leaks. */
int page_head(struct buf *out, const struct results *r, struct err *e);

/* The findings that leak most, each with what to do; nothing where nothing leaks. */
int page_largest(struct buf *out, const struct results *r, struct err *e);

/* How many leaks are the largest; and in which currency: that with most lines which leaks at all,
 * since others are another measure. NULL: nothing leaks. */
#define PAGE_LARGEST 3
const char *page_leaking_currency(const struct results *r);

/* The links to the sections. */
void page_navigation(struct buf *out, const struct results *r);

/* The charts that were drawn. */
struct page_charts {
    const struct chart_image *at;
    size_t n;
};

/* Sections that have charts. */
enum page_place { PAGE_WHERE, PAGE_LEAKS, PAGE_UNKNOWN, PAGE_MONTHS };
enum page_place page_place_of(enum breakdown_kind kind);

/* The charts of a section, each with the table that it draws; the table alone where a chart was
 * not drawn. -1: ERR_NOMEM, ERR_RANGE. */
int page_charts(struct buf *out, const struct results *r, const struct page_charts *charts,
    enum page_place place, struct err *e);

/* The chart of ${b} for narrow screens: bars as HTML; of days, that the chart can be scrolled. */
void page_narrow(struct buf *out, const struct results *r, const struct breakdown *b);

/* "Where it leaked": a card for each finding. "What could not be judged." */
int page_findings(struct buf *out, const struct results *r, const struct page_charts *charts,
    struct err *e);
int page_unknown(struct buf *out, const struct results *r, const struct page_charts *charts,
    struct err *e);

/* Cards on their way to the page. */
struct page_cards {
    struct buf *out;
    const struct results *r;
    size_t shown;         /* cards of findings so far */
    size_t room;          /* for rows of evidence, on the whole page */
    struct money largest; /* that bars are drawn against; 0: none are */
};

/* A finding as a card under a heading of ${tag}; a group as one card, with a table of its findings
 * and, folded, the card of each: at most PAGE_GROUP_MAX, and a note says so. */
void page_card(struct page_cards *c, const struct finding *f, const char *tag);
void page_group(struct page_cards *c, const struct leak_group *g);

/* Where ${shown} of ${all} findings have a card, say so. */
void page_cards_note(const struct page_cards *c, size_t shown, size_t all);

/* The word for a certainty, behind its mark. */
void page_certainty(struct buf *out, const struct results *r, enum certainty certainty);

/* Every file that was read, and what became of its records. */
int page_inputs(struct buf *out, const struct results *r, struct err *e);

/* The rows behind ${f}, at most ${*room}, by which it is lowered; how its leak was computed. */
void page_evidence(struct buf *out, const struct results *r, const struct finding *f,
    size_t *room);

/* A heading of the page's own words; a table that may be wider or longer than its place, with its
 * note: it can be scrolled by keyboard as well; the same folded under its title and, with
 * ${is_summed}, followed by what all spend tables add up to. */
void page_heading(struct buf *out, const struct results *r, const char *tag, const char *title);
void page_table(struct buf *out, const struct table *t, const struct results *r);
void page_folded(struct buf *out, const struct table *t, const struct results *r, bool is_open,
    bool is_summed);

/*
 * The reports whose order is from ${from} up to ${to}, each with its anchor, in order. Those of
 * spend can be filtered and say their sum.
 */
int page_reports(struct buf *out, const struct results *r, int from, int to, struct err *e);

/*
 * The reports in their order into ${out} of ${max}; returns how many. Those of equal order stand
 * by name.
 */
size_t page_order(const struct report **out, size_t max);

#endif
