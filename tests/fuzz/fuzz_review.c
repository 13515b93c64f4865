/*
 * fuzz_review.c - any bytes through a whole review in memory: no record disappears, each that was
 * refused has a reason in both languages, all sums close to the last digit, review.json is JSON,
 * and ledger.csv has a row for each line that counts.
 *
 * Lines of three dashes part the input into files; the first one is the config, if it can be.
 */
#include "folder.h"
#include "fuzz.h"
#include "pipeline.h"
#include "reading.h"
#include "record/csv.h"
#include "record/json.h"
#include "reports/render.h"

#define FILES_MAX 5
#define BETWEEN SV("\n---\n")

/* Cut ${rest} at its first line of dashes. */
static struct sv
cut_file(struct sv *rest)
{
    size_t at = sv_find(*rest, BETWEEN, 0);
    struct sv file = sv_part(*rest, 0, at);

    *rest = sv_part(*rest, at + BETWEEN.n, rest->n);
    return file;
}

static int
sink(void *context, struct sv piece, struct err *e)
{
    (void)e;
    buf_add(context, piece);
    return 0;
}

static int
count_row(void *context, const struct record *r, struct err *e)
{
    size_t *rows = context;

    (void)e;
    reading_require(r->trouble == RECORD_FINE && r->n > 1);
    (*rows)++;
    return 0;
}

/* Rows of the CSV file ${csv}, its heading among them. */
static size_t
count_rows(struct sv csv)
{
    const struct charset_found found = { .charset = CHARSET_UTF8 };
    struct source *s = source_of_memory(csv);
    struct err e = ERR_INIT;
    struct text *t = s ? text_new(s, &found, &e) : NULL;
    size_t rows = 0;

    reading_require(t && record_csv_read(t, ',', count_row, &rows, &e) == 0);
    text_free(t);
    source_free(s);
    return rows;
}

static void
check_outputs(const struct pipeline *p, enum lang lang)
{
    const struct ledger *l = &p->import->ledger;
    const struct results results = { .ledger = l, .review = &p->review, .import = p->import,
        .formats = p->formats, .lang = lang, .version = "0", .audit = &p->audit,
        .recon = &p->recon, .config = p->config };
    struct err e = ERR_INIT;
    struct buf text;
    cJSON *json;
    size_t counted = 0;

    buf_init(&text, READING_TEXT_MAX);
    reading_require(render_review_json(&text, &results, &e) == 0 && !text.failed);
    json = record_json_parse(buf_sv(&text), &e);
    reading_require(json != NULL);
    cJSON_Delete(json);
    buf_reset(&text);
    for (size_t i = 0; i < l->lines.n; i++)
        counted += l->lines.at[i].fate == FATE_COUNTED;
    reading_require(render_ledger_csv(l, sink, &text, &e) == 0 && !text.failed);
    reading_require(count_rows(buf_sv(&text)) == counted + 1);
    buf_release(&text);
}

static void
check_import(const struct import *im)
{
    const struct ledger *l = &im->ledger;
    uint64_t lines = 0;

    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        check_input(in);
        lines += in->lines;
        if (in->failure.code != ERR_NONE)
            check_message(&in->failure.message);
    }
    reading_require(lines == l->lines.n);
}

static void
review_files(const char *path, const struct config *config, enum lang lang)
{
    struct import im;
    struct pipeline p = { .import = &im, .formats = all_formats(), .config = config };
    struct err e = ERR_INIT;

    import_path(&im, path);
    check_import(&im);
    if (pipeline_settle(&p, &e) == 0 && pipeline_judge(&p, &e) == 0) {
        for (size_t i = 0; i < im.ledger.inputs.n; i++)
            check_input(im.ledger.inputs.at[i]);
        reading_require(pipeline_check(&p, &e) == 0);
        check_outputs(&p, lang);
    } else {
        reading_require(e.code != ERR_NONE && e.code != ERR_BUG);
        check_message(&e.message);
    }
    pipeline_release(&p);
    import_release(&im);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv rest = { (const char *)data, size };
    struct config *config = NULL;
    struct err e = ERR_INIT;
    char path[FOLDER_PATH_MAX], name[] = "0.csv";

    /* No program is to be found: a PDF is then a file that cannot be read. */
    if (setenv("PATH", "", 1) != 0)
        abort();
    for (name[0] = '0'; name[0] < '0' + FILES_MAX; name[0]++) {
        struct sv file = cut_file(&rest);

        if (name[0] == '0')
            config = config_parse("gpubill.json", file, &e);
        (void)folder_put(path, name, name[0] == '0' && config ? SV_EMPTY : file);
    }
    review_files(folder_name(), config, size % 2 ? LANG_ZH : LANG_EN);
    config_free(config);
    return 0;
}
