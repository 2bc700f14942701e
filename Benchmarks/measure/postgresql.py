"""The host on PostgreSQL beside pgbench and bare SQL; processor time and memory are those of host and database together."""

import re
import statistics
import subprocess
import time

from . import boards, postgres
from .client import guests
from .loads import CONNECTIONS, Load, Result, alternate, median, run
from .rows import Goal, Row, say
from .stage import BENCHMARKS, Host, data_folder

SCRIPTS = BENCHMARKS / "scripts"
ROUNDS = 3
SECONDS = 3
VIEWERS = 64
PEOPLE = 1_000_000
# A connection that nobody needs ends after half a minute.
IDLE_SECONDS = 40

READ = rf"""
\set id random(1, {postgres.ROWS})
select value from items where id = :id;
"""

ENTRIES = f"""
create table entries (
  board text not null, season text not null, partition text not null, account text not null, score bigint not null,
  t1 bigint not null, t2 bigint not null, t3 bigint not null, achieved_at bigint not null, details text,
  primary key (board, season, partition, account));
"""
# The scores that the bench plugin gives, in one statement.
NEW = f"""
insert into entries select 'points', '', '', 'p' || lpad(n::text, 19, '0'), n % 100000, 0, 0, 0, 0,
  '{{"predictions":7}}' from generate_series(0, {PEOPLE} - 1) as n;
"""
CHANGED = "update entries set score = (score + 12345) % 100000, achieved_at = achieved_at + 1;"


class Both:
    """A host and its database as one thing that costs processor time and memory."""

    def __init__(self, host, database):
        self.host, self.database = host, database

    def cpu_seconds(self):
        return self.host.cpu_seconds() + self.database.cpu_seconds()


def measure(report):
    with postgres.watched() as database:
        postgres.prepare(database.address)
        folder = data_folder("on-postgresql")
        options = ["--database", database.address]
        starting(report, folder, options)
        with Host(folder, options=options) as host:
            both = Both(host, database)
            idle(report, host, database)
            reads(report, both, host, database, folder)
            own_account(report, both, host, folder)
            batches(report, host, database)
            scores(report, both, host)
        with Host(folder, options=options) as host:
            report.add(
                Row("postgresql-start-1000000-ranks", host.milliseconds_to_ready, "ms"), Goal("value", most=3000))


def starting(report, folder, options):
    say("PostgreSQL: first start, further starts")
    with Host(folder, options=options) as host:
        report.add(Row("postgresql-first-start", host.milliseconds_to_ready, "ms"), Goal("value", most=2000))
    again = []
    for _ in range(ROUNDS):
        with Host(folder, options=options) as host:
            again.append(host.milliseconds_to_ready)
    report.add(Row("postgresql-start", min(again), "ms"))


def idle(report, host, database):
    say(f"PostgreSQL: {IDLE_SECONDS} idle seconds")
    time.sleep(IDLE_SECONDS)
    memory = (host.proportional_kilobytes() + database.proportional_kilobytes()) / 1024
    report.add(Row("postgresql-idle-memory", memory, "MB"), Goal("value", most=120))


def reads(report, both, host, database, folder):
    say("PostgreSQL: point reads, in turn with pgbench -S")
    postgres.fill(database.address)
    load = Load(both, host.url("/v1/bench/rows"), SCRIPTS / "rows.lua", ("GET",))
    run(load, 1)
    through, alone = [], []
    for _ in range(ROUNDS):
        through.append(run(load, SECONDS))
        alone.append(read_alone(database, folder))
    found, reference = median(through), median(alone)
    report.add(
        Row("postgresql-point-reads", found.rate, "reads/s", found.cpu, reference.rate), Goal("value", least=15_000))
    report.add(
        Row("postgresql-point-reads-cpu", found.cpu, "µs", found.cpu, reference.cpu), Goal("ratio", most=2))
    report.add(Row("postgresql-point-reads-p99", found.p99, "ms"))


def read_alone(database, folder):
    """The same reads by pgbench; its own processor time counts as the host's does."""
    script = folder / "read.pgbench"
    script.write_text(READ)
    options = ["-n", "-M", "prepared", "-c", CONNECTIONS, "-j", 1, "-T", SECONDS, "-f", script, "-d", database.address]
    before, own = database.cpu_seconds(), postgres.children_seconds()
    output = subprocess.run(["pgbench", *map(str, options)], capture_output=True, text=True, check=True).stdout
    cpu = database.cpu_seconds() - before + postgres.children_seconds() - own
    count = int(re.search(r"actually processed: (\d+)", output)[1])
    return Result(float(re.search(r"tps = ([\d.]+)", output)[1]), cpu * 1e6 / count, 0)


def own_account(report, both, host, folder):
    say("PostgreSQL: GET /v1/me, in turn with the trivial route")
    tokens = folder / "tokens"
    guests(host, VIEWERS, tokens)
    me = Load(both, host.url("/v1/me"), SCRIPTS / "viewers.lua", ("/v1/me", tokens))
    found = alternate({"me": me, "trivial": Load(both, host.url("/v1/bench/trivial"))}, ROUNDS)
    report.add(Row("postgresql-me", found["me"].rate, "answers/s", found["me"].cpu, found["trivial"].rate))
    report.add(Row("postgresql-me-p99", found["me"].p99, "ms"), Goal("value", most=10))


def batches(report, host, database):
    say(f"PostgreSQL: a batch of {PEOPLE:,} scores, new and changed, and the same in bare SQL")
    postgres.execute(database.address, ENTRIES)
    bare_new = postgres.milliseconds(database.address, NEW)
    bare_changed = statistics.median(postgres.milliseconds(database.address, CHANGED) for _ in range(ROUNDS))
    before, refused = host.memory_kilobytes(), 0
    for seed, (name, bare) in enumerate({"new": bare_new, "changed": bare_changed}.items(), 1):
        began = time.monotonic()
        try:
            boards.batch(host, PEOPLE, seed)
        except RuntimeError as refusal:
            say(f"  {refusal}")
            refused += 1
        found = (time.monotonic() - began) * 1000
        report.add(Row(f"postgresql-batch-{name}-scores", found, "ms", None, bare), Goal("ratio", most=2))
    report.add(Row("postgresql-batches-refused", refused, "of 2"), Goal("value", most=0))
    report.add(Row("postgresql-batch-memory-peak", (host.peak_kilobytes() - before) / 1024, "MB"))
    report.add(Row("postgresql-batch-memory-left", (host.memory_kilobytes() - before) / 1024, "MB"))


def scores(report, both, host):
    say("PostgreSQL: single scores, durable")
    load = Load(both, host.url("/v1/bench/scores"), SCRIPTS / "scores.lua", (PEOPLE,))
    run(load, 1)
    found = median([run(load, SECONDS) for _ in range(ROUNDS)])
    report.add(Row("postgresql-score-writes", found.rate, "writes/s", found.cpu), Goal("value", least=6000))
    report.add(Row("postgresql-score-writes-cpu", found.cpu, "µs", found.cpu), Goal("value", most=250))
    report.add(Row("postgresql-score-writes-p99", found.p99, "ms"))
