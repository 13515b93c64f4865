// The pictures of docs/images: report.html of sample-bills, its head and its largest findings; and
// the first page of reimbursement.html.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const work = path.dirname(new URL(import.meta.url).pathname);
const images = path.join(process.env.SOURCE, "docs", "images");
mkdirSync(images, { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.BROWSER,
    args: ["--no-sandbox"] });
for (const language of ["en", "zh"]) {
    const out = path.join(work, `picture-${language}`);
    try {
        execFileSync(process.env.GPUBILL, ["review", "--quiet", "--lang", language, "--out", out,
            "sample-bills"], { stdio: "ignore", cwd: process.env.SOURCE });
    } catch (error) {
        if (error.status !== 3) // 3: a file among the samples is no bill
            throw error;
    }
    const page = await browser.newPage({ viewport: { width: 1160, height: 1240 } });
    await page.goto(pathToFileURL(path.join(out, "report.html")).href);
    await page.screenshot({ path: path.join(images, `report-${language}.png`) });
    await page.addStyleTag({ content: "nav { display: none }" });
    await page.evaluate(function () {
        document.documentElement.style.scrollBehavior = "auto";
        const short = Array.from(document.querySelectorAll(".finding")).find(function (card) {
            const rows = card.querySelectorAll(".evidence tbody tr").length;
            return rows > 1 && rows < 9 && !card.closest(".singles");
        });
        for (const fold of short.querySelectorAll("details"))
            fold.open = true;
        document.querySelector("#F001").scrollIntoView();
    });
    await page.setViewportSize({ width: 1160, height: 860 });
    await page.screenshot({ path: path.join(images, `findings-${language}.png`) });
    if (language === "en") {
        await page.setViewportSize({ width: 827, height: 1080 });
        await page.goto(pathToFileURL(path.join(out, "reimbursement.html")).href);
        await page.addStyleTag({ content: "section:not(.first) { display: none }" });
        await page.screenshot({ path: path.join(images, "reimbursement.png") });
    }
    await page.close();
}
await browser.close();
