"""Who walked together among very many at one place: how long finding them takes, and how that grows with the crowd, as a picture."""

from . import plot
from .figures import Figures
from .rows import Goal, Row, say
from .stage import told

SIZES = [1_250, 2_500, 5_000, 10_000, 20_000, 40_000]
CROWD = 10_000
# Seconds for ten thousand, and how many times as long four times as many may take: a cost of n log n takes 4.6 times as long.
MOST, GROWTH = 5, 6


def measure(report, settings):
    say("walking clubs: crowds at one place")
    found = {}
    for size in SIZES:
        found[size] = told("CompanionBench", size)
        if found[size]["people"] != size:
            raise RuntimeError(f"of {size} people who walked together {found[size]['people']} were found")
    crowd, small = found[CROWD], Figures(found[CROWD // 4]["seconds"])
    report.add(Row(f"walking-together-of-{CROWD}", crowd["seconds"], "s"), Goal("value", most=MOST))
    report.add(Row("walking-together-grown-fourfold", crowd["seconds"], "s", beside={"a quarter": small}), Goal("value", most=GROWTH, of="a quarter"))
    series = {"time": {size: one["seconds"] * 1e6 for size, one in found.items()}}
    plot.save("companions", "Finding who walked together, by how many are at one place", SIZES, series)
