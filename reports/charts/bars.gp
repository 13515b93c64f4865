# bars.gp - horizontal bars, one below the other, each cut into its parts.
set yrange [100 * N - 50 : -50]
set xrange [LOW : HIGH]
set xtics () scale 0 nomirror textcolor rgb SOFT font ",12"
do for [i = 1:MARKS] { set xtics add (MARK[i] AMOUNT[i]) }
set grid xtics lt 1 lw 1 lc rgb GRID
do for [OUTPUT in "SVG PNG"] {
    eval(value(OUTPUT))
    plot "bars.tsv" using (($1 + $2) / 2):(($3 + $4) / 2):1:2:3:4:5 with boxxyerror \
            fs solid 1 border lc rgb "#ffffff" lc rgb variable, \
        "hatch.tsv" using 1:2:3:4:5 axes x2y2 with vectors nohead lw 1 lc rgb variable, \
        "ticks.tsv" using (LOW):1:2 with labels right offset char -0.9, 0 \
            font ",13" tc rgb INK, \
        "parts.tsv" using 1:2:3:4 with labels center font ",11" tc rgb variable, \
        "values.tsv" using 1:2:3 with labels left offset char 0.7, 0 font ",12" tc rgb INK
    unset output
}
