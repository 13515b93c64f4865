#!/usr/bin/env python3
"""Make sample-bills/: two months of a lab that does not exist, after the documented formats.

    scripts/make_sample_bills.py [FOLDER]      default: sample-bills beside this script's folder

The same bytes on every run: no clock, no random numbers. All amounts are exact decimals.
"""
import os
import sys

sys.dont_write_bytecode = True
from sample_bills import make_all  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

make_all(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "sample-bills"))
