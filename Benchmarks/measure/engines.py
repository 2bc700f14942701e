"""The two engines under one description: how the host is told of one, how its tables are filled, what it costs."""

import contextlib
import resource
import sqlite3
import time

from . import postgres
from .figures import Figures
from .stage import Host

# As an account's id: `p` and 19 digits.
ACCOUNT = "'p0' || substr(cast(1000000000000000000 + n as text), 2)"
# A number below 100,000 that depends on n only (Knuth's multiplicative hash).
SCATTERED = "n * 2654435761 % 4294967296 % 100000"

# A table of a board's entries in bare SQL, of the shape of the host's.
ENTRIES = """
create table entries (
  board text not null, season text not null, partition text not null, account text not null, score bigint not null,
  t1 bigint not null, t2 bigint not null, t3 bigint not null, achieved_at bigint not null, details text,
  primary key (board, season, partition, account)){suffix};
"""


class SQLite:
    """A file a namespace in the host's folder; bare SQL goes into one more file there."""

    name = "sqlite"
    # Behind a table's definition: rows in the order of the whole key, as the host keeps scores there.
    clustered = " without rowid"
    options = ()
    database = None

    def numbers(self, count):
        """A table `numbers` of the numbers n below `count`."""
        series = f"with recursive series (n) as (select 0 union all select n + 1 from series where n < {count} - 1)"
        return f"({series} select n from series) as numbers"

    def ask(self, folder, namespace, sql):
        """Runs statements on a namespace of a host that is not running; the rows of the last."""
        with contextlib.closing(sqlite3.connect(folder / f"{namespace}.sqlite", isolation_level=None)) as database:
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = full")
            *first, last = statements(sql)
            for statement in first:
                database.execute(statement)
            return database.execute(last).fetchall()

    def look(self, folder, namespace, sql):
        """The rows of a query, also while a host runs."""
        with contextlib.closing(sqlite3.connect(f"file:{folder / namespace}.sqlite?mode=ro", uri=True)) as database:
            return database.execute(sql).fetchall()

    def cpu_seconds(self):
        used = resource.getrusage(resource.RUSAGE_SELF)
        return used.ru_utime + used.ru_stime


class PostgreSQL:
    """A schema a namespace on a server; bare SQL goes into the schema `public`."""

    name = "postgresql"
    clustered = ""

    def __init__(self, database):
        self.database = database
        self.options = ("--database", database.address)

    def numbers(self, count):
        return f"generate_series(0::bigint, {count} - 1) as numbers (n)"

    def ask(self, folder, namespace, sql):
        schema = "public" if namespace == "alone" else f"fieldhouse_{namespace.replace('-', '_')}"
        lines = self.database.ask(sql, schema).splitlines()
        return [line.split("|") for line in lines]

    look = ask

    def cpu_seconds(self):
        return self.database.cpu_seconds()


def statements(sql):
    """The single statements of a text that has no semicolon inside of one."""
    return [statement for statement in sql.split(";") if statement.strip()]


@contextlib.contextmanager
def engine(name, options=""):
    """An engine of this name; its server, where it has one, ends with the block."""
    if name == SQLite.name:
        yield SQLite()
        return
    with postgres.server(options) as database:
        yield PostgreSQL(database)


def host(engine, folder, *options, **more):
    """A host on an engine; what it costs is what both cost."""
    return Host(folder, options=[*engine.options, *options], database=engine.database, **more)


def timed(engine, folder, namespace, sql):
    """What statements cost alone: milliseconds, and microseconds of processor time in all."""
    before, began = engine.cpu_seconds(), time.monotonic()
    engine.ask(folder, namespace, sql)
    took = (time.monotonic() - began) * 1000
    return Figures(took, (engine.cpu_seconds() - before) * 1e6)
