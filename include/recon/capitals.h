/*
 * capitals.h - amounts in Chinese capitals, as on invoices (壹佰贰拾叁圆肆角伍分).
 */
#ifndef RECON_CAPITALS_H
#define RECON_CAPITALS_H

#include "base/buf.h"
#include "ledger/money.h"

/* Read ${s}: 元 or 圆, 整 or 正, 零 in any customary place, 负, （负数）, ¥ in front. -1: ERR_SYNTAX. */
int capitals_parse(struct money *out, struct sv s, struct err *e);

/* Append ${amount}, rounded to fen: "壹佰贰拾叁圆肆角伍分", "零圆整", "（负数）...". -1: ERR_RANGE
 * beyond 10^16. */
int capitals_format(struct buf *out, struct money amount, struct err *e);

#endif
