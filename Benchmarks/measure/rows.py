"""What a benchmark found, as a table for people and as bench.json for programs."""

import json
import pathlib
import sys
from dataclasses import asdict, dataclass, field

from .figures import Figures

# How much longer than half of the answers the slowest hundredth may take.
TAIL = 10
LONGEST_FAILURE = 300


@dataclass
class Row:
    """One figure; microseconds of processor time each, megabytes of all processes, latencies in milliseconds.

    `beside` are the figures of others in the same run; `ratio` is the value in parts of the first one's."""

    name: str
    value: float
    unit: str
    cpuMicroseconds: float | None = None
    megabytes: float | None = None
    p50: float | None = None
    p99: float | None = None
    max: float | None = None
    beside: dict[str, Figures] = field(default_factory=dict)
    ratio: float | None = None
    # Why there are no figures, or what is wrong with them.
    failure: str | None = None

    def __post_init__(self):
        first = next(iter(self.beside.values()), None)
        if first and first.value:
            self.ratio = self.value / first.value


def row_of(name, figures, unit, megabytes=None, beside=None):
    """A row with all that a load found."""
    failure = f"{figures.failed} answers were failures" if figures.failed else None
    return Row(
        name, figures.value, unit, figures.cpu, megabytes, figures.p50, figures.p99, figures.longest, beside or {},
        failure=failure)


@dataclass
class Goal:
    """What a row has to reach: at least or at most so much, or so many times what something beside it has."""

    subject: str
    least: float | None = None
    most: float | None = None
    of: str | None = None

    def is_met(self, row):
        if row.failure:
            return False
        found = self.figure(row)
        return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)

    def figure(self, row):
        found = {"value": row.value, "cpu": row.cpuMicroseconds, "p99": row.p99, "max": row.max}[self.subject]
        if self.of is None:
            return found
        if self.of == "p50":
            return found / max(row.p50, 0.001)
        other = row.beside[self.of]
        return found / (other.value if self.subject == "value" else getattr(other, self.subject))

    def __str__(self):
        subject = "" if self.subject == "value" else f"{self.subject} "
        limit = f"≥ {self.least:,g}" if self.least is not None else f"≤ {self.most:,g}"
        return subject + limit + (f" × {self.of}" if self.of else "")


def number(value):
    """A number for people: three or four figures that mean something."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def say(text):
    """Progress goes to stderr, so that the table alone is on stdout."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


class Report:
    """All rows of a run with their goals, of which one holds for every row that has latencies."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.rows = []
        self.goals = {}

    def add(self, row, *goals):
        tail = [Goal("p99", most=TAIL, of="p50")] if row.p50 is not None and row.p99 is not None else []
        self.rows.append(row)
        self.goals[row.name] = [*goals, *tail]
        say(f"  {row.name}: {number(row.value)} {row.unit}{f', {row.failure}' if row.failure else ''}")
        self.path.write_text(json.dumps([self.written(row) for row in self.rows], indent=2) + "\n")

    def on(self, engine):
        """The same report for what is measured on one engine."""
        return EngineReport(self, engine)

    def fail(self, name, unit, problem, *goals):
        """A row that could not be measured is a row, too."""
        self.add(Row(name, 0, unit, failure=str(problem)[:LONGEST_FAILURE]), *goals)

    def written(self, row):
        return {**asdict(row), "missed": [str(goal) for goal in self.goals[row.name] if not goal.is_met(row)]}


class EngineReport:
    """Puts the engine's name before those of the rows."""

    def __init__(self, report, engine):
        self.report, self.engine = report, engine

    def add(self, row, *goals):
        row.name = f"{self.engine}-{row.name}"
        self.report.add(row, *goals)
