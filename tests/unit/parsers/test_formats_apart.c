/* No format takes the samples of another for its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "parsers/detect.h"
#include "record/json.h"

/* The file that ${sample} stands for. */
static void
file_of(struct buf *out, const cJSON *sample)
{
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(sample, "json"), *line;
    struct buf scratch;
    struct sv text;

    buf_reset(out);
    buf_init(&scratch, 1u << 24);
    if (json) {
        assert_true(record_json_text(json, SV_EMPTY, &scratch, &text));
        buf_add(out, text);
    }
    cJSON_ArrayForEach(line, cJSON_GetObjectItemCaseSensitive(sample, "text")) {
        buf_add_text(out, line->valuestring);
        buf_add_char(out, '\n');
    }
    buf_release(&scratch);
}

/* Whether ${sample} of ${f} is taken for what it is, or at least for nothing else. */
static bool
is_kept_apart(const struct formats *formats, const struct format *f, const cJSON *sample)
{
    struct input *input = input_new(SV("sample"), true);
    struct source *s;
    struct detection d;
    struct err e = ERR_INIT;
    struct buf text;
    char message[ERR_TEXT_MAX];
    int failed;
    bool is_fine;

    buf_init(&text, 1u << 24);
    file_of(&text, sample);
    s = source_of_memory(buf_sv(&text));
    assert_non_null(s);
    failed = detect(&d, s, formats, NULL, NULL, input, &e);
    /* Two that fit equally well are an error that names both: the user decides. */
    is_fine = failed ? strstr(err_text(&e, LANG_EN, message, sizeof(message)), f->id) != NULL :
        d.format == f;
    if (!is_fine)
        print_error("%s, '%s': %s\n", f->id,
            cJSON_GetObjectItemCaseSensitive(sample, "name")->valuestring,
            d.format ? d.format->id : "not recognised");
    detection_release(&d);
    source_free(s);
    input_free(input);
    buf_release(&text);
    return is_fine;
}

static void
no_format_takes_the_samples_of_another(void **state)
{
    struct formats formats;
    struct err e = ERR_INIT;
    size_t seen = 0, wrong = 0;

    (void)state;
    assert_int_equal(formats_load(&formats, NULL, &e), 0);
    for (size_t i = 0; i < formats.list.n; i++) {
        const struct format *f = format_whole(formats.list.at[i], &e);
        const cJSON *sample;

        assert_non_null(f);
        cJSON_ArrayForEach(sample, f->samples) {
            wrong += !is_kept_apart(&formats, f, sample);
            seen++;
        }
    }
    assert_true(seen > formats.list.n);
    assert_int_equal(wrong, 0);
    formats_release(&formats);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_format_takes_the_samples_of_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
