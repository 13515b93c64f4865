"""The folder of sample bills: what the makers of bills write into it, and say of it.

A maker is a module with make(folder). Besides writing files it declares, from its own plan, what
they mean; the README, the config and the makers that come last are made from that.
"""
import os
from collections import namedtuple

from .common import D

# name below the folder (archive!member for what lies in an archive); format: its id; form, what:
# (English, Chinese); sums: {currency: BilledCost}; is_view: the money of other files once more;
# seen: what of the sums stands in another file too.
File = namedtuple("File", "name format form what records sums is_view seen")
# platform, why: (English, Chinese); resource as the finding names it, or "".
Leak = namedtuple("Leak", "platform resource rule certainty amount currency why is_waived")
# Money that may be invoiced: an order, a recharge or a month (id ""), as the platform's basis is.
Claim = namedtuple("Claim", "platform id date amount currency basis")
# A charge as the ledger should hold it; hours: card-hours of gpu lines on demand, else None.
Line = namedtuple("Line", "platform category currency start billed model hours voucher order "
                  "account")
# A category that cost more in March than in February: a hint of no money of its own.
Jump = namedtuple("Jump", "platform category before now currency")


class Folder:
    def __init__(self, path):
        self.path = path
        self.files, self.leaks, self.jumps, self.claims, self.lines = [], [], [], [], []
        self.remarks = {"sums": [], "leaks": []}
        self.config = {}
        self.owed = []
        self.sections = {}  # mark in the READMEs: (English, Chinese)

    def put(self, name, data):
        """Write a file of which the README does not tell, as the members of an archive have to be
        told one by one."""
        full = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as f:
            f.write(data)

    def tell(self, name, format, form, what, records, sums=None, is_view=False, seen=None):
        self.files.append(File(name, format, form, what, records, sums or {}, is_view, seen or {}))

    def write(self, name, data, format, form, what, records, sums=None, is_view=False,
              seen=None):
        self.put(name, data)
        self.tell(name, format, form, what, records, sums, is_view, seen)

    def leak(self, platform, resource, rule, certainty, amount, currency, why, is_waived=False):
        self.leaks.append(Leak(platform, resource, rule, certainty, D(amount), currency, why,
                               is_waived))

    def jump(self, platform, category, before, now, currency):
        self.jumps.append(Jump(platform, category, before, now, currency))

    def claim(self, platform, id, date, amount, currency, basis):
        """basis: 'consumption' or 'recharge'; date: a datetime of the lab's zone."""
        self.claims.append(Claim(platform, id, date, amount, currency, basis))

    def line(self, platform, category, currency, start, billed, model="", hours=None,
             voucher=D(0), order="", account=""):
        """A ledger line that the files of a maker should become, refunds negative: what jumps from
        month to month, what is cheaper elsewhere and what may be invoiced by consumption is worked
        out from these. platform: its id."""
        self.lines.append(Line(platform, category, currency, start, D(billed), model, hours,
                               D(voucher), order, account))

    def owe(self, platform, currency, start, amount):
        """What a file leaves to be invoiced by consumption, vouchers and prepaid cards taken off, of a
        platform whose lines are not declared."""
        self.owed.append((platform, currency, start, D(amount)))

    def claim_consumption(self, platform):
        """Claims of a platform that invoices consumption: one for each account, month and order."""
        sums = {}
        for line in self.lines:
            if line.platform == platform:
                key = (line.account, line.start.strftime("%Y-%m"), line.order, line.currency)
                start, amount = sums.get(key, (line.start, D(0)))
                sums[key] = (min(start, line.start), amount + line.billed - line.voucher)
        for (_, _, order, currency), (start, amount) in sorted(sums.items()):
            self.claim(platform, order, start, amount, currency, "consumption")

    def remark(self, section, english, chinese):
        """A sentence below the table of 'sums' or of 'leaks'."""
        self.remarks[section].append((english, chinese))

    def configure(self, key, *entries):
        """Add to a list of gpubill.json, or set a key that is no list."""
        if key in ("buyer", "timezone", "invoice", "invoice_rules"):
            self.config[key], = entries
        else:
            self.config.setdefault(key, []).extend(entries)
