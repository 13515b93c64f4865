/*
 * palette.h - one colour for each thing that is drawn, the same on every chart and page.
 *
 * Okabe and Ito's colours, which people of all kinds of colour vision can tell apart; what is akin
 * (the two disks, files and objects) has tints of one of them. Those that mostly stand side by side
 * (GPU, data disk, CPU, system disk), and what is ordered (certainty), differ in lightness, so that
 * they are told apart in grey.
 */
#ifndef REPORTS_PALETTE_H
#define REPORTS_PALETTE_H

#include "audit/finding.h"
#include "audit/gpu_use.h"
#include "ledger/words.h"

struct paint {
    unsigned colour; /* 0xRRGGBB */
    bool is_dark;    /* what stands on it is white, else black */
};

struct paint palette_category(enum category c);
struct paint palette_certainty(enum certainty c);
struct paint palette_gpu_state(enum gpu_state s);

/* The colour of text and lines on ${p}. */
unsigned palette_ink(struct paint p);

#endif
