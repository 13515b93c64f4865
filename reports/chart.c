/*
 * chart.c - charts by gnuplot, a separate process.
 *
 * Each chart is drawn in a folder of its own inside the charts' folder, which holds the scripts and
 * its data files; the finished files are moved out and the folder is removed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/file.h"
#include "reports/chart.h"
#include "reports/chart_data.h"
#include "reports/chart_svg.h"
#include "reports/gnuplot.h"
#include "reports/output_names.h"
#include "reports/say.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define SVG_BYTES_MAX ((size_t)64 << 20)
#define WORK_NAME ".drawing"

extern const struct embedded embedded_charts[];

/* One run of chart_draw_all(). */
struct drawing {
    const struct results *r;
    const char *folder;
    struct buf work, program, path;
    struct glyphs glyphs;
    bool lacks_glyphs;
    struct arena *arena;
    struct message *why;
};

static const char *
joined(struct drawing *d, const char *folder, const char *name, struct err *e)
{
    return file_join(&d->path, folder, name, e) ? NULL : d->path.p;
}

static int
make_folder(const char *path, struct err *e)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return 0;
    (void)err_system(e, errno, "cannot make the folder");
    return err_at(e, path, 0);
}

static int
write_scripts(struct drawing *d, struct err *e)
{
    for (const struct embedded *s = embedded_charts; s->name; s++) {
        const char *path = joined(d, d->work.p, s->name, e);

        if (!path || file_write(path, (struct sv){ (const char *)s->bytes, s->length }, e))
            return -1;
    }
    return 0;
}

/* Move chart.png out as NAME.png. */
static int
take_png(struct drawing *d, const char *name, struct err *e)
{
    char file[BREAKDOWN_NAME_MAX + 8];
    struct buf from;
    int result = -1;

    buf_init(&from, PATH_BYTES_MAX);
    (void)snprintf(file, sizeof(file), "%s" OUTPUT_PNG, name);
    if (file_join(&from, d->work.p, "chart.png", e) || !joined(d, d->folder, file, e))
        goto done;
    result = rename(from.p, d->path.p);
    if (result < 0) {
        (void)err_system(e, errno, "cannot write");
        (void)err_at(e, d->path.p, 0);
    }

done:
    buf_release(&from);
    return result;
}

/* Write chart.svg, cleaned, as NAME.svg, and keep its text. 1: it is no SVG. */
static int
take_svg(struct drawing *d, const char *name, const char *title, struct chart_image *image,
    struct err *e)
{
    char file[BREAKDOWN_NAME_MAX + 8];
    struct buf raw, clean;
    int result = -1;

    buf_init(&raw, SVG_BYTES_MAX);
    buf_init(&clean, SVG_BYTES_MAX);
    (void)snprintf(file, sizeof(file), "%s" OUTPUT_SVG, name);
    if (!joined(d, d->work.p, "chart.svg", e) || file_read(&raw, d->path.p, e))
        goto done;
    (void)unlink(d->path.p);
    if (!chart_svg_clean(&clean, buf_sv(&raw), lang_text(d->r->lang, title))) {
        result = 1;
        goto done;
    }
    if (buf_ok(&clean, e) || !joined(d, d->folder, file, e) ||
        file_write(d->path.p, buf_sv(&clean), e))
        goto done;
    *image = (struct chart_image){ arena_text(d->arena, sv_of(name)), title,
        arena_sv(d->arena, buf_sv(&clean)) };
    result = image->name && image->svg.p ? 0 : err_nomem(e);

done:
    buf_release(&raw);
    buf_release(&clean);
    return result;
}

/* True where gnuplot left both files; it may end with success and have drawn nothing. */
static bool
is_drawn(struct drawing *d)
{
    struct err ignored = ERR_INIT;

    return joined(d, d->work.p, "chart.svg", &ignored) && access(d->path.p, R_OK) == 0 &&
        joined(d, d->work.p, "chart.png", &ignored) && access(d->path.p, R_OK) == 0;
}

/* Write the data of a chart. 1: amounts too large for an axis, and d->why says so. */
static int
write_data(struct drawing *d, const struct breakdown *b, const char *name,
    const struct glyphs *glyphs, size_t *replaced, struct err *e)
{
    struct err failure = ERR_INIT;

    if (chart_data_write(b, d->r, glyphs, d->work.p, replaced, &failure) == 0)
        return 0;
    if (failure.code == ERR_RANGE) {
        message_set(d->why, "the amounts of %s are too large to be drawn", name);
        return 1;
    }
    *e = failure;
    return -1;
}

/* Let gnuplot draw ${b} with texts that ${glyphs} allow. 1: it did not, and d->why says so. */
static int
run_gnuplot(struct drawing *d, const struct breakdown *b, const char *name,
    const struct glyphs *glyphs, size_t *replaced, struct err *e)
{
    static const struct program_limits usual = PROGRAM_LIMITS_INIT;
    const struct program_limits *limits = d->r->limits ? d->r->limits : &usual;
    char script[BREAKDOWN_NAME_MAX + 8];
    int result = write_data(d, b, name, glyphs, replaced, e);

    if (result != 0)
        return result;
    (void)snprintf(script, sizeof(script), "%s.gp", breakdown_script(b->kind));
    if (gnuplot_run(d->program.p, d->work.p, script, name, limits, d->why))
        return 1;
    if (is_drawn(d))
        return 0;
    message_set(d->why, "gnuplot drew nothing for %s", name);
    return 1;
}

/*
 * Draw one chart. 1: there is nothing to draw; 2: gnuplot failed, and d->why says so. The fonts of
 * this machine are those of the PNG; an SVG is shown with the reader's, and has all texts whole.
 */
static int
draw(struct drawing *d, const struct breakdown_id *id, struct chart_image *image, struct err *e)
{
    char name[BREAKDOWN_NAME_MAX];
    struct breakdown b;
    size_t replaced = 0, ignored;
    int result = -1;

    if (breakdown_build(&b, d->r, id->kind, id->currency, e))
        goto done;
    result = 1;
    if (b.bars.n == 0)
        goto done;
    (void)breakdown_name(name, d->r, id->kind, id->currency);
    result = run_gnuplot(d, &b, name, &d->glyphs, &replaced, e);
    if (result == 0)
        result = take_png(d, name, e);
    if (result == 0 && replaced > 0)
        result = run_gnuplot(d, &b, name, NULL, &ignored, e);
    d->lacks_glyphs |= replaced > 0;
    if (result == 0)
        result = take_svg(d, name, breakdown_title(&b), image, e);
    if (result == 1) {
        if (!d->why->format)
            message_set(d->why, "gnuplot drew nothing for %s", name);
        result = 2;
    }

done:
    breakdown_release(&b);
    return result;
}

static int
draw_each(struct drawing *d, struct chart_image *images, size_t max, size_t *n, bool *drawn,
    struct err *e)
{
    struct breakdown_id ids[BREAKDOWN_LIST_MAX];
    size_t count = breakdown_list(d->r, ids);

    for (size_t i = 0; i < count && *n < max; i++) {
        int result = draw(d, &ids[i], &images[*n], e);

        if (result < 0)
            return -1;
        if (result == 0)
            (*n)++;
        *drawn = result != 2;
        if (!*drawn)
            return 0;
    }
    return 0;
}

int
chart_draw_all(const struct results *r, const char *folder, struct arena *arena,
    struct chart_image *images, size_t max, size_t *n, bool *drawn, struct message *why,
    struct err *e)
{
    struct drawing d = { .r = r, .folder = folder, .arena = arena, .why = why };
    struct err ignored = ERR_INIT;
    int result = -1;

    *n = 0;
    *drawn = true;
    *why = (struct message){ .format = NULL };
    buf_init(&d.work, PATH_BYTES_MAX);
    buf_init(&d.program, PATH_BYTES_MAX);
    buf_init(&d.path, PATH_BYTES_MAX);
    if (!gnuplot_find(&d.program)) {
        message_set(why, "gnuplot is not installed, so there are no charts");
        *drawn = false;
        result = 0;
        goto done;
    }
    if (file_join(&d.work, folder, WORK_NAME, e) || make_folder(folder, e) ||
        make_folder(d.work.p, e))
        goto done;
    result = write_scripts(&d, e) || glyphs_find(&d.glyphs, d.work.p, e)
        ? -1
        : draw_each(&d, images, max, n, drawn, e);
    if (result == 0 && *drawn && d.lacks_glyphs)
        message_set(why, "no font here has some characters of the charts' labels: the PNG files "
            "show boxes in their place, the page does not; install a font that has them, for "
            "Chinese fonts-noto-cjk");
    if (file_remove_tree(d.work.p, result ? &ignored : e))
        result = -1;

done:
    glyphs_release(&d.glyphs);
    buf_release(&d.work);
    buf_release(&d.program);
    buf_release(&d.path);
    return result;
}
