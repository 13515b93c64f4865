# gpu-hours.gp - see breakdown.h.
load "common.gp"
load "bars.gp"
