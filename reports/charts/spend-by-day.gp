# spend-by-day.gp - see breakdown.h.
load "common.gp"
load "columns.gp"
