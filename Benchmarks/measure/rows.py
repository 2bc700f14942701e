"""What a benchmark found, as a table for people and as bench.json for programs."""

import json
import pathlib
import sys
from dataclasses import asdict, dataclass, fields


@dataclass
class Row:
    """One figure. `ratio` is `value` in parts of `reference`, which was measured in the same run."""

    name: str
    value: float
    unit: str
    cpuMicroseconds: float | None = None
    reference: float | None = None
    ratio: float | None = None

    def __post_init__(self):
        if self.reference and self.ratio is None:
            self.ratio = self.value / self.reference


@dataclass
class Goal:
    """What a row has to reach: at least or at most that `value` or `ratio`."""

    field: str
    least: float | None = None
    most: float | None = None

    def is_met(self, row):
        found = getattr(row, self.field)
        return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)

    def __str__(self):
        subject = "" if self.field == "value" else f"{self.field} "
        return subject + (f"≥ {self.least:,g}" if self.least is not None else f"≤ {self.most:,g}")


def number(value):
    """A number for people: three or four figures that mean something."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def say(text):
    """Progress goes to stderr, so that the table alone is on stdout."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


class Report:
    """All rows of a run."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.rows = []
        self.goals = {}

    def add(self, row, goal=None):
        self.rows.append(row)
        self.goals[row.name] = goal
        say(f"  {row.name}: {number(row.value)} {row.unit}")
        self.path.write_text(json.dumps([asdict(row) for row in self.rows], indent=2) + "\n")

    def table(self):
        """The rows as aligned text, with what each has to reach."""
        heads = [field.name for field in fields(Row)] + ["goal", ""]
        lines = [heads] + [self.cells(row) for row in self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
        left = {0, 2, 6, 7}
        return "\n".join(
            "  ".join(
                cell.ljust(width) if column in left else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths))
            ).rstrip()
            for line in lines
        )

    def cells(self, row):
        goal = self.goals[row.name]
        verdict = "" if goal is None else "met" if goal.is_met(row) else "MISSED"
        figures = [number(getattr(row, name)) for name in ("cpuMicroseconds", "reference", "ratio")]
        return [row.name, number(row.value), row.unit, *figures, str(goal or ""), verdict]
