"""Storage: durable writes and reads through HTTP beside the database alone."""

import statistics
import subprocess

from .loads import Load, Result, alternate, run
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
        writing = Load(host, host.url("/v1/bench/rows"), SCRIPTS / "rows.lua", ("POST",))
        writes(report, writing, folder)
        reads(report, host)


def writes(report, load, folder):
    say("single-row writes, in turn with SQLite alone")
    run(load, 1)
    through, alone = [], []
    for _ in range(ROUNDS):
        through.append(run(load, SECONDS))
        alone.append(commits_alone(folder))
    rate, cpu, p99 = (statistics.median(getattr(result, name) for result in through) for name in ("rate", "cpu", "p99"))
    reference = statistics.median(result.rate for result in alone)
    report.add(Row("sqlite-writes", rate, "writes/s", cpu, reference), Goal("ratio", least=2))
    report.add(Row("sqlite-writes-p99", p99, "ms"))


def reads(report, host):
    say("point reads, in turn with the trivial route")
    found = alternate(
        {
            "read": Load(host, host.url("/v1/bench/rows/0"), SCRIPTS / "rows.lua", ("GET",)),
            "trivial": Load(host, host.url("/v1/bench/trivial")),
        }, ROUNDS)
    read, trivial = found["read"], found["trivial"]
    report.add(Row("sqlite-point-reads", read.rate, "reads/s", read.cpu, trivial.rate), Goal("ratio", least=0.6))
    report.add(Row("sqlite-point-reads-p99", read.p99, "ms", None, trivial.p99))
