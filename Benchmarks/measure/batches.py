"""Scores of everybody in one transaction on every engine, new and changed, beside the best bare SQL for the same."""

import statistics
import threading
import time

from .client import call
from .engines import ACCOUNT, ENTRIES, engine, host, timed
from .figures import Figures
from .loads import Load
from .rows import Goal, Row, row_of, say
from .stage import data_folder
from .world import BOARD

ROUNDS = 3
LIMIT_SECONDS = 900
# What a batch may leave behind in memory beside the ranks themselves, in megabytes for a million.
LEFT = 64
MOST = {"sqlite": 1.5, "postgresql": 2}

TABLE = f"drop table if exists entries;{ENTRIES}"
# The values come from outside, so each is looked for by its key, as the host must.
SCORES = f"""
insert into entries
select 'points', 'all', '', {ACCOUNT}, (n + {{seed}}) * 2654435761 % 4294967296 % 100000, 0, 0, 0, {{seed}},
  '{{{{"predictions":7}}}}' from {{numbers}} where true
on conflict (board, season, partition, account) do update
set score = excluded.score, achieved_at = excluded.achieved_at, details = excluded.details;
"""


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one:
            folder = data_folder(f"batches-{name}")
            with host(one, folder) as running:
                batches(report, one, running, settings.people)
                while_reading(report, one, running, settings.people)


def batches(report, engine, host, people):
    say(f"{engine.name}: a batch of {people:,} scores, new and changed, and the same in bare SQL")
    start = host.megabytes()
    engine.ask(host.data, "alone", TABLE.format(suffix=engine.clustered))
    found, alone = [], []
    for seed in range(1, ROUNDS + 2):
        alone.append(timed(engine, host.data, "alone", SCORES.format(seed=seed, numbers=engine.numbers(people))))
        found.append(batch(host, people, seed))
    add(report, engine, "new", people, found[:1], alone[:1])
    add(report, engine, "changed", people, found[1:], alone[1:])
    time.sleep(5)
    left = Row(f"{engine.name}-batches-memory-left", host.megabytes() - start, "MB")
    report.add(left, Goal("value", most=LEFT + LEFT * people / 1_000_000))
    engine.ask(host.data, "alone", "drop table entries;")


def batch(host, people, seed):
    """What a score of everybody costs; a failure has no figures."""
    host.forget_peak()
    memory, before, began = host.memory_kilobytes(), host.cpu_seconds(), time.monotonic()
    try:
        body = {"first": 0, "count": people, "seed": seed}
        call(host, "POST", "/v1/bench/score-batches", body, timeout=LIMIT_SECONDS)
    except (RuntimeError, OSError) as problem:
        return problem if isinstance(problem, RuntimeError) else RuntimeError(f"no answer: {problem}")
    took = (time.monotonic() - began) * 1000
    peak = (host.peak_kilobytes() - memory) / 1024
    return Figures(took, (host.cpu_seconds() - before) * 1e6), peak


def add(report, engine, kind, people, found, alone):
    """A row of the median batch, with the most memory that one took meanwhile and processor time for each score."""
    name, goal = f"{engine.name}-batch-{kind}-scores", Goal("value", most=MOST[engine.name], of="bare SQL")
    failures = [problem for problem in found if isinstance(problem, RuntimeError)]
    if failures:
        report.fail(name, "ms", failures[0], goal)
        return
    bare = Figures(*(statistics.median(getattr(one, field) for one in alone) for field in ("value", "cpu")))
    bare.cpu /= people
    took = statistics.median(figures.value for figures, _ in found)
    cpu = statistics.median(figures.cpu for figures, _ in found) / people
    memory = max(peak for _, peak in found)
    report.add(Row(name, took, "ms", cpu, memory, beside={"bare SQL": bare}), goal)


def while_reading(report, engine, host, people):
    say(f"{engine.name}: another such batch while as many reads as possible are answered")
    reading = []
    top = Load(host, host.url(f"{BOARD}?view=top"), connections=4)
    reader = threading.Thread(target=lambda: reading.append(top.run(2)))
    reader.start()
    found = batch(host, people, 2 + ROUNDS)
    reader.join()
    if isinstance(found, RuntimeError):
        report.fail(f"{engine.name}-batch-during-reads", "ms", found)
    else:
        report.add(Row(f"{engine.name}-batch-during-reads", found[0].value, "ms"))
    row = row_of(f"{engine.name}-reads-during-batch", reading[0], "answers/s")
    report.add(row, Goal("p99", most=50))
