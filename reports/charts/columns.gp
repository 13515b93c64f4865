# columns.gp - upright bars side by side, each cut into its parts.
set xrange [-60 : 100 * N - 40]
set yrange [LOW : HIGH]
set ytics () scale 0 nomirror textcolor rgb SOFT font ",12"
do for [i = 1:MARKS] { set ytics add (MARK[i] AMOUNT[i]) }
set grid ytics lt 1 lw 1 lc rgb GRID
do for [OUTPUT in "SVG PNG"] {
    eval(value(OUTPUT))
    plot "bars.tsv" using (($3 + $4) / 2):(($1 + $2) / 2):3:4:1:2:5 with boxxyerror \
            fs solid 1 border lc rgb "#ffffff" lw 0.5 lc rgb variable, \
        "hatch.tsv" using 1:2:3:4:5 axes x2y2 with vectors nohead lw 1 lc rgb variable, \
        "ticks.tsv" using 1:(LOW):2 with labels center offset char 0, -1 font ",12" tc rgb SOFT, \
        "values.tsv" using 2:1:3 with labels center offset char 0, 0.6 font ",10" tc rgb INK
    unset output
}
