#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "import_text.h"
#include "parsers/import.h"
#include "parsers/recipe.h"

#define DUMP_MAX ((size_t)256 << 20)
#define ROWS 60
#define POOL_MAX 256

struct fixture {
    struct formats formats;
    char folder[64];
    uint64_t random;
    struct buf text, one, other; /* of the file; of what it becomes with recipes and without */
};

static int
set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    struct err e = ERR_INIT;

    if (!f || formats_load(&f->formats, NULL, &e))
        return -1;
    (void)snprintf(f->folder, sizeof(f->folder), "/tmp/gpubill-recipe-XXXXXX");
    f->random = 20261130;
    buf_init(&f->text, DUMP_MAX);
    buf_init(&f->one, DUMP_MAX);
    buf_init(&f->other, DUMP_MAX);
    *state = f;
    return mkdtemp(f->folder) ? 0 : -1;
}

static int
tear_down(void **state)
{
    struct fixture *f = *state;
    struct err e = ERR_INIT;
    int result = file_remove_tree(f->folder, &e);

    formats_release(&f->formats);
    buf_release(&f->text);
    buf_release(&f->one);
    buf_release(&f->other);
    free(f);
    return result;
}

/* The format of FOCUS, whole. */
static const struct format *
focus(const struct fixture *f)
{
    struct err e = ERR_INIT;
    const struct format *format = format_whole(formats_find(&f->formats, SV("focus")), &e);

    assert_non_null(format);
    return format;
}

/* Below ${n}; the same numbers in every run. */
static size_t
below(struct fixture *f, size_t n)
{
    f->random = f->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(f->random >> 33) % n;
}

/* All that came of ${path}; ${is_anew}: without recipes, and by libcsv. Returns its lines. */
static size_t
dump(struct fixture *f, const char *path, const struct format *forced, bool is_anew,
    struct buf *out)
{
    struct limits limits = LIMITS_INIT;
    struct import_options options = { .formats = &f->formats, .forced = forced, .limits = &limits,
        .zone_minutes = 480, .jobs = 1, .is_each_made_anew = is_anew };
    struct import im;
    struct walk w;
    struct err e = ERR_INIT;
    size_t lines;

    limits.record.is_by_libcsv = is_anew;
    walk_init(&w);
    import_init(&im);
    buf_reset(out);
    assert_int_equal(walk_add(&w, path, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(&im, &w, &options, &e), 0);
    add_ledger_text(out, &im.ledger);
    assert_int_equal(buf_ok(out, &e), 0);
    lines = im.ledger.lines.n;
    import_release(&im);
    walk_release(&w);
    return lines;
}

/* ${path} becomes the same with recipes and without. Returns its lines. */
static size_t
check_same(struct fixture *f, const char *path, const struct format *forced)
{
    size_t lines = dump(f, path, forced, false, &f->one);
    struct sv one = buf_sv(&f->one), other, a, b;

    (void)dump(f, path, forced, true, &f->other);
    other = buf_sv(&f->other);
    if (sv_is(one, other))
        return lines;
    while (sv_cut(&one, '\n', &a) && sv_cut(&other, '\n', &b))
        if (!sv_is(a, b)) {
            print_error("%s (%s)\nwith recipes:    %.*s\nwithout recipes: %.*s\n", path,
                forced ? forced->id : "", SV_ARG(a), SV_ARG(b));
            break;
        }
    fail();
    return 0;
}

static size_t
check_text(struct fixture *f, const char *name, const char *format)
{
    struct buf path;
    struct err e = ERR_INIT;
    size_t lines;

    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, f->folder, name, &e), 0);
    assert_int_equal(file_write(path.p, buf_sv(&f->text), &e), 0);
    lines = check_same(f, path.p, formats_find(&f->formats, sv_of(format)));
    assert_int_equal(file_remove_tree(path.p, &e), 0);
    buf_release(&path);
    return lines;
}

/* Cells of one row, quotes and all. */
static size_t
split(struct sv row, char delimiter, struct sv *cells)
{
    bool is_quoted = false;
    size_t n = 0, from = 0;

    for (size_t i = 0; i <= row.n; i++) {
        if (i < row.n && row.p[i] == '"')
            is_quoted = !is_quoted;
        if ((i < row.n && (is_quoted || row.p[i] != delimiter)) || n == POOL_MAX)
            continue;
        cells[n++] = sv_part(row, from, i);
        from = i + 1;
    }
    return n;
}

/* Cells that stand in rows which are out of the ordinary. */
static const char *const odd[] = { "", "-", "NULL", "合计", "Total", "小计：", "`7", "'5", "1.5",
    "0", "-0.25", "-2", "$3", "¥2", "\"1,234.50\"", "1e-7", "1E+17", "\"=\"\"7\"\"\"", "=====",
    "USD", "CNY", "EUR", "2026-03-01", "2026-03-01 10:00:00", "2026/3/2", "46082.5", "8%", "A100",
    "ECS", "Tax", "Credit", "退款", "充值", "Refund", "Usage", "null", "x", " 3 ",
    "0.0000000000000000001" };

/* One row like ${pool}[${k}], often with cells of others, or odd ones. */
static void
add_row(struct fixture *f, const struct sv *pool, size_t n, char delimiter)
{
    struct sv cells[POOL_MAX], others[POOL_MAX];
    size_t count = split(pool[below(f, n)], delimiter, cells);

    for (size_t change = below(f, 4); change > 0; change--) {
        size_t other = split(pool[below(f, n)], delimiter, others), at = below(f, count);

        if (below(f, 2) == 0)
            cells[at] = sv_of(odd[below(f, COUNT(odd))]);
        else if (at < other)
            cells[at] = others[at];
    }
    if (below(f, 40) == 0)
        count = 1 + below(f, count);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_add_char(&f->text, delimiter);
        buf_add(&f->text, cells[i]);
    }
    buf_add_text(&f->text, below(f, 60) == 0 ? "\n\n" : "\n");
}

static size_t
check_rows(struct fixture *f, const struct format *format, const cJSON *text)
{
    struct sv pool[POOL_MAX];
    size_t n = 0;
    char delimiter;

    buf_reset(&f->text);
    for (const cJSON *row = text->child; row && n < POOL_MAX; row = row->next) {
        pool[n++] = sv_of(row->valuestring);
        buf_addf(&f->text, "%s\n", row->valuestring);
    }
    delimiter = strchr(pool[0].p, '\t') ? '\t' : ',';
    for (size_t i = 0; n > 1 && i < ROWS; i++)
        if (below(f, 100) == 0)
            buf_addf(&f->text, "%.*s\n", SV_ARG(pool[0]));
        else
            add_row(f, pool + 1, n - 1, delimiter);
    return check_text(f, "bill.csv", format->id);
}

/* The first list of objects in ${json}, or NULL. */
static cJSON *
find_list(cJSON *json)
{
    if (cJSON_IsArray(json) && cJSON_IsObject(json->child))
        return json;
    for (cJSON *item = json->child; item; item = item->next) {
        cJSON *found = find_list(item);

        if (found)
            return found;
    }
    return NULL;
}

static size_t
check_objects(struct fixture *f, const struct format *format, const cJSON *json)
{
    cJSON *copy = cJSON_Duplicate(json, true), *list = find_list(copy);
    int n = list ? cJSON_GetArraySize(list) : 0;
    char *printed;

    for (size_t i = 0; n > 0 && i < ROWS; i++) {
        const cJSON *from = cJSON_GetArrayItem(list, (int)below(f, (size_t)n));
        cJSON *made = cJSON_Duplicate(cJSON_GetArrayItem(list, (int)below(f, (size_t)n)), true);
        int size = cJSON_GetArraySize(made);

        if (size > 0 && below(f, 2) == 0) {
            cJSON *item = cJSON_GetArrayItem(made, (int)below(f, (size_t)size));
            const cJSON *same = cJSON_GetObjectItemCaseSensitive(from, item->string);

            cJSON *value = below(f, 2) == 0 ? cJSON_CreateString(odd[below(f, COUNT(odd))]) :
                cJSON_Duplicate(same, true);

            if (value)
                (void)cJSON_ReplaceItemInObjectCaseSensitive(made, item->string, value);
        }
        cJSON_AddItemToArray(list, made);
    }
    printed = cJSON_PrintUnformatted(copy);
    buf_reset(&f->text);
    buf_add_text(&f->text, printed);
    cJSON_free(printed);
    cJSON_Delete(copy);
    return check_text(f, "bill.json", format->id);
}

static void
rows_and_objects_of_every_format_become_the_same(void **state)
{
    struct fixture *f = *state;
    size_t lines = 0;

    for (size_t i = 0; i < f->formats.list.n; i++) {
        struct err e = ERR_INIT;
        const struct format *format = format_whole(f->formats.list.at[i], &e);
        const cJSON *sample;

        assert_non_null(format);
        if (format->kind != INPUT_BILL)
            continue;
        cJSON_ArrayForEach(sample, format->samples) {
            const cJSON *text = cJSON_GetObjectItemCaseSensitive(sample, "text");
            const cJSON *json = cJSON_GetObjectItemCaseSensitive(sample, "json");

            lines += text ? check_rows(f, format, text) : check_objects(f, format, json);
        }
    }
    assert_true(lines > 3000);
}

static void
the_sample_bills_become_the_same(void **state)
{
    assert_true(check_same(*state, GPUBILL_SOURCE_DIR "/sample-bills", NULL) > 100);
}

static void
real_bills_become_the_same(void **state)
{
    const char *shared = getenv("GPUBILL_SHARED");
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/samples/bills",
        shared ? shared : GPUBILL_SOURCE_DIR "/../shared");
    if (access(path, R_OK) != 0) {
        printf("skipped: no real bills at %s\n", path);
        skip();
    }
    assert_true(check_same(*state, path, NULL) > 100);
}

/* Records of a binding that uses recipes. */
struct rows {
    struct binding *b;
    struct ledger ledger;
    struct made made;
    uint32_t input;
};

static void
open_rows(struct rows *rows, const struct format *format, const struct sv *headings, size_t n)
{
    struct err e = ERR_INIT;

    ledger_init(&rows->ledger);
    assert_int_equal(ledger_add_input(&rows->ledger, input_new(SV("bill"), true), &rows->input, &e),
        0);
    rows->b = binding_new(format, headings, n, 480, NULL, &e);
    assert_non_null(rows->b);
    binding_use_recipes(rows->b);
    assert_non_null(rows->b->recipes);
}

/* Make the row ${cells}; whether by a recipe. */
static bool
is_by_recipe(struct rows *rows, const struct sv *cells, size_t n)
{
    struct record r = { .line = 2, .cells = cells, .n = n };
    uint64_t before = rows->b->recipes->hits;
    struct err e = ERR_INIT;

    assert_int_equal(binding_make(rows->b, &r, &rows->made, &e), 0);
    if (rows->made.outcome == OUTCOME_LINE)
        assert_int_equal(made_add(&rows->made, &rows->ledger, rows->input, &e), 0);
    return rows->b->recipes->hits > before;
}

static void
close_rows(struct rows *rows)
{
    binding_free(rows->b);
    ledger_release(&rows->ledger);
}

static void
a_row_that_differs_in_amounts_and_times_is_by_a_recipe(void **state)
{
    struct fixture *f = *state;
    const struct sv headings[] = { SV("ChargePeriodStart"), SV("ChargePeriodEnd"),
        SV("ChargeCategory"), SV("BilledCost"), SV("BillingCurrency"), SV("ResourceId") };
    struct sv cells[] = { SV("2026-03-01T00:00:00Z"), SV("2026-03-01T01:00:00Z"), SV("Usage"),
        SV("1.5"), SV("USD"), SV("i-1") };
    struct rows rows;

    open_rows(&rows, focus(f), headings, COUNT(headings));
    assert_false(is_by_recipe(&rows, cells, COUNT(cells)));
    cells[0] = SV("2026-03-01T01:00:00Z");
    cells[1] = SV("2026-03-01T02:00:00Z");
    cells[3] = SV("2.25");
    assert_true(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_string_equal(ledger_text(&rows.ledger.lines.at[1], TEXT_RESOURCE_ID), "i-1");
    assert_true(rows.ledger.lines.at[0].facets == rows.ledger.lines.at[1].facets);

    /* Another resource; one more refund, of which the entry is new; an amount that is none. */
    cells[5] = SV("i-2");
    assert_false(is_by_recipe(&rows, cells, COUNT(cells)));
    cells[3] = SV("-2.25");
    assert_false(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_true(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_int_equal(rows.made.charge.word[WORD_ENTRY], ENTRY_REFUND);
    cells[3] = SV("many");
    assert_false(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_int_equal(rows.made.outcome, OUTCOME_REJECTED);
    assert_int_equal(rows.made.reject, REJECT_BAD_AMOUNT);
    cells[3] = SV("3");
    assert_true(is_by_recipe(&rows, cells, COUNT(cells)));
    close_rows(&rows);
}

static void
a_unit_in_a_heading_holds_for_every_row(void **state)
{
    struct fixture *f = *state;
    const struct sv headings[] = { SV("ChargePeriodStart"), SV("ChargeCategory"),
        SV("BilledCost(分)") };
    struct sv cells[] = { SV("2026-03-01T00:00:00Z"), SV("Usage"), SV("150") };
    char text[MONEY_TEXT_MAX];
    struct rows rows;

    open_rows(&rows, focus(f), headings, COUNT(headings));
    assert_false(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_string_equal(money_format(text, rows.made.charge.money[MONEY_BILLED_COST]), "1.5");
    cells[2] = SV("275");
    assert_true(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_string_equal(money_format(text, rows.made.charge.money[MONEY_BILLED_COST]), "2.75");
    close_rows(&rows);
}

static void
a_record_with_a_remark_is_by_none(void **state)
{
    struct fixture *f = *state;
    const struct sv headings[] = { SV("ChargePeriodStart"), SV("ChargeCategory"),
        SV("BilledCost") };
    const struct sv cells[] = { SV("2026-03-01T00:00:00Z"), SV("Usage"), SV("1.5") };
    struct record r = { .line = 2, .cells = cells, .n = COUNT(cells),
        .notes = RECORD_BOM_DROPPED };
    struct err e = ERR_INIT;
    struct rows rows;

    open_rows(&rows, focus(f), headings, COUNT(headings));
    assert_false(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_int_equal(binding_make(rows.b, &r, &rows.made, &e), 0);
    assert_int_equal(rows.b->recipes->hits, 0);
    assert_true((rows.made.charge.changes & CHANGE_BOM_DROPPED) != 0);
    assert_true(is_by_recipe(&rows, cells, COUNT(cells)));
    assert_true((rows.made.charge.changes & CHANGE_BOM_DROPPED) == 0);
    close_rows(&rows);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_that_differs_in_amounts_and_times_is_by_a_recipe),
        cmocka_unit_test(a_unit_in_a_heading_holds_for_every_row),
        cmocka_unit_test(a_record_with_a_remark_is_by_none),
        cmocka_unit_test(the_sample_bills_become_the_same),
        cmocka_unit_test(real_bills_become_the_same),
        cmocka_unit_test(rows_and_objects_of_every_format_become_the_same),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
