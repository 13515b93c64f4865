/*
 * invoice_qr.h - the text in the QR code of a Chinese invoice.
 *
 *     01,10,033002000211,80000001,510.68,20200723,10000000000000000005,0941,
 */
#ifndef PARSERS_INVOICE_QR_H
#define PARSERS_INVOICE_QR_H

#include "parsers/invoice_draft.h"

/*
 * Fill ${d} from ${text}. The amount is net on older kinds and gross on digital ones; of an unknown
 * kind it is not taken. False where ${text} is no such text; ${d} is then left alone.
 */
bool qr_read(struct draft *d, struct sv text);

#endif
