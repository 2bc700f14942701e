"""Who walked together among very many at one place: how long finding them takes, and how that grows with the crowd, as a picture."""

import json
import subprocess

from . import plot
from .figures import Figures
from .rows import Goal, Row, say
from .stage import BENCHMARKS, BUILD

SIZES = [1_250, 2_500, 5_000, 10_000, 20_000, 40_000]
CROWD = 10_000
# Seconds for ten thousand, and how many times as long four times as many may take: a cost of n log n takes 4.6 times as long.
MOST, GROWTH = 5, 6


def measure(report, settings):
    say("walking clubs: crowds at one place")
    found = {}
    for size in SIZES:
        output = subprocess.run([BUILD / "CompanionBench", str(size)], capture_output=True, text=True, check=True).stdout
        found[size] = json.loads(output)
        if found[size]["people"] != size:
            raise RuntimeError(f"of {size} people who walked together {found[size]['people']} were found")
    crowd, small = found[CROWD], Figures(found[CROWD // 4]["seconds"])
    report.add(Row(f"walking-together-of-{CROWD}", crowd["seconds"], "s"), Goal("value", most=MOST))
    report.add(Row("walking-together-grown-fourfold", crowd["seconds"], "s", beside={"a quarter": small}), Goal("value", most=GROWTH, of="a quarter"))
    path = BENCHMARKS / "pictures" / "companions.svg"
    path.parent.mkdir(exist_ok=True)
    series = {"time": {size: one["seconds"] * 1e6 for size, one in found.items()}}
    path.write_text(plot.line_plot("Finding who walked together, by how many are at one place", SIZES, series))
    say(f"the picture is in {path.relative_to(BENCHMARKS.parent)}")
