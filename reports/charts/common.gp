# common.gp - what all charts share: the frame, the legend and the two outputs.
#
# Every text and number comes from the data files beside this script; nothing of a bill is ever
# part of a command. Positions are pixels of the frame, turned into parts of it.
set encoding utf8
set datafile separator "\t"
set datafile commentschars ""
unset key
unset border
unset xtics
unset ytics

stats "frame.tsv" using (W = $1, H = $2, L = $3, R = $4, T = $5, B = $6, 1) nooutput
stats "frame.tsv" using (LOW = $7, HIGH = $8, N = $9, 1) nooutput
stats "texts.tsv" using (TITLE = strcol(1), 1) every ::0::0 nooutput
stats "texts.tsv" using (UNIT = strcol(1), 1) every ::1::1 nooutput
set lmargin at screen L / W
set rmargin at screen 1 - R / W
set tmargin at screen 1 - T / H
set bmargin at screen B / H

# The page gives other inks where it is dark: it finds these three.
INK = "#222222"
SOFT = "#6b6b6b"
GRID = "#b0808080"
set label 1 TITLE at screen 16.0 / W, 1 - 24.0 / H left font ",16" tc rgb INK
set label 2 UNIT at screen 1 - 16.0 / W, 1 - 24.0 / H right font ",12" tc rgb SOFT

# The legend: squares and words, placed by whoever wrote the data.
stats "legend.tsv" using (LEGEND = int($1), 1) every ::0::0 nooutput
if (LEGEND > 0) {
    array X[LEGEND]
    array Y[LEGEND]
    array C[LEGEND]
    array K[LEGEND]
    array HATCHED[LEGEND]
    array S[LEGEND]
    stats "legend.tsv" using (i = int($0) + 1, X[i] = $1, Y[i] = $2, C[i] = $3, K[i] = $4, \
        HATCHED[i] = $5, S[i] = strcol(6), 1) every ::1 nooutput
    do for [i = 1:LEGEND] {
        set object i rectangle center screen (X[i] + 6) / W, 1 - Y[i] / H \
            size screen 11.0 / W, 11.0 / H fc rgb C[i] fs solid noborder
        set label i + 2 S[i] at screen (X[i] + 17) / W, 1 - Y[i] / H left font ",12" tc rgb INK
        do for [k = 0:HATCHED[i] * 3 - 1] {
            set arrow from screen (X[i] + 0.5 + 4 * (k == 2)) / W, 1 - (Y[i] + 5.5 - 4 * (k == 1)) / H \
                to screen (X[i] + 11.5 - 4 * (k == 1)) / W, 1 - (Y[i] - 5.5 + 4 * (k == 2)) / H \
                nohead front lw 1 lc rgb K[i]
        }
    }
}

# The marks of the axis of amounts.
stats "scale.tsv" using (MARKS = int($1), 1) every ::0::0 nooutput
array AMOUNT[MARKS]
array MARK[MARKS]
stats "scale.tsv" using (i = int($0) + 1, AMOUNT[i] = $1, MARK[i] = strcol(2), 1) every ::1 nooutput

# Hatching is placed in pixels of the plot.
set x2range [0 : W - L - R]
set y2range [0 : H - T - B]

# A chart is drawn twice: for pages, and at double size as a picture, whose fonts are in points of
# 4/3 pixels.
SVG = "set terminal svg size W, H dynamic noenhanced font 'sans-serif,13' background '#ffffff'; " \
    . "set output 'chart.svg'"
PNG = "set terminal pngcairo size 2 * W, 2 * H fontscale 1.5 linewidth 2 noenhanced " \
    . "font 'Sans,13' background '#ffffff'; set output 'chart.png'"
