/*
 * usage_labels.c - the labels of a Prometheus series: which GPU, and on what.
 */
#include "parsers/usage_labels.h"

/* Most bytes of what labels say together. */
#define LABELS_MAX 4096

/* A UUID without the "GPU-" that others write before it. */
#define BARE_UUID 36

/* Labels that name the GPU; of several the highest rank is taken. */
static const struct {
    const char *name;
    unsigned rank;
} gpu_names[] = {
    { "uuid", 4 }, { "gpu_uuid", 4 }, { "pci_bus_id", 3 }, { "bus_id", 3 }, { "gpu", 2 },
    { "gpu_index", 2 }, { "index", 2 }, { "minor_number", 2 }, { "gpu_id", 2 }, { "device", 1 },
};
#define GPU_NAMES (sizeof(gpu_names) / sizeof(gpu_names[0]))

/* Labels that name neither a GPU nor an instance, but something inside, or a product. */
static const char *const passed[] = { "__name__", "modelname", "name", "model", "job", "container",
    "namespace", "pod", "exported_container", "exported_namespace", "exported_pod",
    "exported_job", "dcgm_fi_driver_version", "driver_version", "gpu_i_profile", "err_code",
    "err_msg", "vgpu", "arch" };
#define PASSED (sizeof(passed) / sizeof(passed[0]))

void
usage_labels_init(struct usage_labels *l)
{
    *l = (struct usage_labels){ .gpu_rank = 0 };
    buf_init(&l->host, LABELS_MAX);
    buf_init(&l->gpu, LABELS_MAX);
    buf_init(&l->part, LABELS_MAX);
}

void
usage_labels_release(struct usage_labels *l)
{
    buf_release(&l->host);
    buf_release(&l->gpu);
    buf_release(&l->part);
}

void
usage_labels_reset(struct usage_labels *l)
{
    buf_reset(&l->host);
    buf_reset(&l->gpu);
    buf_reset(&l->part);
    l->gpu_rank = 0;
}

static void
set_gpu(struct usage_labels *l, struct sv value, unsigned rank)
{
    if (rank <= l->gpu_rank || value.n == 0)
        return;
    l->gpu_rank = rank;
    buf_reset(&l->gpu);
    if (rank == gpu_names[0].rank && value.n == BARE_UUID && value.p[8] == '-')
        buf_add_text(&l->gpu, "GPU-");
    buf_add(&l->gpu, value);
}

void
usage_labels_add(struct usage_labels *l, struct sv name, struct sv value)
{
    for (size_t i = 0; i < GPU_NAMES; i++) {
        if (!sv_is_folded(name, sv_of(gpu_names[i].name)))
            continue;
        set_gpu(l, value, gpu_names[i].rank);
        return;
    }
    if (sv_is_folded(name, SV("gpu_i_id"))) {
        buf_reset(&l->part);
        buf_add(&l->part, value);
        return;
    }
    for (size_t i = 0; i < PASSED; i++)
        if (sv_is_folded(name, sv_of(passed[i])))
            return;
    if (l->host.n > 0)
        buf_add_char(&l->host, ' ');
    buf_add(&l->host, value);
}

struct sv
usage_labels_gpu(struct usage_labels *l)
{
    if (l->gpu.n == 0)
        buf_add_char(&l->gpu, '0');
    if (l->part.n > 0) {
        buf_add_text(&l->gpu, "/");
        buf_add(&l->gpu, buf_sv(&l->part));
    }
    return buf_sv(&l->gpu);
}
