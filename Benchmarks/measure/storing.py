"""Storage: durable writes and reads through HTTP beside the database alone."""

import statistics
import subprocess

from . import postgres
from .loads import CONNECTIONS, Load, Result, alternate, median, run
from .rows import Goal, Row, say
from .stage import BENCHMARKS, Host, data_folder

SCRIPTS = BENCHMARKS / "scripts"
COMMITS = BENCHMARKS / ".build" / "sqlite_commits"
ROUNDS = 3
SECONDS = 3


def commits_alone(folder):
    """One transaction after the other on SQLite, each with a sync: commits a second and CPU microseconds each."""
    path = folder / "alone.sqlite"
    output = subprocess.run([COMMITS, path, str(SECONDS)], capture_output=True, text=True, check=True).stdout
    for file in folder.glob("alone.sqlite*"):
        file.unlink()
    rate, cpu = map(float, output.split())
    return Result(rate, cpu, 0)


def measure(report):
    folder = data_folder("storing")
    with Host(folder) as host:
        writes(report, host, folder)
        reads(report, host)
    with postgres.server() as address:
        on_postgres(report, address)


def load(host, method, start=0):
    return Load(host, host.url("/v1/bench/rows"), SCRIPTS / "rows.lua", (method, start))


def writes(report, host, folder):
    say("SQLite: single-row writes, in turn with SQLite alone")
    run(load(host, "POST"), 1)
    through, alone = [], []
    for round in range(1, ROUNDS + 1):
        through.append(run(load(host, "POST", round * 1_000_000), SECONDS))
        alone.append(commits_alone(folder))
    found, reference = median(through), statistics.median(result.rate for result in alone)
    report.add(Row("sqlite-writes", found.rate, "writes/s", found.cpu, reference), Goal("ratio", least=2))
    report.add(Row("sqlite-writes-p99", found.p99, "ms"))


def reads(report, host):
    say("SQLite: point reads, in turn with the trivial route")
    trivial = Load(host, host.url("/v1/bench/trivial"))
    found = alternate({"read": load(host, "GET"), "trivial": trivial}, ROUNDS)
    read, trivial = found["read"], found["trivial"]
    report.add(Row("sqlite-point-reads", read.rate, "reads/s", read.cpu, trivial.rate), Goal("ratio", least=0.6))
    report.add(Row("sqlite-point-reads-p99", read.p99, "ms", None, trivial.p99))


def on_postgres(report, address):
    say("PostgreSQL: single-row updates, in turn with pgbench")
    postgres.prepare(address)
    folder = data_folder("postgres")
    with Host(folder, options=["--database", address]) as host:
        postgres.fill(address)
        run(load(host, "PUT"), 1)
        through, alone = [], []
        for _ in range(ROUNDS):
            through.append(run(load(host, "PUT"), SECONDS))
            alone.append(postgres.update_rate(address, CONNECTIONS, SECONDS, folder))
    found, reference = median(through), statistics.median(alone)
    report.add(Row("postgresql-updates", found.rate, "writes/s", found.cpu, reference), Goal("ratio", least=0.6))
    report.add(Row("postgresql-updates-p99", found.p99, "ms"))
