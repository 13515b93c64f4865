/*
 * Any bytes as what the programs that read PDF print, and as the text of a QR code.
 */
#include "fuzz.h"
#include "invoices.h"
#include "parsers/invoice_pdf.h"
#include "parsers/invoice_qr.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv bytes = { (const char *)data, size };
    struct words w = { .arena = ARENA_INIT };
    char day[TIME_TEXT_MAX];
    const char *currency = "";
    struct money m;
    struct err e = ERR_INIT;
    struct draft d;

    require(pdf_read_words(&w, bytes, &e) == 0 || e.code == ERR_LIMIT);
    draft_init(&d, INVOICE_FROM_PDF, true);
    (void)layout_read(&w, &d);
    check_draft(&d);
    words_turn(&w);
    draft_init(&d, INVOICE_FROM_PDF, true);
    (void)layout_read(&w, &d);
    check_draft(&d);
    draft_init(&d, INVOICE_FROM_PDF, false);
    (void)english_read(&w, &d);
    check_draft(&d);
    words_release(&w);

    draft_init(&d, INVOICE_FROM_PDF, true);
    pdf_read_info(&d, bytes);
    check_draft(&d);
    draft_init(&d, INVOICE_FROM_QR, true);
    (void)qr_read(&d, bytes);
    check_draft(&d);
    if (english_amount(sv_part(bytes, 0, 100), &m, &currency))
        check_amount(true, m);
    (void)english_date(sv_part(bytes, 0, 100), day);
    return 0;
}
