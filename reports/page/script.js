"use strict";
// Filter and sort of the spend tables. The page says everything without it. Sums are exact:
// amounts are decimal texts, added as whole numbers of 10^-18.
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

    // Sums by currency of the amounts in rows that are not hidden, and of all.
    function sums(rows) {
        const result = new Map();
        for (const row of rows)
            for (const cell of row.querySelectorAll("td[data-c]")) {
                const sum = result.get(cell.dataset.c) || { part: 0n, all: 0n };
                const units = exact(cell.dataset.v);
                sum.all += units;
                if (!row.hidden)
                    sum.part += units;
                result.set(cell.dataset.c, sum);
            }
        return result;
    }

    function sayings(rows) {
        const texts = [];
        sums(rows).forEach(function (sum, currency) {
            texts.push(currency + " " + shown(sum.part) +
                (sum.part === sum.all ? "" : " " + words.of + " " + shown(sum.all)));
        });
        return words.sum + " " + texts.join(" · ");
    }

    function compare(a, b) {
        if (a.dataset.v !== undefined && b.dataset.v !== undefined) {
            const x = exact(a.dataset.v), y = exact(b.dataset.v);
            return x < y ? -1 : x > y ? 1 : 0;
        }
        return a.textContent.localeCompare(b.textContent);
    }

    function sortable(table, rows) {
        const heads = table.tHead.rows[0].cells;
        for (const head of heads) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = head.textContent;
            head.replaceChildren(button);
            button.addEventListener("click", function () {
                const down = head.getAttribute("aria-sort") !== "descending" &&
                    (head.className === "n" || head.getAttribute("aria-sort") === "ascending");
                for (const other of heads)
                    other.removeAttribute("aria-sort");
                head.setAttribute("aria-sort", down ? "descending" : "ascending");
                const at = head.cellIndex;
                rows.sort(function (a, b) {
                    const order = compare(a.cells[at], b.cells[at]);
                    return down ? -order : order;
                });
                table.tBodies[0].append(...rows);
            });
        }
    }

    function filterable(table, rows) {
        const tools = document.createElement("div");
        const input = document.createElement("input");
        const output = document.createElement("output");
        tools.className = "tools";
        input.type = "search";
        input.placeholder = words.filter;
        input.setAttribute("aria-label", words.filter);
        output.textContent = sayings(rows);
        input.addEventListener("input", function () {
            const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
            for (const row of rows) {
                const text = row.textContent.toLowerCase();
                row.hidden = !wanted.every(function (word) { return text.includes(word); });
            }
            output.textContent = sayings(rows);
        });
        tools.append(input, output);
        table.parentNode.before(tools);
    }

    for (const table of document.querySelectorAll("#tables table")) {
        const rows = Array.from(table.tBodies[0].rows);
        if (rows.length < 2)
            continue;
        sortable(table, rows);
        filterable(table, rows);
    }
}());
