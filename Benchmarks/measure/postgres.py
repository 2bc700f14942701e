"""A throw-away PostgreSQL on loopback, with its defaults for durability."""

import contextlib
import pathlib
import re
import resource
import subprocess
import tempfile
import time

from .processes import TICKS, descendants, proportional_kilobytes
from .stage import ROOT

SCRIPT = ROOT / "Tests" / "Support" / "postgres.sh"
ROWS = 1000

TABLE = f"""
create table items (id bigint primary key, value text not null);
insert into items select id, 'a value of forty characters, to be stored' from generate_series(1, {ROWS}) as id;
"""
ROWS_OF_PLUGIN = f"""
insert into fieldhouse_bench.items
select id, 'a value of forty characters, to be stored' from generate_series(1, {ROWS} + 1) as id;
"""
UPDATE = rf"""
\set id random(1, {ROWS})
update items set value = 'a value of forty characters, to be stored' where id = :id;
"""


def start():
    """Starts a server; returns its folder and address."""
    folder = tempfile.mkdtemp(prefix="fieldhouse-bench-")
    address = subprocess.run([SCRIPT, "start", folder], capture_output=True, text=True, check=True).stdout.strip()
    return pathlib.Path(folder), address


@contextlib.contextmanager
def server():
    """The address of a server that ends with the block."""
    folder, address = start()
    try:
        yield address
    finally:
        subprocess.run([SCRIPT, "stop", folder], check=True)


class Database:
    """A running server: its address, and what it costs."""

    def __init__(self, folder, address):
        self.address = address
        self.first = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])

    def cpu_seconds(self):
        """Processor time of the server so far, that of ended connections included (proc(5), fields 14 to 17 of stat)."""
        return sum(ticks(process, 4) for process in descendants(self.first)) / TICKS

    def proportional_kilobytes(self):
        """Resident memory of all its processes, what they share counted once."""
        return proportional_kilobytes(descendants(self.first))


def ticks(process, count):
    """User and system time of a process, and with a `count` of 4 that of its ended children."""
    try:
        text = pathlib.Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return 0
    return sum(map(int, text[text.rindex(")") + 2 :].split()[11 : 11 + count]))


def children_seconds():
    """Processor time of all programs that this one has run to their ends."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


@contextlib.contextmanager
def watched():
    """A server that ends with the block, with what it costs."""
    folder, address = start()
    try:
        yield Database(folder, address)
    finally:
        subprocess.run([SCRIPT, "stop", folder], check=True)


def milliseconds(address, sql):
    """How long statements take."""
    began = time.monotonic()
    execute(address, sql)
    return (time.monotonic() - began) * 1000


def prepare(address):
    """The table that pgbench updates, of the same shape as the plugin's."""
    execute(address, TABLE)


def fill(address):
    """The rows of the plugin that its updates look for, as many as pgbench has."""
    execute(address, ROWS_OF_PLUGIN)


def execute(address, sql):
    """Runs statements with all rights."""
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql], check=True)


def update_rate(address, clients, seconds, folder):
    """Single-row updates a second of pgbench itself, one transaction each, with prepared statements."""
    script = folder / "update.pgbench"
    script.write_text(UPDATE)
    options = ["-n", "-M", "prepared", "-c", clients, "-j", 1, "-T", seconds, "-f", script, "-d", address]
    output = subprocess.run(["pgbench", *map(str, options)], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"tps = ([\d.]+)", output)[1])
