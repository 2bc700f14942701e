"""Two runs beside one another: what a change has cost or gained, row by row.

Rows that have something beside them are compared by their ratio to it, which the machine's mood touches less than the
value; the others by their value."""

import json
import pathlib
import sys

from .rows import number
from .table import aligned

# From which change on a figure is marked.
NOTEWORTHY = 0.05
FIGURES = {"CPU": "cpuMicroseconds", "MB": "megabytes", "p50": "p50", "p99": "p99", "max": "max"}
LEFT = {0, 3}


def rows(file):
    """The rows of a bench.json by their names."""
    try:
        return {row["name"]: row for row in json.loads(pathlib.Path(file).read_text())}
    except (OSError, ValueError, TypeError, KeyError) as error:
        sys.exit(f"{file} is not what `make bench` writes: {error}")


def compare(first, second):
    """A table of both runs, every row; an asterisk marks what moved by more than 5 %."""
    before, after = rows(first), rows(second)
    names = [*before, *(name for name in after if name not in before)]
    heads = ["name", "before", "after", "unit", "value", *FIGURES, ""]
    lines = [heads] + [cells(name, before.get(name, {}), after.get(name, {})) for name in names]
    return aligned(lines, LEFT | {len(heads) - 1})


def cells(name, before, after):
    field = "ratio" if before.get("ratio") and after.get("ratio") else "value"
    figures = [moved(before.get(one), after.get(one)) for one in [field, *FIGURES.values()]]
    here = "gone" if not after else "new" if not before else fate(before, after)
    return [name, shown(before), shown(after), (before or after)["unit"], *figures, here]


def shown(row):
    return number(row.get("value")) + (" FAILED" if row.get("failure") else "")


def fate(before, after):
    """Which goals were reached or lost."""
    old, new = set(before.get("missed", [])), set(after.get("missed", []))
    if before.get("failure") != after.get("failure"):
        return f"now FAILED: {after['failure']}" if after.get("failure") else "no longer fails"
    reached, lost = sorted(old - new), sorted(new - old)
    return ", ".join([f"now met: {goal}" for goal in reached] + [f"now MISSED: {goal}" for goal in lost])


def moved(before, after):
    """How much larger the later figure is, in parts of the earlier one; nothing where one of them is missing or 0."""
    if not before or not after:
        return ""
    change = after / before - 1
    return f"{change:+.1%}{'*' if abs(change) > NOTEWORTHY else ' '}"
