"""Measures the host and prints a table; see `make bench`.
Usage: python3 -m measure [SECTION …]
       python3 -m measure compare BEFORE.json AFTER.json"""

import importlib
import sys
import time

from .compare import compare
from .rows import Report, say
from .stage import ROOT, prepare

SECTIONS = ["serving", "storing", "postgresql", "ranking", "signing_in", "enumerating"]


def main(wanted):
    unknown = [name for name in wanted if name not in SECTIONS]
    if unknown:
        sys.exit(f"There is no section {unknown[0]}; choose from {', '.join(SECTIONS)}.")
    start = time.monotonic()
    prepare()
    report = Report(ROOT / "bench.json")
    for name in wanted or SECTIONS:
        importlib.import_module(f"measure.{name}").measure(report)
    print(report.table())
    say(f"{time.monotonic() - start:.0f} s; the rows are in bench.json")


if sys.argv[1:2] == ["compare"]:
    if len(sys.argv) != 4:
        sys.exit("Two files are compared: compare BEFORE.json AFTER.json")
    print(compare(*sys.argv[2:]))
else:
    main(sys.argv[1:])
