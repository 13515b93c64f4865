/*
 * chart.h - charts by gnuplot, a separate process.
 *
 * Data goes to gnuplot as files, never as script text: what stands in a bill can be drawn, never
 * run. The scripts are reports/charts/<name>.gp; each is run without a shell, with limits on time
 * and memory, in the folder that holds its data file.
 */
#ifndef REPORTS_CHART_H
#define REPORTS_CHART_H

#include "base/arena.h"
#include "reports/render.h"

/*
 * Draw all charts of ${r} into ${folder} (made if missing) as NAME.svg and NAME.png. ${images} gets
 * those drawn, in order of the page, with their SVG texts in ${arena}; ${*n} at most ${max}. A
 * chart without data is left out. Without gnuplot, or where it fails: ${*drawn} false and ${why}
 * says so (one warning; everything else goes on). Of characters that no font of this machine has
 * the NAME.png show boxes, and ${why} says that; its format is NULL where there is nothing to say.
 * -1: ERR_IO for ${folder}, ERR_NOMEM.
 */
int chart_draw_all(const struct results *r, const char *folder, struct arena *arena,
    struct chart_image *images, size_t max, size_t *n, bool *drawn, struct message *why,
    struct err *e);

#endif
