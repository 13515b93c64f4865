"""What may be invoiced of the ledger lines that the makers have declared, by the rules of gpubill."""
from collections import namedtuple

from .common import D, cents

# Invoices of these are made from recharges, of which their bills do not tell.
RECHARGED_ELSEWHERE = {"compshare"}

# month: "2026-02"; order: "" for what has none; a recharge has its own number, if any.
Due = namedtuple("Due", "platform account currency order month start amount")


class Charges:
    """The lines of one order and month, or those of a month that name no order."""

    def __init__(self, line):
        self.platform, self.account, self.currency = line.platform, line.account, line.currency
        self.order, self.month = line.order, line.start.strftime("%Y-%m")
        self.start, self.amount = line.start, D(0)

    def place(self):
        return self.start, self.platform, self.account, self.order, self.currency, self.month

    def due(self):
        return Due(self.platform, self.account, self.currency, self.order, self.month, self.start,
                   cents(self.amount))


def take_off(refund, left, charges):
    """Lower the newest first, none below nothing; what is left over."""
    for one in sorted(charges, key=Charges.place, reverse=True):
        part = max(D(0), min(left, one.amount))
        one.amount -= part
        left -= part
    return left


def consumption(lines):
    """Charges by order and month, less what went back: first off its own order, then off what had
    begun by then."""
    groups, refunds = {}, []
    for line in lines:
        amount = line.billed - line.voucher
        if amount < 0:
            refunds.append((line.start, -amount, line))
            continue
        key = (line.platform, line.account, line.currency, line.order, line.start.strftime("%Y-%m"))
        one = groups.setdefault(key, Charges(line))
        one.start = min(one.start, line.start)
        one.amount += amount
    credits = []
    for start, left, line in sorted(refunds, key=lambda r: r[0]):
        of_account = [g for g in groups.values()
                      if (g.platform, g.account, g.currency)
                      == (line.platform, line.account, line.currency)]
        if line.order:
            left = take_off(line, left, [g for g in of_account if g.order == line.order])
        left = take_off(line, left, [g for g in of_account if g.start <= start])
        if left:
            credits.append(Charges(line))
            credits[-1].amount = -left
    return [one.due() for one in sorted([*groups.values(), *credits], key=Charges.place)]


def all_due(folder):
    """Of every platform, by its basis, in order of time."""
    recharges = [Due(c.platform, "", c.currency, c.id, c.date.strftime("%Y-%m"), c.date,
                     cents(c.amount)) for c in folder.claims if c.basis == "recharge"]
    by_recharge = {c.platform for c in recharges} | RECHARGED_ELSEWHERE
    owed = [Due(platform, "", currency, "", start.strftime("%Y-%m"), start, cents(amount))
            for platform, currency, start, amount in folder.owed]
    return sorted(recharges + owed + consumption(line for line in folder.lines
                                          if line.platform not in by_recharge),
                  key=lambda due: (due.start, due.platform, due.account, due.order))
