/*
 * usage_dcgmi.c - dcgmi dmon, as text.
 *
 *     #Entity   GPUTL             POWER
 *     ID                          W
 *     GPU 0     75                185.300
 *
 * The entity is two words; instances of a GPU under MIG are entities of their own. There is no time
 * in it, unless each line was given one on its way into the file.
 */
#include "parsers/usage_table.h"

#define WORDS_MAX 64

static bool
bind(struct sv name, struct usage_column *out)
{
    *out = (struct usage_column){ .role = USAGE_OTHER };
    if (sv_is_folded(name, SV("Entity"))) {
        out->role = USAGE_GPU;
        return true;
    }
    if (sv_is(name, SV(USAGE_PREFIX))) {
        out->role = USAGE_TIME;
        return true;
    }
    if (!usage_metric_find(name, &out->metric))
        return false;
    out->role = USAGE_VALUE;
    return true;
}

static int
recognise(const struct usage_head *head)
{
    struct sv words[WORDS_MAX];
    size_t n = usage_blanks_headings(head, words, WORDS_MAX);

    for (size_t i = 0; i < n; i++)
        if (sv_is_folded(words[i], SV("Entity")))
            return usage_count_headings(bind, words, n) >= 2 ? USAGE_CERTAIN : 0;
    return 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    static const struct usage_table table = { .bind = bind };

    return usage_blanks_read(sink, t, &table, 2, e);
}

static const char *const sources[] = { "docs.nvidia.com/datacenter/dcgm: dcgmi dmon", NULL };

const struct usage_reader usage_dcgmi = {
    .name = "dcgmi-dmon",
    .title = { "NVIDIA DCGM, dcgmi dmon", "NVIDIA DCGM 的 dcgmi dmon 输出" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
