"""The makers of sample-bills/: one module for each platform, found by name.

A maker has make(folder) and writes what one platform gives out. Makers with LAST = True come after
all others: they work from what those have declared.
"""
import importlib
import pkgutil

from . import config, readme
from .folder import Folder


def make_all(path):
    folder = Folder(path)
    makers = [importlib.import_module("." + m.name, __name__)
              for m in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name)]
    makers = [m for m in makers if hasattr(m, "make") and m not in (config, readme)]
    for maker in sorted(makers, key=lambda m: getattr(m, "LAST", False)):
        maker.make(folder)
    config.make(folder)
    readme.make(folder)
