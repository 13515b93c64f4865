/*
 * usage_dmon.c - nvidia-smi dmon, as text.
 *
 * Columns differ from driver to driver. Without -o DT there is no time in it, unless each line was
 * given one on its way into the file.
 */
#include "parsers/usage_table.h"

#define WORDS_MAX 64

static const struct {
    const char *name;
    struct usage_column column;
} known[] = {
    { USAGE_PREFIX, { .role = USAGE_TIME } },
    { "Date", { .role = USAGE_DATE } },
    { "Time", { .role = USAGE_CLOCK } },
    { "gpu", { .role = USAGE_GPU } },
    { "sm", { USAGE_VALUE, { USAGE_UTILISATION, USAGE_PERCENT, 1 }, 0 } },
    { "fb", { USAGE_VALUE, { USAGE_MEMORY_USED, USAGE_MIB, 1 }, 0 } },
    { "pwr", { USAGE_VALUE, { USAGE_POWER, USAGE_WATT, 1 }, 0 } },
};
#define KNOWN (sizeof(known) / sizeof(known[0]))

static bool
bind(struct sv name, struct usage_column *out)
{
    for (size_t i = 0; i < KNOWN; i++) {
        if (!sv_is_folded(name, sv_of(known[i].name)))
            continue;
        *out = known[i].column;
        return true;
    }
    return false;
}

static int
recognise(const struct usage_head *head)
{
    struct sv words[WORDS_MAX];
    struct usage_column c;
    size_t n = usage_blanks_headings(head, words, WORDS_MAX);
    bool has_gpu = false, has_value = false;

    for (size_t i = 0; i < n; i++) {
        if (sv_is_folded(words[i], SV("pid")))
            return 0;
        if (!bind(words[i], &c))
            continue;
        has_gpu |= c.role == USAGE_GPU;
        has_value |= c.role == USAGE_VALUE;
    }
    return has_gpu && has_value ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    static const struct usage_table table = { .bind = bind };

    return usage_blanks_read(sink, t, &table, 1, e);
}

static const char *const sources[] = {
    "nvidia-smi dmon --help",
    "github.com/utkuozdemir/nvidia_gpu_exporter, internal/captures: output of real machines", NULL,
};

const struct usage_reader usage_dmon = {
    .name = "nvidia-smi-dmon",
    .title = { "nvidia-smi dmon", "nvidia-smi dmon 的输出" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
