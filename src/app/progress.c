/*
 * progress.c - the progress bar.
 *
 * Any thread may report; the one that finds the next drawing due draws, the others pass by.
 */
#include <time.h>
#include <unistd.h>

#include "app/progress.h"
#include "base/file.h"

#define BAR_WIDTH 30
#define INTERVAL 100 /* milliseconds */

static long long
now(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void
write_bar(struct buf *line)
{
    struct err ignored = ERR_INIT;

    (void)file_write_fd(STDERR_FILENO, buf_sv(line), &ignored);
    buf_release(line);
}

void
progress_init(struct progress *p, const struct options *o)
{
    p->is_shown = o->progress == WHEN_ALWAYS ||
        (o->progress == WHEN_AUTO && !o->is_quiet && isatty(STDERR_FILENO));
    p->lang = o->lang;
    atomic_init(&p->next, now() + 2 * INTERVAL);
    atomic_init(&p->is_drawn, false);
}

void
progress_step(void *context, uint64_t done, uint64_t total)
{
    struct progress *p = context;
    long long due = atomic_load(&p->next), t;
    struct buf line;
    uint64_t permille;

    if (!p->is_shown || total == 0)
        return;
    t = now();
    if (t < due || !atomic_compare_exchange_strong(&p->next, &due, t + INTERVAL))
        return;
    permille = done >= total ? 1000 : (uint64_t)((double)done * 1000.0 / (double)total);
    buf_init(&line, 512);
    buf_addf(&line, "\r%s [", lang_text(p->lang, N_("Reading")));
    for (uint64_t i = 0; i < BAR_WIDTH; i++)
        buf_add_char(&line, i * 1000 < permille * BAR_WIDTH ? '#' : ' ');
    buf_addf(&line, "] %3llu %%  %llu / %llu MB ", (unsigned long long)permille / 10,
        (unsigned long long)(done / 1000000), (unsigned long long)(total / 1000000));
    atomic_store(&p->is_drawn, true);
    write_bar(&line);
}

void
progress_end(struct progress *p)
{
    struct buf line;

    if (!p->is_shown || !atomic_load(&p->is_drawn))
        return;
    buf_init(&line, 512);
    buf_add_char(&line, '\r');
    for (int i = 0; i < 79; i++)
        buf_add_char(&line, ' ');
    buf_add_char(&line, '\r');
    write_bar(&line);
}
