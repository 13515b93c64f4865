# spend-by-platform.gp - see breakdown.h.
load "common.gp"
load "bars.gp"
