"""A world of very many on PostgreSQL, to see what breaks first: `--people` of 1,000,000, 3,000,000, 10,000,000 …"""

import os
import subprocess
import time

from .batches import batch
from .engine_loads import one_work, sign_in
from .engines import engine
from .references import references
from .rows import Row, say
from .starting import start_until_right
from .stage import HOST, STAGE
from .works import WORKS
from .world import filled, opened

# A server as somebody with this many people sets it up, on a machine of 16 GB or more.
SERVER = "-c shared_buffers=4GB -c maintenance_work_mem=1GB -c max_wal_size=8GB -c checkpoint_timeout=15min"

PART = 100_000

TABLES = """
select n.nspname || '.' || c.relname, pg_table_size(c.oid), pg_indexes_size(c.oid)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname like 'fieldhouse%' and pg_total_relation_size(c.oid) > 10000000
order by pg_total_relation_size(c.oid) desc;
"""


def measure(report, settings):
    people = settings.people
    with engine("postgresql", SERVER) as one:
        began = time.monotonic()
        folder, viewers = filled(one, people, "scale")
        report.add(Row("scale-fill", time.monotonic() - began, "s"))
        upkeep(report, one)
        disk(report, one, people)
        took, cpu, memory = start_until_right(one, folder, people)
        report.add(Row("scale-start-until-ranks-are-right", took, "ms", cpu / people, memory))
        with opened(one, folder, viewers, people) as world, references(world) as others:
            report.add(Row("scale-host-memory", world.host.memory_kilobytes() / 1024, "MB"))
            for work in settings.chosen(WORKS):
                one_work(report, world, others, work, settings)
            if settings.wants("sign-in"):
                sign_in(report, world)
            everybody(report, world)
        back_up(report, one, folder)


def upkeep(report, engine):
    say("vacuum, analyze and checkpoint")
    began = time.monotonic()
    for statement in ("vacuum analyze", "checkpoint"):
        engine.ask(None, "alone", statement)
    report.add(Row("scale-upkeep", time.monotonic() - began, "s"))


def disk(report, engine, people):
    """What a person takes on the disk, and which tables it is in."""
    total = 0
    for table, rows, indexes in engine.ask(None, "alone", TABLES):
        say(f"  {table}: {int(rows) / 1e6:,.0f} MB and {int(indexes) / 1e6:,.0f} MB of indexes")
        total += int(rows) + int(indexes)
    report.add(Row("scale-disk", total / people, "B/person"))


def everybody(report, world):
    """Changed scores in one transaction: of a part of the people, then of all."""
    for count in sorted({min(PART, world.people), world.people}):
        say(f"a batch of {count:,} changed scores")
        name, found = f"scale-batch-of-{count}-changed-scores", batch(world.host, count, 7)
        if isinstance(found, RuntimeError):
            report.fail(name, "ms", found)
            continue
        figures, peak = found
        report.add(Row(name, figures.value, "ms", figures.cpu / count, peak))


def back_up(report, engine, folder):
    """A backup of a host that is not running."""
    say("backup")
    file, began = folder / "scale.backup", time.monotonic()
    command = [HOST, "backup", file, "--without-secret", "--data", folder, "--manifests", STAGE / "manifests"]
    environment = {**os.environ, "FIELDHOUSE_PLUGINS": str(STAGE / "plugins")}
    found = subprocess.run(
        list(map(str, [*command, *engine.options])), env=environment, capture_output=True, text=True)
    if found.returncode:
        report.fail("scale-backup", "s", found.stderr)
        return
    report.add(Row("scale-backup", time.monotonic() - began, "s"))
    report.add(Row("scale-backup-size", file.stat().st_size / 1e6, "MB"))
