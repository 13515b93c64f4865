/*
 * output.c - writing to the terminal.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/command.h"
#include "app/output.h"
#include "base/file.h"
#include "redact/redaction.h"

#define WIDTH_DEFAULT 80
#define WIDTH_MIN 40
#define WIDTH_MAX 160
#define BLOCK_BYTES 16384

void
output_keep_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/*
 * Write ${text} as it is safe to show; ends of lines and tabs stay. It needs no memory, so that it
 * can be told that there is none.
 */
static int
write_safe(int fd, struct sv text, struct err *e)
{
    char block[BLOCK_BYTES];
    size_t n = 0;

    while (text.n > 0) {
        if (n + SV_ESCAPED_MAX > sizeof(block)) {
            if (file_write_fd(fd, (struct sv){ block, n }, e))
                return -1;
            n = 0;
        }
        if (text.p[0] == '\n' || text.p[0] == '\t') {
            block[n++] = text.p[0];
            text = sv_part(text, 1, text.n);
        } else {
            n += sv_escape_next(&text, block + n);
        }
    }
    return file_write_fd(fd, (struct sv){ block, n }, e);
}

int
output_lines(struct sv text, struct err *e)
{
    return write_safe(STDOUT_FILENO, text, e);
}

int
output_text(struct sv text, struct err *e)
{
    return isatty(STDOUT_FILENO) ? output_lines(text, e) : file_write_fd(STDOUT_FILENO, text, e);
}

int
output_coloured(struct sv text, struct err *e)
{
    return file_write_fd(STDOUT_FILENO, text, e);
}

int
output_sink(void *context, struct sv piece, struct err *e)
{
    (void)context;
    return output_text(piece, e);
}

static void
write_error(const struct buf *line)
{
    struct err ignored = ERR_INIT;

    /* There is nowhere left to say that standard error cannot be written. */
    (void)write_safe(STDERR_FILENO, buf_sv(line), &ignored);
}

/* ${e} as a line; with --redact, without what tells of people. Returns ${text}. */
static const char *
say(const struct options *o, const struct err *e, char text[ERR_TEXT_MAX])
{
    struct err shown = *e;

    if (o->redaction)
        redaction_err(o->redaction, &shown);
    return err_text(&shown, o->lang, text, ERR_TEXT_MAX);
}

void
output_error(const struct options *o, const struct err *e)
{
    char text[ERR_TEXT_MAX];
    struct buf line;

    /* Who has seen enough of standard output, as `head`, need not be told. */
    if (e->code == ERR_GONE && e->path[0] == '\0')
        return;
    buf_init(&line, sizeof(text) + 64);
    buf_add_text(&line, "gpubill: ");
    buf_add_text(&line, say(o, e, text));
    buf_add_char(&line, '\n');
    write_error(&line);
    buf_release(&line);
}

int
output_failure(const struct options *o, const struct err *e, int code)
{
    output_error(o, e);
    return e->code == ERR_NOMEM ? EXIT_OUTPUT : code;
}

int
output_answer(const struct options *o, struct buf *text, int code)
{
    struct err e = ERR_INIT;
    int result = buf_ok(text, &e);

    if (result == 0)
        result = o->is_json ? output_text(buf_sv(text), &e) : output_lines(buf_sv(text), &e);
    if (result == 0)
        return code;
    output_error(o, &e);
    return EXIT_OUTPUT;
}

void
output_note(const struct options *o, const struct message *m)
{
    const struct err note = { .code = ERR_NONE, .message = *m };
    char text[ERR_TEXT_MAX];
    struct buf line;

    if (o->is_quiet)
        return;
    buf_init(&line, sizeof(text) + 1);
    buf_add_text(&line, say(o, &note, text));
    buf_add_char(&line, '\n');
    write_error(&line);
    buf_release(&line);
}

void
output_report(const struct options *o, const struct buf *lines)
{
    if (!o->is_quiet)
        write_error(lines);
}

void
output_warning(const struct options *o, const char *path, uint64_t line, const struct message *m)
{
    struct err place = { .code = ERR_NONE, .line = 0, .message = *m };
    char text[ERR_TEXT_MAX];
    struct buf out;

    if (o->is_quiet)
        return;
    if (path)
        err_at(&place, path, line);
    buf_init(&out, sizeof(text) + 64);
    buf_add_text(&out, lang_text(o->lang, N_("warning: ")));
    buf_add_text(&out, say(o, &place, text));
    buf_add_char(&out, '\n');
    write_error(&out);
    buf_release(&out);
}

bool
output_is_coloured(const struct options *o)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (o->colour != WHEN_AUTO)
        return o->colour == WHEN_ALWAYS;
    if (no_color && *no_color)
        return false;
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

/* What COLUMNS says, as POSIX has it, else what the terminal says; 0 where nobody says anything. */
static size_t
stated_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size = { 0 };
    size_t width = 0;

    for (const char *p = columns; p && *p >= '0' && *p <= '9' && width <= WIDTH_MAX; p++)
        width = width * 10 + (size_t)(*p - '0');
    if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return width;
}

size_t
output_width(void)
{
    size_t width = isatty(STDOUT_FILENO) ? stated_width() : 0;

    if (width == 0)
        return WIDTH_DEFAULT;
    if (width < WIDTH_MIN)
        return WIDTH_MIN;
    return width > WIDTH_MAX ? WIDTH_MAX : width;
}
