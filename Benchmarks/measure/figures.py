"""What one load on one thing found."""

import statistics
from dataclasses import dataclass


@dataclass
class Figures:
    """A value like answers a second, microseconds of processor time each, latencies in milliseconds; nil: unknown."""

    value: float
    cpu: float | None = None
    p50: float | None = None
    p99: float | None = None
    longest: float | None = None
    # How many answers were failures; the other figures have them, too.
    failed: int = 0


def median(found):
    """The median of each figure on its own, and the longest of all: nothing that was slow once is left out."""
    middle = {field: of_those(statistics.median, found, field) for field in ("value", "cpu", "p50", "p99")}
    failed = sum(figures.failed for figures in found)
    return Figures(**middle, longest=of_those(max, found, "longest"), failed=failed)


def of_those(choose, found, field):
    """What `choose` makes of a figure where all have it."""
    values = [getattr(figures, field) for figures in found]
    return None if None in values else choose(values)


def of_times(milliseconds, value, cpu=None):
    """From the time that each answer took."""
    times = sorted(milliseconds)
    return Figures(value, cpu, times[len(times) // 2], times[len(times) * 99 // 100], times[-1])
