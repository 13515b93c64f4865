// A bill whose every text wants to be something else: markup, script, a formula, a control code.

export const TEXTS = [
    "<script>document.title='owned'</script>",
    "\"><img src=x onerror=\"document.title='owned'\">",
    "</style></script><svg onload=document.title='owned'>",
    "javascript:document.title='owned'",
    "=HYPERLINK(\"http://example.invalid\",\"x\")",
    "-1+1|cmd",
    "{{script}}",
    "&lt;b&gt;",
    "\u202eevil\u202c שלום עולם",
    "مرحبا بالعالم",
    "\u001b[31mred\u001b[0m",
    "名".repeat(120),
    "a".repeat(400),
];

const HEADINGS = ["platform", "instance", "resource_name", "item", "category", "start", "end",
    "amount", "currency", "project", "description"];

function cell(text) {
    return "\"" + text.replaceAll("\"", "\"\"") + "\"";
}

// In two currencies, so that nothing can be added that must not be.
export function hostileBill() {
    const rows = [HEADINGS.join(",")];
    TEXTS.forEach(function (text, i) {
        for (let day = 1; day <= 9; day++) {
            const at = `2026-03-0${day}`;
            const currency = i % 3 ? "CNY" : "USD";
            rows.push(["autodl", text, text, text, day % 3 ? "gpu" : "traffic", at + " 00:00:00",
                at + " 05:00:00", `3.${10 + i}`, currency, text, text].map(cell).join(","));
            rows.push(["autodl", text, text, text, "data-disk", at + " 00:00:00",
                at + " 23:00:00", `1.${10 + i}7`, currency, text, text].map(cell).join(","));
        }
    });
    return rows.join("\n") + "\n";
}
