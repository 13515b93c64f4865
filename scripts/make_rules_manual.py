#!/usr/bin/env python3
"""make_rules_manual.py [GPUBILL]: print docs/RULES.md, made of what `gpubill rules --json` says.

    scripts/make_rules_manual.py build/dev/gpubill >docs/RULES.md

The case rules-manual-is-current fails where the file says something else.
"""

import json
import subprocess
import sys

HEAD = """\
# The rules

What each rule finds, what it needs, how its leak is computed. This page is made by
`scripts/make_rules_manual.py` from the tables in `src/audit/rules/`; `gpubill rules ID` shows the same, in
Chinese with `--lang zh`.

* A rule judges charges above 0 that start in the review's period. Refunds, account moves and free lines are
  judged by none, but refunds lower what can leak.
* **certain**: the bill proves it, or bill and state log together. **likely**: evidence supports it; a person
  should look. **possible**: a choice that cost more than another one.
* What a rule lacks the data for is **unknown**: neither a finding nor a clean bill.
* The same money is counted once. Rules come in the order of the table: what an earlier one has claimed of a
  line, no later one nets. The sum over all findings of a line never exceeds what it billed.
* Leaks are exact, rounded to 9 decimals per line. Findings below 0.01 are merged per rule and platform.
* Nothing adds or compares two currencies.
"""

SETTINGS = """\

## Settings

Each threshold is a setting of its rule, in the config:

    "rules": {"idle-gpu": {"stretch": "20m"}, "traffic-fee": {"enabled": false}}

Values are texts: a duration names its unit (`90s`, `15m`, `2h`, `7d`), a percentage is from 0 to 100, an
amount is in the currency of the lines. A disabled rule finds and claims nothing.
"""

TAIL = """\

## Rules of your own

    "custom_rules": [
      {"id": "custom:weekend", "certainty": "possible",
       "where": [{"field": "category", "is": "gpu"}, {"field": "weekday", "in": ["sat", "sun"]},
                 {"field": "ResourceName", "matches": "^test-"}, {"field": "billed", "over": "5"},
                 {"not": {"field": "x_Project", "is": "thesis"}}],
       "group_by": ["resource"], "leak": "billed",
       "message": {"en": "A test ran on a weekend.", "zh": "测试任务在周末运行。"}}]

| key | meaning |
|---|---|
| `id` | `custom:` and a name |
| `certainty` | `certain`, `likely` or `possible` (default) |
| `where` | conditions, all of which a line must hold |
| `group_by` | fields that part findings from each other; default `["resource"]` |
| `leak` | `"billed"` (default), `"0"` for a hint without a leak, or `{"share": "0.5"}` of what was billed |
| `message` | what the finding says, `en` and `zh`; without it, how many charges of what |

Tests of a condition, beside `not`, `all` and `any`:

| test | holds where the field |
|---|---|
| `is` | is this text, in any case of its letters |
| `in` | is one of these texts |
| `matches` | holds this pattern (PCRE2, anywhere unless anchored) |
| `over`, `under` | is a number above, below this one |
| `blank` | is empty (`true`), is not (`false`) |

Fields are the columns of the ledger (`docs/LEDGER.md`) and the short names `category`, `billed`, `platform`,
`instance`, `resource` (what was charged, else the instance), `weekday` (`mon` to `sun`), `hour` (0 to 23),
`day` (`2026-03-01`), `month` (`2026-03`), all of the start in the review's zone, and `hours` (length of the
charge period). They come after all other rules, in the config's order. A pattern that takes too long is an
error that names its rule; `(*LIMIT_MATCH=5000000)` at its beginning allows five million steps, not one.

## Waivers

    "waivers": [{"rule": "idle-gpu", "platform": "autodl", "resource": "c8f3-1a2b",
                 "until": "2026-06-30", "reason": "held for the demo"}]

A finding of that rule (and platform, and resource, where given) stays, marked with the reason, and counts
neither in the leaks nor for `--fail-on`; it still claims its money. A waiver holds up to the end of its last
day: where `until` is before the first line of a finding, the finding counts again and the warning
`waiver-expired` says so.
"""

FIELDS = [("What it finds", "finds"), ("What it needs", "needs"), ("Leak", "formula"),
          ("Example", "example"), ("What to do", "advice")]


def cell(text):
    return text.replace("|", "\\|")


def rule(r, zh):
    yield f"\n## {r['id']}\n\n{r['title']} ({zh['title']}).\n"
    yield "\n".join(f"* **{title}**: {r[key]}" for title, key in FIELDS)
    if r["settings"]:
        yield "\n| setting | default | kind | meaning |\n|---|---|---|---|"
        for s in r["settings"]:
            yield f"| `{s['name']}` | `{s['default']}` | {s['kind']} | {cell(s['help'])} |"


def main(args):
    program = args[0] if args else "gpubill"

    def rules(lang):
        text = subprocess.run([program, "rules", "--json", "--lang", lang], check=True,
                              stdout=subprocess.PIPE).stdout
        return json.loads(text)

    en, zh = rules("en"), rules("zh")
    lines = [HEAD, "| | rule | finds |", "|---|---|---|"]
    lines += [f"| {r['order']} | [`{r['id']}`](#{r['id']}) | {cell(r['title'])} |" for r in en]
    lines += [f"| {len(en) + 1} | [`custom:*`](#rules-of-your-own) | what you look for |"]
    lines += [SETTINGS.rstrip("\n")]
    for a, b in zip(en, zh):
        lines += rule(a, b)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write("\n".join(lines) + "\n" + TAIL)


if __name__ == "__main__":
    main(sys.argv[1:])
