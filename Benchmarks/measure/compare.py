"""Two runs beside one another: what a change has cost or gained.

Rows that have a reference are compared by their ratio to it, which the machine's mood touches less than the value; the
others by their value."""

import json
import pathlib
import sys

from .rows import number

# From which change on a row is marked.
NOTEWORTHY = 0.05


def rows(file):
    """The rows of a bench.json by their names."""
    try:
        return {row["name"]: row for row in json.loads(pathlib.Path(file).read_text())}
    except (OSError, ValueError, TypeError, KeyError) as error:
        sys.exit(f"{file} is not what `make bench` writes: {error}")


def change(before, after):
    """How much larger the later row is, in parts of the earlier one; nil where the earlier one is nothing."""
    field = "ratio" if before.get("ratio") and after.get("ratio") else "value"
    return after[field] / before[field] - 1 if before[field] else None


def compare(first, second):
    """A table of both runs."""
    before, after = rows(first), rows(second)
    lines = [["name", "before", "after", "unit", "ratio before", "after", "change", ""]]
    for name in [*before, *(name for name in after if name not in before)]:
        old, new = before.get(name, {}), after.get(name, {})
        moved = change(old, new) if old and new else None
        lines.append([
            name, number(old.get("value")), number(new.get("value")), (old or new)["unit"],
            number(old.get("ratio")), number(new.get("ratio")),
            "" if moved is None else f"{moved:+.1%}",
            "gone" if not new else "new" if not old else "*" if moved is None or abs(moved) > NOTEWORTHY else "",
        ])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    left = {0, 3, 7}
    return "\n".join(
        "  ".join(c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip()
        for line in lines
    )
