/*
 * chart_data.c - a breakdown as the data files that the chart scripts read.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "reports/chart_data.h"
#include "reports/chart_layout.h"
#include "reports/say.h"

#define FILE_BYTES_MAX ((size_t)16 << 20)

static const char *const file_names[CHART_FILES] = {
    [CHART_FRAME] = "frame.tsv", [CHART_TEXTS] = "texts.tsv", [CHART_LEGEND] = "legend.tsv",
    [CHART_BARS] = "bars.tsv",   [CHART_HATCH] = "hatch.tsv", [CHART_PARTS] = "parts.tsv",
    [CHART_TICKS] = "ticks.tsv", [CHART_VALUES] = "values.tsv", [CHART_SCALE] = "scale.tsv",
};

static void
put_frame(struct layout *l)
{
    char low[MONEY_TEXT_MAX], high[MONEY_TEXT_MAX];
    struct buf *texts = &l->files[CHART_TEXTS];

    buf_addf(&l->files[CHART_FRAME], "%d.0\t%d.0\t%d.0\t%d.0\t%d.0\t%d.0\t%s\t%s\t%zu\n", l->width,
        l->height, l->left, l->right, l->top, l->bottom, money_format(low, l->low),
        money_format(high, l->high), l->b->bars.n);
    layout_text(texts, lang_text(l->r->lang, breakdown_title(l->b)), SIZE_MAX);
    buf_add_text(texts, "\n");
    buf_add_text(texts, l->b->kind == BREAKDOWN_GPU_TIME
        ? lang_text(l->r->lang, N_("GPU hours")) : l->b->currency);
    buf_add_text(texts, "  ");
    say_period(texts, l->r);
    buf_add_text(texts, "\n");
}

/* ${text} as ${glyphs} allow. */
static void
fit_text(struct buf *text, const struct glyphs *glyphs, size_t *replaced)
{
    struct buf fitting;

    if (!glyphs)
        return;
    buf_init(&fitting, FILE_BYTES_MAX);
    *replaced += glyphs_replace(glyphs, buf_sv(text), &fitting);
    buf_release(text);
    *text = fitting;
}

/* Not flushed to the disk: they are removed when the chart is drawn. */
static int
write_file(const char *folder, const char *name, const struct buf *text, struct err *e)
{
    struct buf path;
    int fd, result = -1;

    buf_init(&path, FILE_BYTES_MAX);
    if (buf_ok(text, e) || file_join(&path, folder, name, e))
        goto done;
    fd = file_open_private(path.p, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0) {
        (void)err_system(e, errno, "cannot write");
        (void)err_at(e, path.p, 0);
        goto done;
    }
    result = file_write_fd(fd, buf_sv(text), e) ? err_at(e, path.p, 0) : 0;
    (void)close(fd);

done:
    buf_release(&path);
    return result;
}

int
chart_data_write(const struct breakdown *b, const struct results *r,
    const struct glyphs *glyphs, const char *folder, size_t *replaced, struct err *e)
{
    struct layout l = { .b = b, .r = r };
    int result;

    *replaced = 0;
    for (size_t i = 0; i < CHART_FILES; i++)
        buf_init(&l.files[i], FILE_BYTES_MAX);
    result = b->kind == BREAKDOWN_DAY ? layout_columns(&l, e) : layout_bars(&l, e);
    if (result == 0)
        put_frame(&l);
    for (size_t i = 0; i < CHART_FILES; i++) {
        fit_text(&l.files[i], glyphs, replaced);
        if (result == 0)
            result = write_file(folder, file_names[i], &l.files[i], e);
        buf_release(&l.files[i]);
    }
    return result;
}
