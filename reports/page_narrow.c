/*
 * page_narrow.c - a chart as it stands on a narrow screen: a list of bars below their words, in the
 * colours of the chart. Wide screens and paper hide it.
 *
 *     Alibaba Cloud                    6,480.00
 *     ██████████████▒▒▒▒▒▒
 */
#include "reports/chart_layout.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 12)

/* What ${bar} is long: its positive parts. */
static struct money
length_of(const struct breakdown *b, const struct breakdown_bar *bar)
{
    struct money sum = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    /* In range: the layout of the chart has added the same. */
    for (size_t i = 0; i < b->part_count; i++)
        if (!money_is_negative(bar->part[b->parts[i]]))
            (void)money_add(&sum, bar->part[b->parts[i]], &ignored);
    return sum;
}

static struct money
longest_of(const struct breakdown *b)
{
    struct money longest = MONEY_ZERO;

    for (size_t i = 0; i < b->bars.n; i++)
        if (money_compare(length_of(b, &b->bars.at[i]), longest) > 0)
            longest = length_of(b, &b->bars.at[i]);
    return longest;
}

static void
add_part(struct buf *out, const struct breakdown *b, const struct breakdown_bar *bar,
    unsigned part, struct money longest)
{
    char percent[MONEY_DISPLAY_MAX];
    struct money share = say_part_of(bar->part[part], longest);

    if (money_is_zero(share) || money_is_negative(share))
        return;
    share.units *= 100;
    buf_addf(out, "<i%s style=\"width:%s%%;background-color:#%06x\"></i>",
        b->kind == BREAKDOWN_GPU_TIME && part == GPU_IDLE ? " class=\"hatched\"" : "",
        money_format_display(percent, share, 2), layout_paint(b, part).colour);
}

static void
add_bar(struct buf *out, const struct breakdown *b, const struct breakdown_bar *bar,
    struct money longest)
{
    char value[CHART_VALUE_MAX];

    buf_add_text(out, "<li><span class=\"label\">");
    html_text(out, bar->label);
    buf_add_text(out, "</span> <span class=\"value\">");
    layout_value_text(value, b, bar);
    html_text(out, value);
    buf_add_text(out, "</span><span class=\"stack\">");
    for (size_t i = 0; i < b->part_count; i++)
        add_part(out, b, bar, b->parts[i], longest);
    buf_add_text(out, "</span></li>\n");
}

/* Which colour is what. */
static void
add_key(struct buf *out, const struct results *r, const struct breakdown *b)
{
    if (b->kind == BREAKDOWN_CATEGORY)
        return;
    buf_add_text(out, "<p class=\"key\">");
    for (size_t i = 0; i < b->part_count; i++) {
        buf_addf(out, "<span><i%s style=\"background-color:#%06x\"></i>",
            b->kind == BREAKDOWN_GPU_TIME && b->parts[i] == GPU_IDLE ? " class=\"hatched\"" : "",
            layout_paint(b, b->parts[i]).colour);
        html_text(out, breakdown_part_label(b, r, b->parts[i]));
        buf_add_text(out, "</span> ");
    }
    buf_add_text(out, "</p>\n");
}

void
page_narrow(struct buf *out, const struct results *r, const struct breakdown *b)
{
    struct money longest = longest_of(b);
    struct buf period;

    if (b->kind == BREAKDOWN_DAY) {
        buf_add_text(out, "<p class=\"narrow hint\">");
        html_text(out, lang_text(r->lang, N_("Scroll the chart sideways to see every day.")));
        buf_add_text(out, "</p>\n");
        return;
    }
    buf_init(&period, TEXT_BYTES_MAX);
    say_period(&period, r);
    buf_add_text(out, "<div class=\"narrow\">\n<h3>");
    html_text(out, lang_text(r->lang, breakdown_title(b)));
    buf_add_text(out, "</h3>\n<p class=\"about\">");
    html_text(out, b->currency[0] ? b->currency : lang_text(r->lang, N_("GPU hours")));
    buf_add_char(out, ' ');
    html_text(out, period.n > 0 ? period.p : "");
    buf_add_text(out, "</p>\n");
    add_key(out, r, b);
    buf_add_text(out, "<ul>\n");
    for (size_t i = 0; i < b->bars.n; i++)
        add_bar(out, b, &b->bars.at[i], longest);
    buf_add_text(out, "</ul>\n</div>\n");
    buf_fail_with(out, &period);
    buf_release(&period);
}
