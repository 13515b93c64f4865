/*
 * formats.c - all formats of a run: the user's and those that are compiled in.
 */
#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/embedded.h"
#include "base/file.h"
#include "base/vec.h"
#include "parsers/gpu_types.h"
#include "parsers/names.h"
#include "parsers/outline.h"
#include "parsers/pattern.h"

/* Names among which the nearest is looked for. */
#define NEAREST_AMONG 1024

/* Largest format file that is read. */
#define FORMAT_FILE_MAX (4u << 20)

extern const struct embedded embedded_formats[];

/* Take ${f} into the list, unless a format of that id is there: then it is freed. */
static int
take(struct formats *out, struct format *f, struct err *e)
{
    if (!f)
        return -1;
    if (formats_find(out, sv_of(f->id))) {
        format_free(f);
        return 0;
    }
    if (vec_grow(&out->list, 1, SIZE_MAX, e)) {
        format_free(f);
        return -1;
    }
    f->gpu_types = out->gpu_types;
    out->list.at[out->list.n++] = f;
    return 0;
}

static int
load_file(struct formats *out, const char *path, struct err *e)
{
    struct buf text;
    int result = -1;

    buf_init(&text, FORMAT_FILE_MAX);
    if (file_read(&text, path, e) == 0)
        result = take(out, format_load(path, buf_sv(&text), e), e);
    buf_release(&text);
    return result;
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char **at;
    size_t n, room;
};

/* The names of the *.json files in ${folder}, sorted; each to be freed. */
static int
list_folder(struct names *out, const char *folder, bool may_be_absent, struct err *e)
{
    DIR *dir = opendir(folder);
    int errnum = errno, result = -1;
    struct dirent *entry;

    /* A home that cannot be entered, as in a container of another user, is none. */
    if (!dir && may_be_absent && (errnum == ENOENT || errnum == ENOTDIR ||
        (errnum == EACCES && access(folder, F_OK) < 0)))
        return 0;
    if (!dir) {
        err_system(e, errnum, "the folder of formats cannot be opened");
        return err_at(e, folder, 0);
    }
    while ((entry = readdir(dir)) != NULL) {
        struct sv name = sv_of(entry->d_name);
        char *copy;

        if (entry->d_name[0] == '.' || !sv_ends(name, SV(".json")))
            continue;
        if (vec_grow(out, 1, SIZE_MAX, e))
            goto done;
        copy = strdup(entry->d_name);
        if (!copy) {
            err_nomem(e);
            goto done;
        }
        out->at[out->n++] = copy;
    }
    if (out->n > 0)
        qsort(out->at, out->n, sizeof(*out->at), compare_names);
    result = 0;

done:
    closedir(dir);
    return result;
}

static int
load_folder(struct formats *out, const char *folder, bool may_be_absent, struct err *e)
{
    struct names names = { 0 };
    struct buf path;
    int result = list_folder(&names, folder, may_be_absent, e);

    buf_init(&path, 65536);
    for (size_t i = 0; i < names.n; i++) {
        if (result == 0 && (file_join(&path, folder, names.at[i], e) ||
            load_file(out, path.p, e)))
            result = -1;
        free(names.at[i]);
    }
    vec_release(&names);
    buf_release(&path);
    return result;
}

/* The user's own folder, where the environment tells it. */
static int
load_own(struct formats *out, struct err *e)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    struct buf folder;
    int result = 0;

    buf_init(&folder, 65536);
    if (config && config[0] == '/')
        buf_addf(&folder, "%s/gpubill/formats", config);
    else if (home && home[0] == '/')
        buf_addf(&folder, "%s/.config/gpubill/formats", home);
    if (folder.n > 0)
        result = buf_ok(&folder, e) || load_folder(out, folder.p, true, e) ? -1 : 0;
    buf_release(&folder);
    return result;
}

/* A copy of ${outline}, which is that of ${file}. */
static struct format *
outline_new(const struct format *outline, const struct embedded *file, struct err *e)
{
    struct format *f = malloc(sizeof(*f));

    if (!f) {
        err_nomem(e);
        return NULL;
    }
    memcpy(f, outline, sizeof(*f));
    atomic_init(&f->loaded, NULL);
    f->file = file;
    if (f->named_text[0]) {
        f->named_by = pattern_new(sv_of(f->named_text), e);
        if (!f->named_by) {
            format_free(f);
            return NULL;
        }
    }
    return f;
}

static int
load_embedded(struct formats *out, struct err *e)
{
    for (size_t i = 0; format_outlines[i].id; i++)
        if (take(out, outline_new(&format_outlines[i], &embedded_formats[i], e), e))
            return -1;
    return 0;
}

int
formats_load(struct formats *out, const char *folder, struct err *e)
{
    *out = (struct formats){ 0 };
    out->gpu_types = gpu_types_load(e);
    if (!out->gpu_types)
        return -1;
    if ((folder && load_folder(out, folder, false, e)) || load_own(out, e) ||
        load_embedded(out, e)) {
        formats_release(out);
        return -1;
    }
    return 0;
}

void
formats_release(struct formats *f)
{
    for (size_t i = 0; i < f->list.n; i++)
        format_free(f->list.at[i]);
    vec_release(&f->list);
    gpu_types_free(f->gpu_types);
    f->gpu_types = NULL;
}

const struct format *
formats_find(const struct formats *f, struct sv id)
{
    for (size_t i = 0; i < f->list.n; i++)
        if (sv_is(sv_of(f->list.at[i]->id), id))
            return f->list.at[i];
    return NULL;
}

const char *
formats_nearest(const struct formats *f, struct sv word)
{
    const char *known[NEAREST_AMONG + 1];
    size_t n = 0;

    for (size_t i = 0; i < f->list.n && n + 1 < NEAREST_AMONG; i++) {
        known[n++] = f->list.at[i]->id;
        if (f->list.at[i]->platform[0])
            known[n++] = f->list.at[i]->platform;
    }
    known[n] = NULL;
    return name_nearest(word, known);
}

const char *
formats_platform_words(char buf[FORMATS_PLATFORM_MAX], const struct formats *f, const char *id)
{
    const char *en = f ? formats_platform_title(f, id, LANG_EN) : id;

    if (id[0] == '\0')
        (void)snprintf(buf, FORMATS_PLATFORM_MAX, MESSAGE_KEY "%s", N_("unknown platform"));
    else if (en == id)
        (void)snprintf(buf, FORMATS_PLATFORM_MAX, "%s", id);
    else
        (void)snprintf(buf, FORMATS_PLATFORM_MAX, MESSAGE_PAIR "%s" MESSAGE_PAIR "%s", en,
            formats_platform_title(f, id, LANG_ZH));
    return buf;
}

const char *
formats_title_words(char *buf, size_t room, const struct formats *f, const char *id)
{
    const struct format *found = formats_find(f, sv_of(id));
    size_t half = (room - 3) / 2;

    if (found)
        (void)snprintf(buf, room, MESSAGE_PAIR "%.*s" MESSAGE_PAIR "%.*s",
            SV_ARG(sv_head(sv_of(found->title.en), half)),
            SV_ARG(sv_head(sv_of(found->title.zh), half)));
    else
        (void)snprintf(buf, room, "%s", id);
    return buf;
}

const char *
formats_platform_title(const struct formats *f, const char *id, enum lang lang)
{
    for (size_t i = 0; i < f->list.n; i++) {
        const struct format *g = f->list.at[i];

        if (sv_is(sv_of(g->platform), sv_of(id)) && g->platform_title.en[0])
            return lang == LANG_ZH ? g->platform_title.zh : g->platform_title.en;
    }
    return id;
}
