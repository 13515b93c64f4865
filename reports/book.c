/*
 * book.c - a workbook (.xlsx) that is written sheet by sheet, by libxlsxwriter.
 *
 * Rows go to a temporary file as they end, so that memory does not grow with the ledger.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/vec.h"
#include "reports/book_inside.h"

#define CREATED 315532800 /* 1980, as the library says of the parts: not the time of the run */

void
book_note(struct book *b, lxw_error result)
{
    if (b->failure == LXW_NO_ERROR)
        b->failure = result;
}

static void
set_looks(struct book *b)
{
    static const struct {
        enum look look;
        const char *format;
    } numbers[] = {
        { LOOK_AMOUNT, "#,##0.00" },   { LOOK_AMOUNT_WHOLE, "#,##0" },
        { LOOK_QUANTITY, "#,##0.00" }, { LOOK_COUNT, "#,##0" },
        { LOOK_SHARE, "0.0%" },        { LOOK_TIME, "yyyy-mm-dd hh:mm:ss" },
        { LOOK_SUM, "#,##0.00" },      { LOOK_SUM_WHOLE, "#,##0" },
    };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        format_set_num_format(b->looks[numbers[i].look], numbers[i].format);
    for (unsigned i = LOOK_SUM; i <= LOOK_SUM_TEXT; i++) {
        format_set_bold(b->looks[i]);
        format_set_top(b->looks[i], LXW_BORDER_THIN);
    }
    for (unsigned i = LOOK_HEADING; i <= LOOK_HEADING_RIGHT; i++) {
        format_set_bold(b->looks[i]);
        format_set_bg_color(b->looks[i], 0xE8EEF2);
        format_set_bottom(b->looks[i], LXW_BORDER_THIN);
    }
    format_set_align(b->looks[LOOK_HEADING_RIGHT], LXW_ALIGN_RIGHT);
    format_set_text_wrap(b->looks[LOOK_LONG]);
    format_set_bold(b->looks[LOOK_TITLE]);
    format_set_font_size(b->looks[LOOK_TITLE], 16);
}

static int
make_looks(struct book *b)
{
    for (size_t i = 0; i < LOOKS; i++) {
        b->looks[i] = workbook_add_format(b->file);
        if (!b->looks[i])
            return -1;
        format_set_align(b->looks[i], LXW_ALIGN_VERTICAL_TOP);
    }
    set_looks(b);
    return 0;
}

int
book_new(struct book **out, const char *path, const char *scratch, enum lang lang,
    bool owns_stderr, struct err *e)
{
    struct book *b = calloc(1, sizeof(*b));
    /* The library wants them without const, and copies them. */
    char folder[ERR_PATH_MAX], author[] = "gpubill";
    lxw_workbook_options options = { .constant_memory = LXW_TRUE, .tmpdir = folder };
    lxw_doc_properties about = { .author = author, .created = CREATED };

    if (!b)
        return err_nomem(e);
    (void)snprintf(folder, sizeof(folder), "%s", scratch);
    b->path = path;
    b->lang = lang;
    b->owns_stderr = owns_stderr;
    buf_init(&b->text, (size_t)1 << 22);
    b->file = workbook_new_opt(path, &options);
    if (!b->file || make_looks(b)) {
        if (b->file)
            lxw_workbook_free(b->file);
        free(b);
        return err_nomem(e);
    }
    book_note(b, workbook_set_properties(b->file, &about));
    *out = b;
    return 0;
}

struct sheet *
book_sheet(struct book *b, const char *name)
{
    struct sheet *s = b->n < BOOK_SHEETS_MAX ? calloc(1, sizeof(*s)) : NULL;

    if (!s) {
        book_note(b, LXW_ERROR_MEMORY_MALLOC_FAILED);
        return NULL;
    }
    s->book = b;
    s->name = lang_text(b->lang, name);
    s->page = workbook_add_worksheet(b->file, s->name);
    if (!s->page) {
        book_note(b, LXW_ERROR_MEMORY_MALLOC_FAILED);
        free(s);
        return NULL;
    }
    buf_init(&s->exact, (size_t)1 << 16);
    worksheet_set_landscape(s->page);
    worksheet_set_paper(s->page, 9); /* A4 */
    worksheet_fit_to_pages(s->page, 1, 0);
    b->sheets[b->n++] = s;
    return s;
}

/* What went wrong into ${e}: -1, or 0 if nothing did. */
static int
tell_failure(const struct book *b, struct err *e)
{
    if (b->err.code != ERR_NONE)
        *e = b->err;
    else if (b->failure == LXW_NO_ERROR)
        return 0;
    else if (b->failure == LXW_ERROR_MEMORY_MALLOC_FAILED)
        return err_nomem(e);
    else if (errno != 0)
        (void)err_system(e, errno, "cannot write");
    else
        (void)err_set(e, ERR_IO, "cannot write the workbook; the disk may be full");
    return err_at(e, b->path, 0);
}

/* The bytes of rows that ${s} has in its temporary file, once the last row is there too. */
static uint64_t
take_size(struct sheet *s)
{
    FILE *rows = s->page->optimize_tmpfile;
    off_t size;

    lxw_worksheet_write_single_row(s->page);
    size = fflush(rows) == 0 && !ferror(rows) ? ftello(rows) : -1;
    if (size >= 0)
        return (uint64_t)size;
    book_note(s->book, LXW_ERROR_CREATING_TMPFILE);
    return 0;
}

/*
 * The library prints what goes wrong, whatever the user asked to hear, and of memory that runs out
 * it tells nobody else: something is missing then, and the file looks whole. So its words go into a
 * pipe that is looked at afterwards. That must be the descriptor: there is no other way to reach
 * the stream that it writes to.
 */
static lxw_error
close_and_listen(lxw_workbook *file)
{
    int ends[2] = { -1, -1 }, errnum = errno, kept = -1;
    lxw_error result;
    char word;

    if (pipe(ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept >= 0)
        (void)dup2(ends[1], STDERR_FILENO);
    errno = errnum;
    result = workbook_close(file);
    errnum = errno;
    if (kept >= 0) {
        (void)dup2(kept, STDERR_FILENO);
        (void)close(kept);
        if (result == LXW_NO_ERROR && read(ends[0], &word, 1) == 1)
            result = LXW_ERROR_MEMORY_MALLOC_FAILED;
    }
    for (size_t i = 0; i < 2; i++)
        if (ends[i] >= 0)
            (void)close(ends[i]);
    errno = errnum;
    return result;
}

int
book_close(struct book *b, struct err *e)
{
    uint64_t sizes[BOOK_SHEETS_MAX];
    int result;

    errno = 0;
    for (size_t i = 0; i < b->n; i++)
        sizes[i] = take_size(b->sheets[i]);
    book_note(b, b->owns_stderr ? close_and_listen(b->file) : workbook_close(b->file));
    result = tell_failure(b, e);
    if (result == 0)
        result = book_check(b->path, sizes, b->n, e);
    for (size_t i = 0; i < b->n; i++)
        sheet_free(b->sheets[i]);
    buf_release(&b->text);
    free(b);
    return result;
}
