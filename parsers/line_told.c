/*
 * line_told.c - what the texts of a line tell beside its columns.
 */
#include "parsers/line_told.h"

#include "ledger/timestamp.h"
#include "record/json.h"

/* Tags under which platforms and people note when something was made. */
static const char *const created_keys[] = { "created", "created_at", "CreatedAt", "create_time",
    "CreateTime", "CreationTime", "创建时间" };

unsigned
line_spec_cards(const struct ledger_line *line, const struct gpu_types *types)
{
    static const enum text_column specs[] = { TEXT_RESOURCE_TYPE, TEXT_SKU_METER,
        TEXT_CHARGE_DESCRIPTION };
    struct gpu_type type;

    for (size_t i = 0; types && i < sizeof(specs) / sizeof(specs[0]); i++)
        if (gpu_types_find(types, ledger_text(line, TEXT_PLATFORM),
                sv_of(ledger_text(line, specs[i])), &type) && type.count > 0)
            return type.count;
    return 0;
}

int64_t
line_created_at(const struct ledger_line *line, int zone_minutes)
{
    struct sv text = sv_of(ledger_text(line, TEXT_TAGS));
    struct err ignored = ERR_INIT;
    struct time_text time = { .at = TIME_NONE };
    cJSON *tags = text.n > 0 ? record_json_parse(text, &ignored) : NULL;

    for (size_t i = 0; tags && i < sizeof(created_keys) / sizeof(created_keys[0]); i++) {
        const cJSON *item = cJSON_GetObjectItem(tags, created_keys[i]);

        if (cJSON_IsString(item) && time_parse(&time, sv_of(item->valuestring), DATE_YEAR_FIRST,
                zone_minutes, false, &ignored) == 0)
            break;
        time.at = TIME_NONE;
    }
    cJSON_Delete(tags);
    return time.at;
}
