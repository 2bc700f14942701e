"""A board of many people, through HTTP: views with names and details, single scores, batches, and the start."""

import sqlite3
import statistics
import subprocess
import threading
import time

from .client import call, guests
from .loads import Load, alternate, median, run
from .rows import Goal, Row, say
from .stage import BENCHMARKS, Host, data_folder

SCRIPTS = BENCHMARKS / "scripts"
BATCH = BENCHMARKS / ".build" / "sqlite_batch"
VIEWERS = 64
ROUNDS = 3
BOARD = "/v1/leaderboards/bench/points"
VIEWS = {"top": ("top10", "view=top"), "around": ("around-me", "view=around"), "rank": ("rank", "view=around&limit=1")}

PEOPLE = """
with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ? - 1)
insert into people (id, kind, generated_name, visibility, created_at)
select printf('p%019d', n), 'user', 'User' || n, (select visibility from people limit 1), 0 from numbers
"""


def measure(report, people, redis):
    data = data_folder("boards")
    tokens = data / "tokens"
    with Host(data) as host:
        viewers = guests(host, VIEWERS, tokens)
    know(people, data)
    with Host(data) as host:
        batches(report, host, people, data)
        for number, viewer in enumerate(viewers):
            call(host, "POST", "/v1/bench/scores", {"account": viewer, "score": number * 1500})
        views(report, host, tokens, redis)
        writes(report, host, people, redis)
    start(report, data)


def know(people, data):
    """Gives the board's people accounts with names."""
    say(f"{people:,} accounts")
    with sqlite3.connect(data / "accounts.sqlite") as database:
        database.execute(PEOPLE, (people,))
    database.close()


def bare_sql(people, data):
    """Milliseconds for the same rows in bare SQL: [new ones, changed ones]."""
    path = data / "alone.sqlite"
    output = subprocess.run([BATCH, path, str(people)], capture_output=True, text=True, check=True).stdout
    for file in data.glob("alone.sqlite*"):
        file.unlink()
    return [float(word) for word in output.split()]


def batch(host, people, seed):
    """Milliseconds for a score of everybody in one transaction."""
    start = time.monotonic()
    call(host, "POST", "/v1/bench/score-batches", {"first": 0, "count": people, "seed": seed})
    return (time.monotonic() - start) * 1000


def batches(report, host, people, data):
    say(f"a batch of {people:,} scores, new and changed, and the same in bare SQL")
    inserted, changed, bare = batch(host, people, 1), [], []
    for number in range(ROUNDS):
        bare.append(bare_sql(people, data))
        changed.append(batch(host, people, 2 + number))
    bare_inserted, bare_changed = (statistics.median(times) for times in zip(*bare))
    report.add(Row("batch-new-scores", inserted, "ms", None, bare_inserted), Goal("ratio", most=1.5))
    report.add(
        Row("batch-changed-scores", statistics.median(changed), "ms", None, bare_changed), Goal("ratio", most=1.5))
    say("another such batch while as many reads as possible are answered")
    reading = []
    top = Load(host, host.url(f"{BOARD}?view=top"))
    reader = threading.Thread(target=lambda: reading.append(run(top, 2, connections=4)))
    reader.start()
    report.add(Row("batch-during-reads", batch(host, people, 2 + ROUNDS), "ms"))
    reader.join()
    report.add(Row("reads-during-batch-p99", reading[0].p99, "ms"), Goal("value", most=50))


def views(report, host, tokens, redis):
    say("views, in turn with the trivial route")
    loads = {"trivial": Load(host, host.url("/v1/bench/trivial"))}
    for key, (_, query) in VIEWS.items():
        loads[key] = Load(host, host.url(BOARD), SCRIPTS / "viewers.lua", (f"{BOARD}?{query}", tokens))
    found = alternate(loads, ROUNDS)
    for key, (name, _) in VIEWS.items():
        rate, cpu = found[key].rate, found[key].cpu
        report.add(Row(f"board-{name}-http", rate, "answers/s", cpu, redis[key]))
        trivial = found["trivial"].rate
        report.add(Row(f"board-{name}-http-vs-trivial", rate, "answers/s", cpu, trivial), Goal("ratio", least=0.5))
        report.add(Row(f"board-{name}-http-p99", found[key].p99, "ms"))


def writes(report, host, people, redis):
    say("single scores, durable")
    load = Load(host, host.url("/v1/bench/scores"), SCRIPTS / "scores.lua", (people,))
    run(load, 1)
    found = median([run(load, 3) for _ in range(ROUNDS)])
    report.add(
        Row("board-score-writes-http", found.rate, "writes/s", found.cpu, redis["write"]), Goal("value", least=8000))
    report.add(Row("board-score-writes-http-p99", found.p99, "ms"))


def start(report, data):
    say("starting on that board")
    with Host(data_folder("empty")) as host:
        empty, memory = host.milliseconds_to_ready, host.memory_kilobytes()
    with Host(data) as host:
        report.add(Row("board-rebuild-at-start", host.milliseconds_to_ready - empty, "ms"), Goal("value", most=1500))
        report.add(Row("board-memory-at-start", (host.memory_kilobytes() - memory) / 1024, "MB"))
