"""Leaderboards: the index in one process, and the memory of Redis sorted sets beside it."""

from . import plot, redis
from .figures import Figures
from .rows import Goal, Row, say
from .stage import told

SIZES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
PEOPLE = 1_000_000
MEMORY = {
    "indexBytesPerEntry": "index",
    "serviceBytesPerEntry": "service",
    "grownServiceBytesPerEntry": "grown-service",
}
LOOKUPS = {"rank": "rank", "top": "top10", "around": "around-me"}


def measure(report, settings):
    with redis.server(PEOPLE) as server:
        in_process(report, Figures(server.bytes_per_entry()))


def in_process(report, redis_bytes):
    found = {}
    for size in SIZES:
        say(f"a board of {size:,} in one process")
        found[size] = told("BoardBench", size)
    draw(found)
    million = found[PEOPLE]
    for key, name in LOOKUPS.items():
        report.add(Row(f"board-{name}-in-process-p99", million[key]["p99"], "µs"), Goal("value", most=20))
    report.add(Row("board-change-in-process-p99", million["change"]["p99"], "µs"))
    report.add(Row("board-build-1000000", million["buildMilliseconds"], "ms"), Goal("value", most=1500))
    report.add(Row("board-service-build-1000000", million["serviceBuildMilliseconds"], "ms"))
    for key, name in MEMORY.items():
        row = Row(f"board-{name}-bytes-per-entry", million[key], "B", beside={"redis": redis_bytes})
        report.add(row, Goal("value", most=64))


def draw(found):
    names = {**LOOKUPS, "change": "change"}
    series = {
        f"{name}, 99th percentile": {size: found[size][key]["p99"] for size in SIZES} for key, name in names.items()
    }
    plot.save("boards", "One call on a board, by the number of its entries", SIZES, series)
