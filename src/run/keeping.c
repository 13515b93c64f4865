/*
 * keeping.c - the ledger of --ledger-db in a run: what is new goes in, all the rest comes out.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "run/reading.h"
#include "store/store_judgement.h"

/* Room for the number of minutes of a time zone. */
#define NUMBER_MAX 16

void
keeping_release(struct keeping *k)
{
    holding_release(&k->holding);
    store_close(k->store);
    k->store = NULL;
}

/* Whether the folder ${at} is ${folder} or lies in it; links are followed. */
static bool
is_within(struct buf *at, const struct stat *folder)
{
    struct stat here, above;

    if (stat(at->p, &above) < 0)
        return false;
    do {
        here = above;
        if (here.st_dev == folder->st_dev && here.st_ino == folder->st_ino)
            return true;
        buf_add_text(at, "/..");
        if (at->failed || stat(at->p, &above) < 0)
            return false;
    } while (above.st_dev != here.st_dev || above.st_ino != here.st_ino);
    return false;
}

/* The folder that ${path} lies in, into ${out}; its name there. */
static struct sv
split(struct buf *out, const char *path)
{
    struct sv p = sv_of(path);
    size_t start;

    while (p.n > 1 && p.p[p.n - 1] == '/')
        p.n--;
    for (start = p.n; start > 0 && p.p[start - 1] != '/'; start--)
        ;
    buf_add(out, (struct sv){ p.p, start });
    buf_add_char(out, '.');
    return sv_part(p, start, p.n);
}

/* The report and the ledger may be one path, at which nothing is as yet. */
static int
refuse_ledger_as_report(const struct run_options *o, struct err *e)
{
    struct sv ledger, report;
    struct buf a, b;
    struct stat x, y;
    int result = 0;

    buf_init(&a, ERR_PATH_MAX);
    buf_init(&b, ERR_PATH_MAX);
    ledger = split(&a, o->ledger_db);
    report = split(&b, o->out);
    if (sv_is(ledger, report) && !a.failed && !b.failed && stat(a.p, &x) == 0 &&
        stat(b.p, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino) {
        (void)err_set(e, ERR_USAGE, N_("--ledger-db and --out name the same path; name two"));
        result = err_at(e, o->ledger_db, 0);
    }
    buf_release(&a);
    buf_release(&b);
    return result;
}

/* The report replaces its folder, with a kept ledger that is made in it meanwhile. */
static int
refuse_ledger_in_report(const struct run_options *o, struct err *e)
{
    const char *name = strrchr(o->ledger_db, '/');
    struct stat out;
    struct buf at;
    int result = 0;

    if (stat(o->out, &out) < 0)
        return 0;
    buf_init(&at, ERR_PATH_MAX);
    buf_add(&at, (struct sv){ o->ledger_db, name ? (size_t)(name - o->ledger_db) : 0 });
    buf_add_text(&at, name ? "/" : ".");
    if (!at.failed && is_within(&at, &out)) {
        (void)err_set(e, ERR_USAGE, N_("--ledger-db: the report replaces all that is in its "
            "folder; keep the ledger outside of it"));
        result = err_at(e, o->ledger_db, 0);
    }
    buf_release(&at);
    return result;
}

int
keeping_check(const struct run_options *o, struct err *e)
{
    struct store *s;

    if (!o->ledger_db)
        return 0;
    if (refuse_ledger_as_report(o, e) < 0 || refuse_ledger_in_report(o, e) < 0)
        return -1;
    /* A run that comes to nothing leaves no empty ledger behind. */
    if (access(o->ledger_db, F_OK) != 0)
        return 0;
    if (store_open(&s, o->ledger_db, e))
        return -1;
    store_close(s);
    return 0;
}

bool
keeping_is_own(const struct keeping *k, const char *found)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    bool is_own = false;
    struct buf path;

    buf_init(&path, ERR_PATH_MAX);
    for (size_t i = 0; k->path && i < sizeof(ends) / sizeof(ends[0]); i++) {
        buf_reset(&path);
        buf_addf(&path, "%s%s", k->path, ends[i]);
        is_own |= !path.failed && file_is_same(path.p, found);
    }
    buf_release(&path);
    return is_own;
}

int
keeping_take(struct keeping *k, struct import *im, struct err *e)
{
    if (!k->path)
        return 0;
    if ((k->is_export ? store_create(&k->store, k->path, e) : store_open(&k->store, k->path, e)) ||
        store_begin(k->store, e) || store_take(k->store, im, &k->holding, e))
        return -1;
    return 0;
}

/* What the content of a store depends on, beside its files. */
struct made_with {
    char zone[NUMBER_MAX];
    char config[SHA256_TEXT_MAX]; /* of its text; "" where there is none */
};

static int
find_made_with(struct made_with *m, const struct reading *r, struct err *e)
{
    struct sha256 *h;

    *m = (struct made_with){ .config = "" };
    (void)snprintf(m->zone, sizeof(m->zone), "%d", r->period.zone_minutes);
    if (!r->config)
        return 0;
    h = sha256_new();
    if (!h)
        return err_nomem(e);
    sha256_add(h, (struct sv){ r->config->text, r->config->text_length });
    sha256_text(h, m->config);
    sha256_free(h);
    return 0;
}

/* Whether the store was made with ${m}; if not, say so in it. */
static int
compare_made_with(struct store *s, const struct made_with *m, bool *is_same, struct err *e)
{
    const char *const values[][2] = { { "program", GPUBILL_VERSION }, { "zone_minutes", m->zone },
        { "config_sha256", m->config } };

    *is_same = true;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        bool is;

        if (store_meta_is(s, values[i][0], values[i][1], &is, e))
            return -1;
        if (!is && store_meta_set(s, values[i][0], values[i][1], e))
            return -1;
        *is_same &= is;
    }
    return 0;
}

/* The warnings of an input before a judgement that is not that of the report. */
struct said {
    size_t warnings, counts;
    struct warning_count *count;
};

static struct said *
note_warnings(const struct ledger *l, struct arena *arena)
{
    struct said *said = arena_array(arena, l->inputs.n + 1, sizeof(*said));

    for (size_t i = 0; said && i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        said[i] = (struct said){ in->warnings.n, in->warning_counts.n,
            arena_array(arena, in->warning_counts.n + 1, sizeof(struct warning_count)) };
        if (!said[i].count)
            return NULL;
        if (in->warning_counts.n > 0)
            memcpy(said[i].count, in->warning_counts.at,
                in->warning_counts.n * sizeof(*said[i].count));
    }
    return said;
}

static void
forget_warnings(struct ledger *l, const struct said *said)
{
    for (size_t i = 0; i < l->inputs.n; i++) {
        struct input *in = l->inputs.at[i];

        in->warnings.n = said[i].warnings;
        in->warning_counts.n = said[i].counts;
        if (said[i].counts > 0)
            memcpy(in->warning_counts.at, said[i].count,
                said[i].counts * sizeof(*said[i].count));
    }
}

/* A review of everything, which no report shows. */
struct whole {
    struct review review;
    struct audit audit;
    struct recon recon;
};

static int
judge(struct whole *w, struct reading *r, const struct period *p, struct err *e)
{
    struct import *im = &r->import;
    struct audit_input in = { .ledger = &im->ledger, .review = &w->review,
        .observations = &im->observations, .formats = &r->formats, .config = r->config,
        .rulebook = &r->rulebook, .memory_limit = r->options.limits.memory,
        .jobs = r->options.jobs };

    if (review_build(&w->review, &im->ledger, p, r->config, e) || audit_run(&w->audit, &in, e) ||
        recon_build(&w->recon, &im->ledger, &im->invoices, &im->observations.payments, p,
            &r->formats, r->config, NULL, e))
        return e->code == ERR_USAGE ? EXIT_USAGE : EXIT_PARTLY;
    return review_check(&w->review, e) || audit_check(&w->audit, e) || recon_check(&w->recon, e)
        ? EXIT_BUG : EXIT_DONE;
}

/* Keep what settling and judging found. */
static int
keep(struct keeping *k, const struct reading *r, const struct audit *audit,
    const struct recon *recon, struct err *e)
{
    return store_settle(k->store, &r->import, &k->holding, e) ||
        store_write_findings(k->store, audit, &k->holding, e) ||
        store_write_recon(k->store, recon, e) ? EXIT_OUTPUT : EXIT_DONE;
}

/* Judge and keep all lines; ${l} is open for all of them. */
static int
judge_all(struct keeping *k, struct reading *r, const struct period *p, struct err *e)
{
    struct whole w = { .recon = { .arena = ARENA_INIT } };
    int code = EXIT_PARTLY;

    if (settle_accounts(&r->import.ledger, e) == 0)
        code = judge(&w, r, p, e);
    if (code == EXIT_DONE)
        code = keep(k, r, &w.audit, &w.recon, e);
    recon_release(&w.recon);
    audit_release(&w.audit);
    review_release(&w.review);
    return code;
}

/* As judge_all() beside the report, which finds everything as it was. */
static int
judge_beside(struct keeping *k, struct reading *r, const struct period *p, struct err *e)
{
    struct ledger *l = &r->import.ledger;
    struct arena scratch = ARENA_INIT;
    const struct said *said = note_warnings(l, &scratch);
    int code = EXIT_PARTLY;

    if (said) {
        code = judge_all(k, r, p, e);
        forget_warnings(l, said);
    } else {
        (void)err_nomem(e);
    }
    settle_period(l, &r->period);
    if (code == EXIT_DONE && settle_accounts(l, e))
        code = EXIT_PARTLY;
    arena_release(&scratch);
    return code;
}

void
keeping_note_settled(struct keeping *k, const struct import *im)
{
    if (k->store)
        store_note_settled(im, &k->holding);
}

/* Whether the store was made with a config, and ${m} without: it may have been forgotten. */
static int
find_lost_config(struct store *s, const struct made_with *m, bool *is_lost, struct err *e)
{
    bool has, is;

    *is_lost = false;
    if (m->config[0] != '\0')
        return 0;
    if (store_meta_has(s, "config_sha256", &has, e) ||
        store_meta_is(s, "config_sha256", "", &is, e))
        return -1;
    *is_lost = has && !is;
    return 0;
}

int
keeping_judge(struct keeping *k, struct reading *r, const struct audit *audit,
    const struct recon *recon, struct err *e)
{
    struct period p = { .zone_minutes = r->period.zone_minutes };
    struct made_with with;
    bool is_same;

    if (!k->store)
        return EXIT_DONE;
    if (find_made_with(&with, r, e))
        return EXIT_PARTLY;
    if (find_lost_config(k->store, &with, &k->has_lost_config, e) ||
        compare_made_with(k->store, &with, &is_same, e))
        return EXIT_OUTPUT;
    if (is_same && holding_is_unchanged(&k->holding))
        return EXIT_DONE;
    settle_reopen(&r->import.ledger);
    settle_find_period(&r->import.ledger, &p);
    if (audit && recon && p.from == r->period.from && p.to == r->period.to)
        return keep(k, r, audit, recon, e);
    return judge_beside(k, r, &p, e);
}

/* The spend of the month before that of ${r}, by the lines that the store has of it. */
static int
add_month_before(struct reading *r, struct previous_reviews *previous, struct err *e)
{
    struct ledger *l = &r->import.ledger;
    const struct period *now = &r->period;
    struct period then = { .to = now->from, .zone_minutes = now->zone_minutes };
    struct review review;
    int result;

    then.from = time_month_start(now->from - 1, now->zone_minutes);
    if (!previous_is_month_before(&then, now))
        return 0;
    settle_reopen(l);
    settle_period(l, &then);
    result = review_build(&review, l, &then, r->config, e);
    if (result == 0 && review.spend.n > 0)
        result = previous_add(previous, &review, e);
    review_release(&review);
    settle_reopen(l);
    settle_period(l, now);
    return result;
}

int
keeping_history(struct keeping *k, struct reading *r, struct previous_reviews *previous,
    struct earlier *earlier, struct err *e)
{
    if (!k->store || k->is_export)
        return 0;
    if (add_month_before(r, previous, e))
        return -1;
    return store_read_uses(k->store, &r->period, earlier, e);
}

int
keeping_commit(struct keeping *k, const struct recon *reported, struct err *e)
{
    if (!k->store)
        return 0;
    if (reported && store_write_uses(k->store, reported, e))
        return -1;
    return store_commit(k->store, e);
}
