/*
 * glyphs.c - the characters that the fonts of this machine have.
 */
#include <stdlib.h>

#include "base/child.h"
#include "base/file.h"
#include "reports/glyphs.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LIST_BYTES_MAX ((size_t)64 << 20)
#define LIST_NAME "fonts.txt"
#define SECONDS_MAX 10
#define MEMORY_MAX ((uint64_t)1 << 30)

#define BOX 0x25A1

static bool
has(const struct glyphs *g, unsigned code)
{
    return !g->is_known || code < ' ' || code >= GLYPHS_END || (g->set[code / 32] >> code % 32 & 1);
}

/* Read a number in hex at the start of ${*s}, which moves on behind it. */
static bool
take_code(struct sv *s, unsigned *code)
{
    size_t n = 0;

    *code = 0;
    for (; n < s->n && n < 6; n++) {
        char c = s->p[n];

        if (c >= '0' && c <= '9')
            *code = *code * 16 + (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f')
            *code = *code * 16 + (unsigned)(c - 'a' + 10);
        else
            break;
    }
    *s = sv_part(*s, n, s->n);
    return n > 0;
}

/* Add "20-7e a0 ...". */
static void
add_ranges(struct glyphs *g, struct sv rest)
{
    unsigned first, last;

    for (; rest.n > 0; rest = sv_part(rest, 1, rest.n)) {
        if (rest.p[0] == ' ')
            continue;
        if (!take_code(&rest, &first))
            return;
        last = first;
        if (rest.n > 0 && rest.p[0] == '-') {
            rest = sv_part(rest, 1, rest.n);
            if (!take_code(&rest, &last))
                return;
        }
        for (unsigned code = first; code <= last && code < GLYPHS_END; code++)
            g->set[code / 32] |= UINT32_C(1) << code % 32;
        if (rest.n == 0)
            return;
    }
}

void
glyphs_add_list(struct glyphs *g, struct sv text)
{
    while (text.n > 0) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        struct sv line = sv_part(text, 0, n);
        size_t blank = sv_find(line, SV(" "), 0);

        if (blank != (size_t)-1 && !sv_starts(line, SV("Type 1 ")))
            add_ranges(g, sv_part(line, blank + 1, line.n));
        text = sv_part(text, end ? n + 1 : n, text.n);
    }
}

/* What fc-list prints; empty where it cannot be asked. */
static void
ask(const char *program, const char *folder, struct buf *list)
{
    const char *const argv[] = { "fc-list", "--format", "%{fontformat} %{charset}\n",
        ":scalable=true", NULL };
    const struct child child = { .program = program, .argv = argv, .folder = folder,
        .output = LIST_NAME, .seconds = SECONDS_MAX, .cpu_seconds = SECONDS_MAX,
        .memory = MEMORY_MAX, .file_size = LIST_BYTES_MAX };
    struct err ignored = ERR_INIT;
    struct buf path;
    int status;

    buf_init(&path, PATH_BYTES_MAX);
    if (child_run(&child, &status) != CHILD_DONE || status != 0 ||
        file_join(&path, folder, LIST_NAME, &ignored) || file_read(list, path.p, &ignored))
        buf_reset(list);
    buf_release(&path);
}

int
glyphs_find(struct glyphs *g, const char *folder, struct err *e)
{
    struct buf program, list;

    *g = (struct glyphs){ .set = calloc(GLYPHS_END / 32, sizeof(*g->set)) };
    if (!g->set)
        return err_nomem(e);
    buf_init(&program, PATH_BYTES_MAX);
    buf_init(&list, LIST_BYTES_MAX);
    if (child_find(&program, "fc-list"))
        ask(program.p, folder, &list);
    glyphs_add_list(g, buf_sv(&list));
    g->is_known = list.n > 0;
    buf_release(&program);
    buf_release(&list);
    return 0;
}

void
glyphs_release(struct glyphs *g)
{
    free(g->set);
    *g = (struct glyphs){ 0 };
}

size_t
glyphs_replace(const struct glyphs *g, struct sv text, struct buf *out)
{
    size_t replaced = 0, n;
    unsigned code;

    for (; text.n > 0; text = sv_part(text, n, text.n)) {
        n = sv_utf8(text, &code);
        if (n == 0 || has(g, code)) {
            n = n > 0 ? n : 1;
            buf_add(out, sv_part(text, 0, n));
            continue;
        }
        buf_add_utf8(out, has(g, BOX) ? BOX : '?');
        replaced++;
    }
    return replaced;
}
