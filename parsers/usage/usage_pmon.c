/*
 * usage_pmon.c - nvidia-smi pmon, as text: one row per process.
 *
 * What the processes of one GPU take is added up. A row without a process is no sample: inside a
 * container nvidia-smi sees no processes, whatever runs.
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
    { "pid", { .role = USAGE_OTHER } },
    { "type", { .role = USAGE_OTHER } },
    { "command", { .role = USAGE_OTHER } },
    { "sm", { USAGE_VALUE, { USAGE_UTILISATION, USAGE_PERCENT, 1 }, 0 } },
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
    size_t n = usage_blanks_headings(head, words, WORDS_MAX);
    bool has_gpu = false, has_pid = false;

    for (size_t i = 0; i < n; i++) {
        has_gpu |= sv_is_folded(words[i], SV("gpu"));
        has_pid |= sv_is_folded(words[i], SV("pid"));
    }
    return has_gpu && has_pid ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    static const struct usage_table table = { .bind = bind, .is_by_process = true,
        .ends_in_text = true };

    return usage_blanks_read(sink, t, &table, 1, e);
}

static const char *const sources[] = {
    "nvidia-smi pmon --help",
    "github.com/utkuozdemir/nvidia_gpu_exporter, internal/captures: output of real machines", NULL,
};

const struct usage_reader usage_pmon = {
    .name = "nvidia-smi-pmon",
    .title = { "nvidia-smi pmon", "nvidia-smi pmon 的输出" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
