/*
 * palette.h - one colour for each category, the same on every chart and page.
 *
 * Okabe and Ito's colours, which people of all kinds of colour vision can tell apart; what is akin
 * (the two disks, files and objects) has tints of one of them.
 */
#ifndef REPORTS_PALETTE_H
#define REPORTS_PALETTE_H

#include "ledger/words.h"

/* 0xRRGGBB. */
unsigned palette_colour(enum category c);

/* The colour, black or white, of text that stands on palette_colour(${c}). */
unsigned palette_text_colour(enum category c);

#endif
