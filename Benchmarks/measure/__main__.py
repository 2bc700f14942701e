"""Measures the host and prints a table; see `make bench`.
Usage: python3 -m measure [SECTION …] [OPTION …]; --help tells the options
       python3 -m measure compare BEFORE.json AFTER.json"""

import importlib
import signal
import sys
import time

from .compare import compare
from .rows import Report, say
from .settings import arguments
from .stage import ROOT, prepare
from .table import table

SECTIONS = [
    "starting", "engine_loads", "batches", "settling", "feeds", "predicting", "mixed", "serving", "ranking", "rights", "live", "chat", "groups",
    "teams", "challenges", "cards", "walking", "companions", "notifying", "signing_in", "enumerating", "sizes",
]
# What takes too long, or too much of the disk, for a run of all.
APART = ["scale"]


def main():
    # Asked to end, it ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    wanted, settings = arguments(SECTIONS + APART)
    start = time.monotonic()
    prepare()
    report = Report(ROOT / "bench.json")
    for name in wanted or SECTIONS:
        importlib.import_module(f"measure.{name}").measure(report, settings)
    print(table(report))
    say(f"{time.monotonic() - start:.0f} s; the rows are in bench.json")


if sys.argv[1:2] == ["compare"]:
    if len(sys.argv) != 4:
        sys.exit("Two files are compared: compare BEFORE.json AFTER.json")
    print(compare(*sys.argv[2:]))
else:
    main()
