"use strict";
// Filter and sort of the tables, filter of the findings. The page says everything without it. Sums
// are exact: amounts are decimal texts, added as whole numbers of 10^-18.
(function () {
    const words = document.body.dataset;
    const SCALE = 18;

    function exact(text) {
        const negative = text.startsWith("-");
        const parts = text.replace("-", "").split(".");
        const units = BigInt(parts[0] + (parts[1] || "").padEnd(SCALE, "0"));
        return negative ? -units : units;
    }

    function shown(units) {
        const negative = units < 0n;
        const cent = 10n ** BigInt(SCALE - 2);
        const cents = ((negative ? -units : units) + cent / 2n) / cent;
        const whole = String(cents / 100n).replace(/\B(?=(\d{3})+$)/g, ",");
        return (negative && cents > 0n ? "-" : "") + whole + "." + String(cents % 100n).padStart(2, "0");
    }

    // The amounts in an item, by currency; worked out once, when they are first asked for.
    const known = new Map();
    function amounts(item) {
        let list = known.get(item);
        if (!list) {
            list = Array.from(item.querySelectorAll("[data-c]"), function (cell) {
                return [cell.dataset.c, exact(cell.dataset.v)];
            });
            known.set(item, list);
        }
        return list;
    }

    // What items add up to by currency, hidden ones left out.
    function sums(items) {
        const result = new Map();
        for (const item of items)
            if (!item.hidden)
                for (const [currency, units] of amounts(item))
                    result.set(currency, (result.get(currency) || 0n) + units);
        return result;
    }

    function fill(text, part, all) {
        return text.replace("{part}", part).replace("{all}", all);
    }

    // "3 of 80 rows · CNY 12.30 of 5,498.04 · USD 0.00 of 179.66".
    function say(items, totals) {
        const part = sums(items);
        const left = items.filter(function (item) { return !item.hidden; });
        const texts = [fill(words.rows, left.length, items.length)];
        totals.forEach(function (all, currency) {
            texts.push(currency + " " +
                fill(words.amount, shown(part.get(currency) || 0n), shown(all)));
        });
        return texts.join(" · ");
    }

    // What a cell is sorted by: figures by their exact value, behind what is empty.
    function key(cell) {
        return cell.dataset.v === undefined ? cell.textContent : exact(cell.dataset.v);
    }

    function compare(x, y) {
        if (typeof x !== typeof y)
            return typeof x === "string" ? -1 : 1;
        return typeof x === "string" ? x.localeCompare(y) : x < y ? -1 : x > y ? 1 : 0;
    }

    function sortable(table, rows) {
        const heads = table.tHead.rows[0].cells;
        for (const head of heads) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = head.textContent;
            head.replaceChildren(button);
            button.addEventListener("click", function () {
                const is = head.getAttribute("aria-sort");
                const down = is ? is === "ascending" : head.className === "n";
                for (const other of heads)
                    other.removeAttribute("aria-sort");
                head.setAttribute("aria-sort", down ? "descending" : "ascending");
                const keys = new Map();
                for (const row of rows)
                    keys.set(row, key(row.cells[head.cellIndex]));
                rows.sort(function (a, b) {
                    const order = compare(keys.get(a), keys.get(b));
                    return down ? -order : order;
                });
                table.tBodies[0].append(...rows);
            });
        }
    }

    // A box before `before` that hides what does not hold every word; `told` hears of it.
    function filterable(before, items, name, told) {
        let texts;
        const tools = document.createElement("div");
        const input = document.createElement("input");
        tools.className = "tools";
        input.type = "search";
        input.placeholder = words.filter;
        input.setAttribute("aria-label", words.filter + ": " + name);
        input.addEventListener("input", function () {
            texts = texts ||
                items.map(function (item) { return item.textContent.toLowerCase(); });
            const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
            items.forEach(function (item, i) {
                item.hidden = !wanted.every(function (word) { return texts[i].includes(word); });
            });
            told(wanted.length > 0);
        });
        tools.append(input);
        before.before(tools);
    }

    function totalsOf(line) {
        const totals = new Map();
        const parts = line.dataset.totals.split(" ");
        for (let i = 0; i + 1 < parts.length; i += 2)
            totals.set(parts[i], exact(parts[i + 1]));
        return totals;
    }

    for (const table of document.querySelectorAll(".spend table")) {
        const rows = Array.from(table.tBodies[0].rows);
        const line = table.closest(".card").querySelector(".sum");
        const whole = line.textContent;
        if (rows.length < 2)
            continue;
        sortable(table, rows);
        filterable(table.parentNode, rows, table.caption.textContent, function (is) {
            line.textContent = is ? say(rows, totalsOf(line)) : whole;
        });
    }
    for (const table of document.querySelectorAll("#months table, #invoicing table, #trust table"))
        if (table.tBodies[0].rows.length > 1 && !table.closest(".wide"))
            sortable(table, Array.from(table.tBodies[0].rows));

    const cards = Array.from(document.querySelectorAll(".finding"));
    if (cards.length > 3) {
        const line = document.createElement("span");
        const legend = document.querySelector(".legend");
        const folds = Array.from(document.querySelectorAll("#leaks .more, #leaks .singles"));
        const groups = Array.from(document.querySelectorAll("#leaks .group"));
        if (legend) {
            const all = sums(cards);
            line.setAttribute("role", "status");
            filterable(legend, cards, document.querySelector("#leaks h2").textContent, function (is) {
                for (const fold of folds)
                    fold.open = is;
                for (const group of groups) {
                    group.hidden = !group.querySelector(".finding:not([hidden])");
                    for (const link of group.querySelectorAll(".members a"))
                        link.closest("tr").hidden = document.getElementById(link.hash.slice(1)).hidden;
                }
                line.textContent = is ? say(cards, all) : "";
            });
            legend.previousElementSibling.append(line);
        }
    }

    // A link to a finding that is folded opens what folds it.
    function reveal() {
        const to = location.hash && document.getElementById(location.hash.slice(1));
        if (!to)
            return;
        for (let fold = to.closest("details"); fold; fold = fold.parentElement.closest("details"))
            fold.open = true;
        to.scrollIntoView();
    }
    window.addEventListener("hashchange", reveal);
    reveal();

    // Paper cannot be unfolded.
    let opened = [];
    window.addEventListener("beforeprint", function () {
        opened = Array.from(document.querySelectorAll("details[data-print]:not([open])"));
        for (const fold of opened)
            fold.open = true;
    });
    window.addEventListener("afterprint", function () {
        for (const fold of opened)
            fold.open = false;
    });
}());
