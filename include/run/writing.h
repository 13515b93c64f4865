/*
 * writing.h - the files of a report.
 */
#ifndef RUN_WRITING_H
#define RUN_WRITING_H

#include "reports/outdir.h"
#include "reports/render.h"

/* What --write can name; bits. */
enum output {
    OUTPUT_HTML = 1 << 0,
    OUTPUT_MARKDOWN = 1 << 1,
    OUTPUT_CSV = 1 << 2,
    OUTPUT_JSON = 1 << 3,
    OUTPUT_CHARTS = 1 << 4,
    OUTPUT_XLSX = 1 << 5,
};
#define OUTPUT_ALL 63u

/* What the bits are called, in their order, then "all"; NULL-ended. */
extern const char *const writing_words[];

/* Most charts of a report. */
#define WRITING_CHARTS_MAX 64

struct writing {
    const struct results *results;
    struct arena arena; /* of the charts' images */
    struct chart_image charts[WRITING_CHARTS_MAX];
    size_t chart_count;
    bool owns_stderr;      /* to be set by a program: as for book_new() */
    struct message remark; /* what there is to say of the charts; format NULL: nothing */
};

/* Read ${list}, as "html,json" or "all", into ${out}. -1: ERR_USAGE, which names ${option}. */
int writing_outputs(unsigned *out, const char *option, const char *list, struct err *e);

/* ${results} outlive ${w}. */
void writing_init(struct writing *w, const struct results *results);
void writing_release(struct writing *w);

/* Write the files of ${outputs}, bits of enum output, into ${out}. -1: ERR_IO, ERR_NOMEM,
 * ERR_LIMIT. */
int writing_write(struct writing *w, struct outdir *out, unsigned outputs, struct err *e);

/*
 * Give the file ${name} of a report, as "review.json", to ${sink}. Pages have the charts that were
 * drawn before. -1: ERR_USAGE where it is no file of text, and what writing_write() and ${sink}
 * say.
 */
int writing_give(const struct writing *w, const char *name, render_sink *sink, void *context,
    struct err *e);

#endif
