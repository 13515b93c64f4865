# A list of more than a million bytes, and something behind it.
import json


def row(i):
    return {"platform": "autodl", "start": "2026-03-01 10:00:00", "amount": "1.50", "item": f"order {i}",
            "category": "gpu"}


def write(name, *documents):
    with open(name, "w") as f:
        f.write("\n".join(json.dumps(d) for d in documents))


LONG = [row(i) for i in range(12000)]
write("late.json", {"data": LONG, "more": [row(-1)]})
write("text.json", {"data": LONG, "more": json.dumps({"data": [row(-1)]})})
write("page.json", {"data": [row(1)]}, {"data": [row(2)], "more": [row(-1)]})
write("none.json", {"data": LONG, "more": {"x": [1, 2]}, "notes": [{"text": "no charge"}], "page": 1})
