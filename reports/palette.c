/*
 * palette.c - one colour for each thing that is drawn, the same on every chart and page.
 */
#include "reports/palette.h"

static const struct paint categories[CATEGORY_COUNT] = {
    [CATEGORY_NONE] = { 0xC9C9C9, false },
    [CATEGORY_GPU] = { 0x0072B2, true },
    [CATEGORY_CPU] = { 0x8FCDF1, false },
    [CATEGORY_SYSTEM_DISK] = { 0xF8DFA6, false },
    [CATEGORY_DATA_DISK] = { 0xE69F00, false },
    [CATEGORY_FILE_STORAGE] = { 0xD55E00, true },
    [CATEGORY_OBJECT_STORAGE] = { 0xEAAF80, false },
    [CATEGORY_SNAPSHOT] = { 0x8A5A00, true },
    [CATEGORY_IMAGE] = { 0xC4AC7F, false },
    [CATEGORY_TRAFFIC] = { 0x009E73, true },
    [CATEGORY_PUBLIC_ADDRESS] = { 0x80CEB9, false },
    [CATEGORY_SOFTWARE] = { 0xCC79A7, false },
    [CATEGORY_MODEL_API] = { 0x8E3F6C, true },
    [CATEGORY_SUPPORT] = { 0x666666, true },
    [CATEGORY_TAX] = { 0x999999, false },
    [CATEGORY_CREDIT] = { 0xF0E442, false },
    [CATEGORY_OTHER] = { 0xB3B3B3, false },
};

static const struct paint certainties[] = {
    [CERTAIN] = { 0xD55E00, true },
    [LIKELY] = { 0xE69F00, false },
    [POSSIBLE] = { 0xF0E442, false },
};

static const struct paint gpu_states[GPU_STATES] = {
    [GPU_USED] = { 0x0072B2, true },
    [GPU_IDLE] = { 0xE69F00, false },
    [GPU_UNKNOWN] = { 0xDDDDDD, false },
};

struct paint
palette_category(enum category c)
{
    return categories[c];
}

struct paint
palette_certainty(enum certainty c)
{
    return certainties[c];
}

struct paint
palette_gpu_state(enum gpu_state s)
{
    return gpu_states[s];
}

unsigned
palette_ink(struct paint p)
{
    return p.is_dark ? 0xFFFFFF : 0x000000;
}
