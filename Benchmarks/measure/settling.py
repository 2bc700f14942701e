"""Soccer predictions on every engine: one match that everybody has predicted, then a month, settled by moving the
clock; beside the best bare SQL for the same. Meanwhile somebody looks, and somebody predicts."""

import collections
import concurrent.futures
import contextlib
import threading
import time

from . import settling_sql as sql
from .client import call
from .codes import accounts
from .engines import engine, host, timed
from .figures import Figures, of_times
from .rows import Goal, Row, row_of, say
from .stage import data_folder

TOKEN = "0123456789abcdef0123456789abcdef"
BEFORE, AFTER, MONTH_LATER = "2024-08-18T15:00:00Z", "2024-08-18T18:00:00Z", "2024-09-18T18:00:00Z"
LEAGUE = "/v1/soccer-predictions/leagues/en.1"
BOARD = f"/v1/leaderboards/soccer-predictions/league?partition={sql.SEASON}"
LIMIT_SECONDS = 3600
MOST = Goal("value", most=1.5, of="bare SQL")
# Milliseconds of a look and of a prediction meanwhile, and how long whoever makes them waits between.
MEANWHILE, PAUSE = Goal("p99", most=100), 0.01
# A hundredth of the people predict all matches of the month.
ALL_MONTH = 100


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one:
            try:
                found, meanwhile = settled(one, settings.people)
            except RuntimeError as problem:
                report.fail(f"{name}-settle", "ms", problem, MOST)
                continue
        for kind, figures in found.items():
            add(report, f"{name}-{kind}", *figures)
        for kind, times in meanwhile.items():
            report.add(row_of(f"{name}-{kind}-while-a-match-is-settled", of_times(times, len(times)), "answers"), MEANWHILE)


def opened(engine, folder):
    """A host whose clock stands still on a Sunday afternoon."""
    return host(
        engine, folder, "--clock", BEFORE, "--clock-rate", "0", environment={"FIELDHOUSE_CONSOLE_TOKEN": TOKEN})


def settled(engine, people):
    """What settling one match and moving the clock by a month cost: the host, bare SQL, and how many predictions; and how long looks and
    predictions took while the one match was settled."""
    folder, regulars = data_folder(f"settling-{engine.name}"), max(1, people // ALL_MONTH)
    with opened(engine, folder) as running:
        season = coming(running)
        matches, (token,) = [match["id"] for match in season if match["kickOff"] < MONTH_LATER], accounts(running, folder, "+49154", 1)
    later = [match for match in matches if match != sql.MATCH]
    say(f"{engine.name}: {people:,} predictions of one match, {regulars:,} of {len(later)} more")
    predictions = sql.predictions(engine, [sql.MATCH], people) + sql.predictions(engine, later, regulars)
    for namespace, first in {"soccer-predictions": "", "alone": sql.TABLES}.items():
        engine.ask(folder, namespace, first + predictions)
    with opened(engine, folder) as running:
        with beside(running, season[-1]["id"], token) as meanwhile:
            one = moved(running, AFTER, people)
        month = moved(running, MONTH_LATER, people)
        over = [match for match in played(running) if match["id"] in matches]
    alone = [bare(engine, folder, some) for some in by_moment(over)]
    compare_sums(engine, folder)
    return {
        "settle": (one, alone[0], people),
        "clock-moved-by-a-month": (month, sum_of(alone[1:]), regulars * len(later)),
    }, meanwhile


def coming(host):
    """The season's next matches, more than a month's."""
    return call(host, "GET", f"{LEAGUE}/matches?state=upcoming&limit=100")["items"]


def played(host):
    """The matches that are over, with their results."""
    return call(host, "GET", f"{LEAGUE}/matches?state=played&limit=100")["items"]


def moved(host, instant, people):
    """Milliseconds, microseconds of processor time and megabytes more until the clock is there and all have ranks."""
    host.forget_peak()
    memory, before, began = host.memory_kilobytes(), host.cpu_seconds(), time.monotonic()
    call(host, "POST", "/v1/console/clock", {"advanceTo": instant}, TOKEN, LIMIT_SECONDS)
    while call(host, "GET", BOARD)["size"] < people:
        time.sleep(0.01)
    took = (time.monotonic() - began) * 1000
    return took, (host.cpu_seconds() - before) * 1e6, (host.peak_kilobytes() - memory) / 1024


@contextlib.contextmanager
def beside(host, match, token):
    """Looks at the league, and predictions of a match to come, one after the other each: gets the milliseconds that they take."""
    over, times = threading.Event(), {"looks": [], "predictions": []}
    calls = {
        "looks": lambda turn: call(host, "GET", f"{LEAGUE}/leaderboard?season=2024-25&limit=20"),
        "predictions": lambda turn: call(
            host, "PUT", f"/v1/soccer-predictions/matches/{match}/prediction", {"home": turn % 7, "away": 0, "scorers": []}, token),
    }

    def again(kind):
        while not over.is_set():
            began = time.monotonic()
            calls[kind](len(times[kind]))
            times[kind].append((time.monotonic() - began) * 1000)
            over.wait(PAUSE)

    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        running = [pool.submit(again, kind) for kind in calls]
        try:
            yield times
        finally:
            over.set()
        for one in running:
            one.result()
        # Whoever has predicted has a place on the board, which bare SQL does not give.
        call(host, "DELETE", f"/v1/soccer-predictions/matches/{match}/prediction", None, token)


def by_moment(matches):
    """Matches that are settled together: first the one that everybody has predicted, then those of one kick-off each. After each the
    board says what everybody has."""
    moments = collections.defaultdict(list)
    for match in matches:
        moments["" if match["id"] == sql.MATCH else match["kickOff"]].append(match)
    return [moments[moment] for moment in sorted(moments)]


def bare(engine, folder, matches):
    """What the same costs alone."""
    engine.ask(folder, "alone", sql.results({match["id"]: match["score"] for match in matches}))
    return timed(engine, folder, "alone", sql.SETTLE)


def sum_of(figures):
    return Figures(sum(one.value for one in figures), sum(one.cpu for one in figures))


def compare_sums(engine, folder):
    """Figures of work that was not done mean nothing: both sides must have given the same points."""
    found = engine.ask(folder, "soccer-predictions", sql.GIVEN.format(entries="fieldhouse_board_entries"))
    wanted = engine.ask(folder, "alone", sql.GIVEN.format(entries="entries"))
    if found != wanted:
        raise RuntimeError(f"settled otherwise than bare SQL: {found}, not {wanted}")


def add(report, name, found, alone, count):
    """A row with processor time for each prediction."""
    took, cpu, memory = found
    alone.cpu /= count
    report.add(Row(name, took, "ms", cpu / count, memory, beside={"bare SQL": alone}), MOST)
