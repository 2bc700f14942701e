"""Starting on every engine: first, again, idle, and on a board of many until its ranks are right."""

import time

from .client import call
from .engines import engine, host
from .rows import Goal, Row, say
from .stage import data_folder
from .world import BOARD, filled

STARTS = 5
# A connection that nobody needs ends after half a minute.
IDLE_SECONDS = 40
TOP = 100
BEST = f"select score from fieldhouse_board_entries where board = 'points' order by score desc limit {TOP};"
FIRST = {"sqlite": 1000, "postgresql": 2000}
IDLE = {"sqlite": 60, "postgresql": 120}
RANKS = {"sqlite": 1500, "postgresql": 3000}


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one:
            empty(report, one)
            ranked(report, one, settings.people)


def empty(report, engine):
    say(f"{engine.name}: first start, {STARTS} further starts, {IDLE_SECONDS} idle seconds")
    folder = data_folder(f"starting-{engine.name}")
    cpu, first = started(engine, folder)
    report.add(Row(f"{engine.name}-first-start", first, "ms", cpu), Goal("value", most=FIRST[engine.name]))
    again = [started(engine, folder) for _ in range(STARTS)]
    middle = sorted(again, key=lambda found: found[1])[STARTS // 2]
    report.add(Row(f"{engine.name}-start", middle[1], "ms", middle[0]), Goal("value", most=1000))
    with host(engine, folder) as running:
        time.sleep(IDLE_SECONDS)
        memory = running.megabytes()
    report.add(Row(f"{engine.name}-idle-memory", memory, "MB"), Goal("value", most=IDLE[engine.name]))


def started(engine, folder):
    """Microseconds of processor time and milliseconds until the host is ready."""
    before = engine.database.cpu_seconds() if engine.database else 0
    with host(engine, folder) as running:
        return (running.cpu_seconds() - before) * 1e6, running.milliseconds_to_ready


def ranked(report, engine, people):
    folder, _ = filled(engine, people, "ranked")
    took, cpu, memory = start_until_right(engine, folder, people)
    row = Row(f"{engine.name}-start-until-ranks-are-right", took, "ms", cpu, memory)
    report.add(row, Goal("value", most=RANKS[engine.name] * people / 1_000_000))


def start_until_right(engine, folder, people):
    """Milliseconds, microseconds of processor time and megabytes until the board is the one that the scores make."""
    best = [int(row[0]) for row in engine.ask(folder, "bench", BEST)]
    before = engine.database.cpu_seconds() if engine.database else 0
    with host(engine, folder) as running:
        while not is_right(running, people, best):
            time.sleep(0.01)
        took = (time.monotonic() - running.started) * 1000
        return took, (running.cpu_seconds() - before) * 1e6, running.megabytes()


def is_right(host, people, best):
    """Whether the board's first page shows the best scores of so many people; not while it is still being made."""
    try:
        page = call(host, "GET", f"{BOARD}?view=top&limit={TOP}")
    except RuntimeError as problem:
        if "board-pending" not in str(problem):
            raise
        return False
    if page["size"] != people or [item["score"] for item in page["items"]] != best:
        raise RuntimeError("the board answers with ranks that are not right")
    return True
