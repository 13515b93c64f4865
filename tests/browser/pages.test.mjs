// report.html and reimbursement.html in a real browser: what they say is what review.json says,
// filters and sorts work, nothing is fetched or run, and they can be used by everybody and printed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { shown, sum, units } from "./exact.mjs";
import { hostileBill, TEXTS } from "./hostile.mjs";

const work = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const samples = path.join(process.env.SOURCE, "sample-bills");

function review(name, ...args) {
    const out = path.join(work, name);
    rmSync(out, { recursive: true, force: true });
    try {
        execFileSync(process.env.GPUBILL, ["review", "--quiet", "--out", out, ...args],
            { stdio: ["ignore", "ignore", "inherit"] });
    } catch (error) {
        // 3: a file among the samples is no bill. Everything is written all the same.
        assert.equal(error.status, 3);
    }
    return { folder: out, json: JSON.parse(readFileSync(path.join(out, "review.json"), "utf8")) };
}

let browser;
const reviews = {};

before(async function () {
    const hostile = path.join(work, "hostile");
    mkdirSync(hostile, { recursive: true });
    writeFileSync(path.join(hostile, "bill.csv"), hostileBill());
    reviews.en = review("en", "--lang", "en", samples);
    const earlier = review("zh-02", "--lang", "zh", "--write", "json", "--month", "2026-02", samples);
    reviews.zh = review("zh", "--lang", "zh", "--month", "2026-03", "--previous",
        path.join(earlier.folder, "review.json"), samples);
    reviews.hostile = review("hostile-out", "--lang", "en", "--write", "html,json,charts", hostile);
    browser = await chromium.launch({ executablePath: process.env.BROWSER,
        args: ["--no-sandbox"] });
});

after(async function () {
    await browser?.close();
});

// Opens a page; what it does that it must not do goes into page.trouble.
async function open(name, file, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    page.setDefaultTimeout(5000);
    const url = pathToFileURL(path.join(reviews[name].folder, file)).href;
    page.trouble = [];
    page.on("console", function (message) {
        page.trouble.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", function (error) { page.trouble.push(`error: ${error.message}`); });
    page.on("request", function (request) {
        if (request.url().split("#")[0] !== url)
            page.trouble.push(`request: ${request.url().slice(0, 100)}`);
    });
    page.on("dialog", function (dialog) {
        page.trouble.push(`dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    await page.goto(url);
    return page;
}

async function quiet(page) {
    assert.deepEqual(page.trouble, []);
    await page.close();
}

// What repeats is looked at a few times only: axe takes its time with each element.
async function accessible(page) {
    await page.evaluate(function () {
        for (const body of document.querySelectorAll("tbody"))
            Array.from(body.rows).slice(4).forEach(function (row) { row.remove(); });
        Array.from(document.querySelectorAll(".finding")).slice(6, -2)
            .forEach(function (card) { card.remove(); });
        Array.from(document.querySelectorAll("svg")).slice(2)
            .forEach(function (chart) { chart.replaceChildren(chart.firstElementChild); });
    });
    await page.evaluate(axe);
    const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
    const serious = found.violations.filter(function (violation) {
        return violation.impact === "serious" || violation.impact === "critical";
    });
    assert.deepEqual(serious.map(function (violation) {
        return `${violation.id}: ${violation.nodes[0].html.slice(0, 200)} ` +
            violation.nodes[0].failureSummary;
    }), []);
}

function values(page, selector) {
    return page.$$eval(selector, function (cells) {
        return cells.map(function (cell) { return cell.dataset.v; });
    });
}

async function printed(page, file) {
    const out = path.join(work, file);
    await page.pdf({ path: out, preferCSSPageSize: true, printBackground: true });
    try {
        return execFileSync("pdftotext", ["-layout", out, "-"], { encoding: "utf8",
            maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
        assert.equal(error.code, "ENOENT"); // no pdftotext: that it could be printed is enough
        return null;
    }
}

// A table of report.html: its title, and the first two headings.
function heading(page, id) {
    return page.$eval(`#${id}`, function (card) {
        const heads = Array.from(card.querySelectorAll("th"), (head) => head.textContent);
        return { title: card.querySelector("summary").firstChild.textContent.trim(),
            heads: heads.slice(0, 2) };
    });
}

// Each page that the table stands on has its headings, up to the page of the next table.
function headed(text, table, next) {
    const pages = text.split("\f").map(function (page) { return page.split("\n"); });
    const at = function (title) {
        return pages.findIndex((page) => page.some((line) =>
            new RegExp(`^\\s*▾?▼?\\s*${title}\\s+[0-9,]+$`).test(line)));
    };
    const first = at(table.title), last = at(next.title);
    assert.ok(first >= 0 && last > first, `${table.title}: ${first}, ${last}`);
    for (let i = first; i < last; i++)
        assert.ok(pages[i].some((line) => table.heads.every((head) => line.includes(head))),
            `page ${i + 1} lacks the headings of ${table.title}`);
}

for (const name of ["en", "zh"])
    describe(`report.html in ${name}`, function () {
        let page, json;

        before(async function () {
            json = reviews[name].json;
            page = await open(name, "report.html");
        });

        test("the large figures are those of review.json", async function () {
            const spent = await page.$$eval(".figure.spent .big", function (list) {
                return list.map(function (at) { return [at.dataset.c, at.dataset.v]; });
            });
            const totals = Object.entries(json.totals).filter(function ([, t]) { return t.lines; });
            assert.deepEqual(Object.fromEntries(spent),
                Object.fromEntries(totals.map(function ([c, t]) { return [c, t.billed]; })));
            for (const at of await page.$$(".figure.lost .big")) {
                const { c, v } = await at.evaluate(function (node) { return { ...node.dataset }; });
                assert.equal(v, json.leaks[c]?.net ?? "0", c);
            }
            for (const at of await page.$$(".figure.uncovered .big[data-v]")) {
                const { c, v } = await at.evaluate(function (node) { return { ...node.dataset }; });
                assert.equal(v, json.reconciliation.totals[c]?.uncovered ?? "0", c);
            }
            const hours = json.unknown.filter(function (u) { return u.what === "utilisation"; });
            const text = await page.textContent(".figure.unjudged .big");
            if (hours.length)
                assert.ok(units(text.split(" ")[0]) -
                    sum(hours.map(function (u) { return u.gpu_hours; })) <= 10n ** 17n, text);
        });

        test("every finding has a card with its sentence, advice, rows and sum", async function () {
            assert.ok(json.findings.length > 0);
            const cards = await page.$$eval(".finding", function (list) {
                return list.map(function (card) {
                    return { id: card.id, v: card.querySelector(".amount").dataset.v,
                        text: card.textContent,
                        working: card.querySelector(".working").textContent,
                        rows: Array.from(card.querySelectorAll(".evidence tbody tr"), (row) =>
                            [row.cells[0].textContent, row.cells[3].textContent,
                                row.cells[4].title || row.cells[4].textContent]) };
                });
            });
            for (const finding of json.findings) {
                const card = cards.find(function (at) { return at.id === finding.id; });
                assert.equal(card.v, finding.net_leak);
                assert.ok(card.text.includes(finding.message), finding.message);
                assert.ok(finding.waived || card.text.includes(finding.advice), finding.advice);
                assert.ok(card.working.length > 3, finding.id);
                assert.equal(card.rows.length, Math.min(finding.lines.length, 1000));
                card.rows.forEach(function (row, i) {
                    const line = finding.lines[i];
                    assert.equal(row[0], `${line.path}:${line.line}`);
                    assert.equal(row[1], shown(units(line.billed)));
                    assert.equal(units(row[2]), units(line.leak));
                });
            }
        });

        test("leaks come by money, what is alike as one, what is no leak last", async function () {
            const cards = await page.$$eval("#leaks .group, #leaks .finding", function (list) {
                return list.filter(function (card) { return !card.closest(".singles"); })
                    .map(function (card) {
                        const { v, c } = card.querySelector(".amount").dataset;
                        return { id: card.id, v, c, of: card.matches(".finding") ? [card.id]
                            : Array.from(card.querySelectorAll(".finding"), (one) => one.id) };
                    });
            });
            const find = function (id) { return json.findings.find((f) => f.id === id); };
            const all = cards.flatMap(function (card) { return card.of; });
            assert.equal(new Set(all).size, all.length);
            assert.equal(all.length, json.findings.length);
            const leaking = json.findings.filter(function (f) { return !f.waived && f.leak !== "0"; });
            assert.deepEqual(all.slice(leaking.length).filter(function (id) {
                return leaking.includes(find(id));
            }), []);
            assert.ok(cards.some(function (card) { return card.of.length > 2; }));
            cards.forEach(function (card, i) {
                const own = card.of.map(find);
                assert.equal(units(card.v), sum(own.map((f) => f.net_leak)), card.id);
                assert.equal(new Set(own.map((f) => f.rule + f.platform + f.currency)).size, 1);
                if (i > 0 && leaking.includes(own[0]) && card.c === cards[i - 1].c)
                    assert.ok(units(card.v) <= units(cards[i - 1].v), card.id);
            });
            const largest = await page.$$eval(".largest li", function (list) {
                return list.map(function (item) {
                    return { id: item.querySelector("a").hash.slice(1), text: item.textContent };
                });
            });
            assert.deepEqual(largest.map((item) => item.id), cards.slice(0, 3).map((c) => c.id));
            for (const item of largest) {
                assert.match(item.text, /\d{4}-\d\d-\d\d/);
                assert.match(item.text, name === "zh" ? /确定|很可能|可能/
                    : /certain|likely|possible/);
            }
        });

        test("no id stands where a title belongs", async function () {
            const rules = json.findings.map(function (f) { return f.rule; });
            const titles = await page.$$eval("#leaks h4, #leaks h5, .largest b, svg text",
                function (list) { return list.map((node) => node.textContent); });
            assert.ok(titles.length > rules.length);
            assert.deepEqual(titles.filter((text) => rules.includes(text)), []);
        });

        test("the spend tables hold the rows of review.json", async function () {
            for (const table of ["spend", "spend_by_resource", "spend_by_project", "spend_by_day"]) {
                const billed = await values(page, `#${table} td[data-c]`);
                assert.deepEqual(billed.map(units).map(String).sort(),
                    json[table].slice(0, 2000).map(function (row) {
                        return String(units(row.billed));
                    }).sort(), table);
            }
        });

        test("what changed is what review.json compares", async function () {
            const rows = await page.$$eval("#comparison tbody tr", function (list) {
                return list.map(function (row) {
                    return Array.from(row.querySelectorAll("[data-c]"), (cell) => cell.dataset.v);
                });
            });
            assert.equal(rows.length > 0, name === "zh");
            const changes = await page.$$eval("#comparison td[data-c]:nth-child(5)",
                function (list) {
                    return list.map((cell) => [cell.dataset.v, cell.textContent]);
                });
            for (const [exact, text] of changes)
                assert.equal(text.startsWith("+"), units(exact) > 0n, text);
            if (name === "zh")
                assert.deepEqual(rows.map(String).sort(), json.comparison.map(function (row) {
                    return String([row.previous, row.current, row.change]);
                }).sort());
        });

        test("a filter hides rows, and the sum follows it", async function () {
            const card = page.locator("#spend");
            const line = card.locator(".sum");
            const whole = await line.textContent();
            const word = (await card.locator("tbody tr td:first-child").first().textContent())
                .toLowerCase();
            await card.locator("input").fill(word);
            const rows = await card.locator("tbody tr").evaluateAll(function (list) {
                return list.map(function (row) {
                    const cell = row.querySelector("[data-c]");
                    return { hidden: row.hidden, text: row.textContent.toLowerCase(),
                        c: cell.dataset.c, v: cell.dataset.v };
                });
            });
            const left = rows.filter(function (row) { return row.text.includes(word); });
            assert.ok(left.length > 0 && left.length < rows.length);
            for (const row of rows)
                assert.equal(row.hidden, !left.includes(row), row.text);
            const text = await line.textContent();
            for (const [currency, total] of Object.entries(json.totals)) {
                if (!total.lines)
                    continue;
                const part = left.filter(function (row) { return row.c === currency; });
                const expected = `${currency} ${shown(sum(part.map((row) => row.v)))}`;
                assert.ok(text.includes(expected), `${text} lacks ${expected}`);
                assert.ok(text.includes(shown(units(total.billed))), text);
            }
            await card.locator("input").fill("no such row anywhere");
            assert.equal(await card.locator("tbody tr:visible").count(), 0);
            await card.locator("input").fill("");
            assert.equal(await line.textContent(), whole);
            assert.equal(await card.locator("tbody tr:visible").count(), rows.length);
        });

        test("a heading sorts by value, by mouse and by keyboard", async function () {
            const head = page.locator("#spend thead th", { has: page.locator("button") }).nth(3);
            const read = async function () {
                return (await values(page, "#spend td[data-c]")).map(units);
            };
            const down = (await read()).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
            await head.locator("button").click();
            assert.equal(await head.getAttribute("aria-sort"), "descending");
            assert.deepEqual(await read(), down);
            await head.locator("button").press("Enter");
            assert.equal(await head.getAttribute("aria-sort"), "ascending");
            assert.deepEqual(await read(), down.reverse());
            await page.locator("#spend thead th button").first().click();
            assert.equal(await head.getAttribute("aria-sort"), null);
        });

        test("the findings can be filtered, and the sum follows", async function () {
            const word = json.findings[0].name || json.findings[0].resource;
            await page.locator("#leaks .tools input").fill(word);
            const left = await page.$$eval(".finding", function (list) {
                return list.filter(function (card) { return !card.hidden; })
                    .map(function (card) { return card.querySelector(".amount").dataset; })
                    .map(function (data) { return { c: data.c, v: data.v }; });
            });
            assert.ok(left.length > 0 && left.length < json.findings.length);
            const currency = json.findings[0].currency;
            const text = await page.textContent("#leaks .tools [role=status]");
            assert.ok(text.includes(`${currency} ` + shown(sum(left.filter((at) =>
                at.c === currency).map((at) => at.v)))), text);
            await page.locator("#leaks .tools input").fill("");
            assert.equal(await page.textContent("#leaks .tools [role=status]"), "");
        });

        test("the keyboard alone leads to the largest leak and into its rows", async function () {
            const other = await open(name, "report.html");
            await other.keyboard.press("Tab");
            assert.equal(await other.evaluate("document.activeElement.className"), "skip");
            await other.locator(".largest a").nth(1).focus();
            await other.keyboard.press("Enter");
            const to = await other.evaluate("location.hash");
            await other.locator(`${to} a`).last().waitFor({ state: "attached" });
            const link = other.locator(".members a").last();
            const id = await link.textContent();
            await link.focus();
            await other.keyboard.press("Enter");
            await other.locator(`#${id}`).waitFor({ state: "visible" });
            await other.locator(`#${id} .evidence > summary`).focus();
            await other.keyboard.press("Enter");
            assert.ok(await other.locator(`#${id} .evidence tbody tr`).first().isVisible());
            await quiet(other);
        });

        test("every anchor leads somewhere, also to what is folded", async function () {
            const broken = await page.evaluate(function () {
                const ids = Array.from(document.querySelectorAll("[id]"), function (node) {
                    return node.id;
                });
                return Array.from(document.querySelectorAll("a[href^='#']"), function (link) {
                    return link.hash.slice(1);
                }).filter(function (id) { return !ids.includes(id); })
                    .concat(ids.filter(function (id, i) { return ids.indexOf(id) !== i; }));
            });
            assert.deepEqual(broken, []);
            const last = await page.locator(".finding").last().getAttribute("id");
            await page.evaluate(function (id) { location.hash = id; }, last);
            await page.locator(`#${last}`).waitFor({ state: "visible", timeout: 5000 });
        });

        test("every input has its accounting", async function () {
            const rows = await page.locator("#inputs tbody tr").evaluateAll(function (list) {
                return list.map(function (row) {
                    return Array.from(row.querySelectorAll("td[data-v]"), function (cell) {
                        return Number(cell.dataset.v);
                    });
                });
            });
            assert.deepEqual(rows, json.inputs.map(function (input) {
                const skipped = Object.values(input.skipped).reduce((a, b) => a + b, 0);
                return [input.records, input.ledger_lines, skipped, input.rejected];
            }));
            for (const [records, lines, skipped, rejected] of rows)
                assert.equal(records, lines + skipped + rejected);
        });

        test("no console error, no request", async function () {
            await page.screenshot({ path: path.join(work, `report-${name}.png`) });
            await quiet(page);
        });

        test("axe finds nothing serious", async function () {
            const ways = { en: [{ colorScheme: "light" }, { colorScheme: "dark" }],
                zh: [{ viewport: { width: 360, height: 740 } }] };
            for (const options of ways[name]) {
                const other = await open(name, "report.html", options);
                const wide = await other.evaluate(function () {
                    return document.documentElement.scrollWidth - innerWidth;
                });
                assert.ok(wide <= 0, `${wide} pixels wider than the screen`);
                await other.evaluate(function () {
                    for (const fold of document.querySelectorAll("details"))
                        fold.open = true;
                });
                await other.screenshot({ path: path.join(work,
                    `report-${name}-${options.colorScheme ?? "narrow"}.png`) });
                await accessible(other);
                await quiet(other);
            }
        });

        test("on a phone charts are lists of bars or can be scrolled, and cards are wide", async function () {
            const other = await open(name, "report.html", { viewport: { width: 390, height: 844 } });
            const charts = await other.evaluate(function () {
                for (const fold of document.querySelectorAll("main details"))
                    fold.open = true;
                return Array.from(document.querySelectorAll("figure.chart"), function (chart) {
                    const narrow = chart.nextElementSibling;
                    const bars = Array.from(narrow.querySelectorAll("li"), function (bar) {
                        const parts = bar.querySelector(".stack").getBoundingClientRect();
                        return { text: bar.textContent, right: parts.right,
                            label: bar.querySelector(".label").textContent,
                            widths: Array.from(bar.querySelectorAll("i"), (part) =>
                                parseFloat(part.style.width)) };
                    });
                    return { id: chart.closest(".card").id, bars, hint: narrow.textContent,
                        isShown: chart.offsetWidth > 0, isColumns: chart.matches(".columns"),
                        isNarrow: narrow.offsetWidth > 0, overflow: getComputedStyle(chart).overflowX,
                        labels: Array.from(chart.closest(".card").querySelectorAll(
                            "tbody td:first-child"), (cell) => cell.textContent) };
                });
            });
            const cards = await other.$$eval(".finding > div, .group > div", function (list) {
                return list.map((card) => card.getBoundingClientRect().width);
            });
            assert.ok(Math.min(...cards) > 300, `a card of ${Math.min(...cards)} pixels`);
            assert.ok(charts.length > 4);
            for (const chart of charts) {
                assert.ok(chart.isNarrow, chart.id);
                assert.equal(chart.isShown, chart.isColumns, chart.id);
                assert.equal(chart.isShown ? chart.overflow : "auto", "auto", chart.id);
                assert.ok(!chart.isColumns || chart.hint.length > 5);
                if (!chart.isColumns)
                    assert.deepEqual(chart.bars.map((bar) => bar.label), chart.labels, chart.id);
                for (const bar of chart.bars) {
                    assert.match(bar.text, /\d/);
                    assert.ok(bar.right <= 390, bar.text);
                    assert.ok(bar.widths.reduce((a, b) => a + b, 0) <= 100.1, bar.text);
                }
            }
            await quiet(other);
        });

        test("it is printed with page numbers, findings and no controls", async function () {
            const other = await open(name, "report.html");
            const text = await printed(other, `report-${name}.pdf`);
            if (text !== null) {
                const flat = text.replace(/\s+/g, "");
                assert.ok(/\b1 ?\/ ?\d+\n/.test(text), "no page numbers");
                assert.ok(!flat.includes(name === "zh" ? "筛选" : "Filter"));
                for (const finding of json.findings)
                    assert.ok(flat.includes(shown(units(finding.net_leak))), finding.id);
                for (const sheet of text.split("\f")) // no currency alone above the foot of a page
                    assert.ok(!/\n\s*[A-Z]{3}\s*\n[^\n]*\d+ ?\/ ?\d+\s*$/.test(sheet), sheet);
                headed(text, await heading(other, "spend"), await heading(other,
                    "spend_by_resource"));
                headed(text, await heading(other, "spend_by_resource"), await heading(other,
                    "spend_by_day"));
            }
            await quiet(other);
        });
    });

describe("what a hostile bill holds", function () {
    test("is shown and never run", async function () {
        const page = await open("hostile", "report.html");
        assert.ok(!(await page.title()).includes("owned"));
        assert.equal(await page.locator("img, main svg [onload], iframe, object").count(), 0);
        assert.equal(await page.locator("script").count(), 1);
        const text = await page.locator("#spend_by_resource").evaluate(function (node) {
            return node.textContent;
        });
        for (const shownText of TEXTS.slice(0, 8))
            assert.ok(text.includes(shownText), shownText);
        await quiet(page);
    });

    test("could not run even if it came as markup", async function () {
        const page = await open("hostile", "report.html");
        await page.evaluate(function () {
            const holder = document.createElement("div");
            holder.innerHTML = "<img src=x onerror=\"document.title='owned'\">";
            document.body.append(holder);
            const script = document.createElement("script");
            script.textContent = "document.title = 'owned'";
            document.body.append(script);
        });
        await page.waitForTimeout(200);
        assert.ok(!(await page.title()).includes("owned"));
        assert.ok(page.trouble.some(function (line) { return line.includes("Content Security"); }));
        await page.close();
    });

    test("does not break the page", async function () {
        for (const width of [1280, 360]) {
            const page = await open("hostile", "report.html", { viewport: { width, height: 900 } });
            const wide = await page.evaluate(function () {
                return document.documentElement.scrollWidth - innerWidth;
            });
            assert.ok(wide <= 0, `${wide} pixels wider than ${width}`);
            await page.screenshot({ path: path.join(work, `hostile-${width}.png`) });
            await quiet(page);
        }
    });
});

for (const name of ["en", "zh"])
    describe(`reimbursement.html in ${name}`, function () {
        const words = { en: { claimed: "Claimed here", sign: "Head of project" },
            zh: { claimed: "本次报销金额", sign: "项目负责人" } }[name];
        let page, json, pages;

        before(async function () {
            json = reviews[name].json;
            page = await open(name, "reimbursement.html");
            await page.screenshot({ path: path.join(work, `reimbursement-${name}.png`),
                fullPage: true });
            const text = await printed(page, `reimbursement-${name}.pdf`);
            pages = text === null ? [] : text.trimEnd().split("\f");
        });

        test("the first page, and it alone, is the claim that is signed", async function () {
            const form = await page.textContent(".form");
            const covered = Object.entries(json.reconciliation.totals)
                .filter(function ([, total]) { return units(total.covered) > 0n; });
            for (const [currency, total] of covered) {
                const sign = name === "zh" && currency === "CNY" ? "¥" : `${currency} `;
                assert.ok(form.includes(sign + shown(units(total.covered))), form);
            }
            assert.ok(form.includes("圆") && form.includes("示例大学"), form);
            const blank = page.getByRole("textbox", { name: name === "zh" ? "经费号" : "Fund number" });
            await blank.fill("2026-KJ-001");
            assert.equal(await blank.textContent(), "2026-KJ-001");
            const attached = await page.locator("td.hash").count();
            assert.ok(new RegExp(`(?<!\\d)${attached} ?(张|documents)`).test(form), form);
            if (pages.length > 0) {
                assert.ok(pages[0].includes(words.claimed) && pages[0].includes(words.sign));
                assert.ok(!pages.slice(1).join("").includes(words.sign));
            }
        });

        test("what is not claimed is said, also where no recharge was seen", async function () {
            const left = await page.textContent(".left");
            const unseen = json.warnings.filter((w) => w.code === "recharges-unseen");
            for (const warning of unseen)
                assert.ok(left.includes(warning.message.match(/[A-Z]{3} ([0-9.]+)/)[1]), left);
            const sums = await page.$$eval(".left b", function (list) {
                return list.map((one) => one.textContent);
            });
            for (const [currency, total] of Object.entries(json.reconciliation.totals)) {
                const sign = name === "zh" && currency === "CNY" ? "¥" : `${currency} `;
                const of = sums.filter((text) => text.startsWith(sign))
                    .map((text) => text.slice(sign.length).replaceAll(",", ""));
                const rest = unseen.map((w) => w.message.match(/([A-Z]{3}) ([0-9.]+)/))
                    .filter((found) => found[1] === currency).map((found) => found[2]);
                assert.equal(sum(of), sum([total.uncovered, total.voucher,
                    total.invoices_without_charges, ...rest]), currency);
            }
        });

        test("of all that is claimed it is said whether a payment is there", async function () {
            const label = { en: "Payments", zh: "付款" }[name];
            const sums = await page.$$eval(".first .grounds li", function (list, label) {
                return list.filter((one) => one.textContent.startsWith(label))
                    .flatMap((one) => [...one.querySelectorAll("b")].map((b) => b.textContent));
            }, label);
            for (const [currency, total] of Object.entries(json.reconciliation.totals)) {
                const sign = name === "zh" && currency === "CNY" ? "¥" : `${currency} `;
                const of = sums.filter((text) => text.startsWith(sign))
                    .map((text) => text.slice(sign.length).replaceAll(",", ""));
                assert.equal(sum(of), sum([total.covered]), currency);
            }
        });

        test("an invoice that failed says what to do", async function () {
            const failed = json.reconciliation.invoices.filter((one) => one.status === "invalid");
            assert.ok(failed.length > 0);
            for (const one of failed) {
                const row = page.locator("tr", { has: page.locator(`td:text-is("${one.id}")`) });
                const text = await row.locator(".todo").textContent();
                assert.ok(text.length > 10, one.id);
                if (one.checks.some((check) => check.check === "buyer-name" && !check.ok))
                    assert.ok(text.includes("示例大学"), text);
            }
        });

        test("currencies are written as the reader's country does", async function () {
            const text = await page.textContent("main");
            assert.equal(text.includes("¥"), name === "zh");
            assert.equal(text.includes("CNY"), name === "en");
            assert.ok(!text.includes("课题"));
            if (json.totals.DCU)
                assert.ok(await page.locator(".first .unit").count() === 1);
        });

        test("its tables have their headings on every page", async function () {
            const from = pages.findIndex((text) => text.includes("SHA-256"));
            assert.ok(pages.length === 0 || from > 0 && from < pages.length - 1);
            for (const text of pages.slice(from))
                assert.ok(text.includes("SHA-256"));
            const title = await page.title();
            for (const text of pages.slice(1))
                assert.ok(text.trimStart().startsWith(title), text.slice(0, 200));
            for (const text of pages)
                assert.ok(/\b\d+ ?\/ ?\d+\s*$/.test(text), "no page numbers");
        });

        test("it fits a phone, is quiet and accessible", async function () {
            const other = await open(name, "reimbursement.html",
                { viewport: { width: 390, height: 844 } });
            const wide = await other.evaluate(function () {
                return document.documentElement.scrollWidth - innerWidth;
            });
            assert.ok(wide <= 0, `${wide} pixels wider than the screen`);
            await other.screenshot({ path: path.join(work, `reimbursement-${name}-narrow.png`) });
            await quiet(other);
            await accessible(page);
            await quiet(page);
        });
    });
