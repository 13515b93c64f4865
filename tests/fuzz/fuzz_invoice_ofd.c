/*
 * Any bytes as an OFD document, and as each part of one.
 */
#include "fuzz.h"
#include "input/sniff.h"
#include "invoices.h"
#include "parsers/invoice_ofd.h"

static void
read_page_and_tags(struct source *s, struct sv bytes)
{
    struct ofd_page_texts texts = { .arena = ARENA_INIT };
    struct err e = ERR_INIT;
    struct draft d;

    (void)ofd_read_page(&texts, s, 0, false, &e);
    (void)ofd_read_page(&texts, s, 0, true, &e);
    ofd_texts_sort(&texts);
    for (size_t i = 0; i < texts.objects.n; i++)
        require(ofd_text(&texts, sv_of(texts.objects.at[i].id)) != NULL);
    draft_init(&d, INVOICE_FROM_OFD, true);
    ofd_read_tags(&d, bytes, &texts);
    check_draft(&d);
    draft_init(&d, INVOICE_FROM_OFD, true);
    (void)layout_read(&texts.words, &d);
    check_draft(&d);
    ofd_texts_release(&texts);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv bytes = { (const char *)data, size };
    struct source *s = source_of_memory(bytes);
    struct err e = ERR_INIT;
    struct draft d;

    if (!s)
        return 0;
    if (sniff(bytes) == CONTENT_ZIP) {
        check_reading(bytes);
    } else {
        read_page_and_tags(s, bytes);
        draft_init(&d, INVOICE_FROM_OFD, true);
        (void)ofd_read_original(&d, s, &e);
        check_draft(&d);
    }
    source_free(s);
    return 0;
}
