/*
 * write_outlines.c - a program of the build: writes the tables of outline.h as C.
 *
 *     write_outlines OUT.c
 *
 * All embedded formats are loaded and the patterns of all GPU types compiled on the way, so that
 * none that is wrong is ever built in.
 */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "parsers/json_check.h"
#include "parsers/outline.h"
#include "parsers/outlines/literal.h"
#include "parsers/pattern.h"
#include "record/json.h"

extern const struct embedded embedded_formats[], embedded_parser_data[];

/* What is being written stands in for itself while it is made: as empty. */
const struct format format_outlines[] = { { .id = NULL } };
const struct gpu_type_row gpu_type_rows[] = { { .model = NULL } };

/* Characters of a literal on one line. */
#define LITERAL_LINE 90

/* ${text} as a C literal, NULL as 0. */
static void
write_text(FILE *out, const char *text)
{
    size_t column = 0;

    if (!text) {
        fputs("0", out);
        return;
    }
    fputc('"', out);
    for (const char *p = text; *p; p++, column++) {
        unsigned char c = (unsigned char)*p;

        if (column >= LITERAL_LINE) {
            fputs("\"\n    \"", out);
            column = 0;
        }
        if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
            column += (size_t)fprintf(out, "\\%03o", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

/* A field that holds a NULL-ended list; lists of other files are not shared. */
static void
write_list(FILE *out, const char *const *list)
{
    fputs("(const char **)(const char *const[]){ ", out);
    for (; list && *list; list++) {
        write_text(out, *list);
        fputs(", ", out);
    }
    fputs("0 }", out);
}

static void
write_named_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, "  .%s = ", name);
    write_text(out, text);
    fputs(",\n", out);
}

static void
write_named_list(FILE *out, const char *name, const char *const *list)
{
    fprintf(out, "  .%s = ", name);
    write_list(out, list);
    fputs(",\n", out);
}

static void
write_title(FILE *out, const char *name, const struct format_title *title)
{
    fprintf(out, "  .%s = { ", name);
    write_text(out, title->en);
    fputs(", ", out);
    write_text(out, title->zh);
    fputs(" },\n", out);
}

static void
write_columns(FILE *out, const struct format *f)
{
    fputs("  .columns = { (struct format_column *)(const struct format_column[]){\n", out);
    for (size_t i = 0; i < f->columns.n; i++) {
        const struct format_column *c = &f->columns.at[i];

        fputs("    { ", out);
        write_text(out, c->key);
        fputs(",\n      ", out);
        write_list(out, c->names);
        fputs(",\n      ", out);
        write_list(out, c->folded);
        fputs(",\n      ", out);
        write_list(out, c->whole);
        fprintf(out, ", %d },\n", c->is_required);
    }
    fprintf(out, "  }, %zu, 0 },\n", f->columns.n);
}

static void
write_billing(FILE *out, const struct format_billing *b)
{
    uint64_t high = (uint64_t)(b->no_gpu_price.units >> 64);

    fprintf(out, "  .billing = { .time = %d, .is_end_inclusive = %d, .period_is_use = %d,\n"
        "    .is_overlap_exclusive = %d, .is_whole_month = %d, .rows_repeat = %d,\n"
        "    .is_price_blended = %d, .view_rank = %u, .release_after_days = %d,\n"
        "    .no_gpu_price = { ((money_int)%" PRId64 " << 64) + UINT64_C(%" PRIu64 ") },\n",
        (int)b->time, b->is_end_inclusive, b->period_is_use, b->is_overlap_exclusive,
        b->is_whole_month, b->rows_repeat, b->is_price_blended, b->view_rank,
        b->release_after_days, (int64_t)high, (uint64_t)b->no_gpu_price.units);
    write_named_list(out, "completes", b->completes);
    write_named_text(out, "minimum_unit", b->minimum_unit);
    write_named_text(out, "rounding", b->rounding);
    write_named_text(out, "free_quota", b->free_quota);
    fputs("  },\n", out);
}

/* All that format.h says an outline holds. */
static void
write_outline(FILE *out, const struct format *f)
{
    fputs("{\n", out);
    write_named_text(out, "path", f->path);
    write_named_text(out, "id", f->id);
    write_named_text(out, "platform", f->platform);
    write_title(out, "title", &f->title);
    write_title(out, "platform_title", &f->platform_title);
    fprintf(out, "  .kind = %d, .evidence = %d, .reads_rows = %d, .reads_objects = %d,\n"
        "  .reads_around = %d, .has_where = %d, .basis = %d, .net_of_tax = %d,\n",
        (int)f->kind, (int)f->evidence, f->reads_rows, f->reads_objects, f->reads_around,
        f->has_where, (int)f->basis, f->net_of_tax);
    write_named_list(out, "sources", f->sources);
    write_named_text(out, "notes", f->notes);
    write_named_list(out, "lists", f->lists);
    write_named_list(out, "null_words", f->null_words);
    write_columns(out, f);
    write_named_list(out, "absent", f->absent);
    write_named_text(out, "named_text", f->named_text);
    write_named_list(out, "prefer_over", f->prefer_over);
    write_billing(out, &f->billing);
    write_named_list(out, "sellers", f->sellers);
    fputs("},\n", out);
}

static int
write_formats(FILE *out, struct err *e)
{
    fputs("const struct format format_outlines[] = {\n", out);
    for (const struct embedded *at = embedded_formats; at->name; at++) {
        struct sv text = { (const char *)at->bytes, at->length };
        struct format *f = format_load(at->name, text, e);

        if (!f)
            return -1;
        write_outline(out, f);
        format_free(f);
    }
    fputs("{ .id = 0 }\n};\n", out);
    return 0;
}

static int
check_pattern(const struct json_origin *origin, const cJSON *item, const struct gpu_type_row *row,
    struct err *e)
{
    struct pattern *p = pattern_new(sv_of(row->pattern), e);
    unsigned groups;

    if (!p)
        return json_place(origin, item, e);
    groups = pattern_groups(p);
    pattern_free(p);
    if (row->count_group <= groups)
        return 0;
    err_set(e, ERR_SYNTAX, "the pattern has no group %u", row->count_group);
    return json_place(origin, item, e);
}

static int
write_gpu_type(FILE *out, const struct json_origin *origin, const cJSON *item, struct err *e)
{
    static const char *const known[] = { "platform", "pattern", "model", "count", "count_group",
        "source", NULL };
    struct gpu_type_row row;
    const char *source;
    char literal[LITERAL_MAX];

    if (json_check_keys(origin, item, known, e) ||
        json_get_text(origin, item, "platform", "", &row.platform, e) ||
        json_get_text(origin, item, "pattern", NULL, &row.pattern, e) ||
        json_get_text(origin, item, "model", NULL, &row.model, e) ||
        json_get_text(origin, item, "source", NULL, &source, e) ||
        json_get_number(origin, item, "count", 0, GPU_TYPE_CARDS_MAX, &row.count, e) ||
        json_get_number(origin, item, "count_group", 0, GPU_TYPE_GROUPS_MAX - 1,
            &row.count_group, e) ||
        check_pattern(origin, item, &row, e))
        return -1;
    fputs("{ ", out);
    write_text(out, row.platform);
    fputs(", ", out);
    write_text(out, row.pattern);
    fputs(", ", out);
    literal_of(literal, sv_of(row.pattern));
    write_text(out, literal);
    fputs(", ", out);
    write_text(out, row.model);
    fprintf(out, ", %u, %u },\n", row.count, row.count_group);
    return 0;
}

static int
write_gpu_types(FILE *out, const struct embedded *file, struct err *e)
{
    static const char *const known[] = { "types", NULL };
    struct json_origin origin = { file->name, { (const char *)file->bytes, file->length }, NULL };
    cJSON *json = record_json_parse(origin.text, e);
    const cJSON *item;
    int result = 0;

    if (!json)
        return err_at(e, file->name, e->line);
    origin.root = json;
    result = json_check_keys(&origin, json, known, e);
    fputs("\nconst struct gpu_type_row gpu_type_rows[] = {\n", out);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "types")) {
        if (result == 0)
            result = write_gpu_type(out, &origin, item, e);
    }
    fputs("{ 0, 0, 0, 0, 0, 0 }\n};\n", out);
    cJSON_Delete(json);
    return result;
}

static int
write_all(FILE *out, struct err *e)
{
    fputs("/* Generated by parsers/outlines/write_outlines.c; do not edit. */\n"
        "#include \"parsers/outline.h\"\n\n", out);
    if (write_formats(out, e))
        return -1;
    for (const struct embedded *f = embedded_parser_data; f->name; f++)
        if (sv_is(sv_of(f->name), SV("gpu_types.json")) && write_gpu_types(out, f, e))
            return -1;
    return 0;
}

int
main(int argc, char **argv)
{
    struct err e = ERR_INIT;
    char text[ERR_TEXT_MAX];
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    int result;

    if (!out) {
        fprintf(stderr, "usage: write_outlines OUT.c (which can be written)\n");
        return EXIT_FAILURE;
    }
    result = write_all(out, &e);
    if (result)
        fprintf(stderr, "%s\n", err_text(&e, LANG_EN, text, sizeof(text)));
    if (fclose(out) != 0) {
        perror(argv[1]);
        result = -1;
    }
    if (result)
        (void)remove(argv[1]);
    return result ? EXIT_FAILURE : EXIT_SUCCESS;
}
