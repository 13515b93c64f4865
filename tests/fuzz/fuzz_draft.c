/*
 * fuzz_draft.c - any bytes as a bill to draft a format for: there is a draft that loads, passes its
 * own check and reads the bill, or a reason why there is none.
 */
#include "folder.h"
#include "fuzz.h"
#include "parsers/drafting.h"
#include "reading.h"

static void
check_draft(const struct drafting *d)
{
    struct err e = ERR_INIT;
    struct format *f = format_load("bill.json", buf_sv(&d->text), &e);

    reading_require(d->used != NULL && f != NULL);
    reading_require(sv_is(sv_of(f->id), SV("bill")) && f->evidence == EVIDENCE_ASSUMED);
    reading_require(format_check(f, NULL, &e) == 0);
    format_free(f);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct limits limits = LIMITS_INIT;
    struct drafting d;
    struct err e = ERR_INIT;
    char path[FOLDER_PATH_MAX];
    enum lang lang = size % 2 ? LANG_ZH : LANG_EN;

    (void)folder_put(path, "bill", (struct sv){ (const char *)data, size });
    if (drafting_make(&d, path, "bill", all_formats(), &limits, lang, &e)) {
        reading_require(e.code != ERR_NONE && e.code != ERR_BUG);
        check_message(&e.message);
    } else if (!d.known) {
        check_draft(&d);
    }
    drafting_release(&d);
    return 0;
}
