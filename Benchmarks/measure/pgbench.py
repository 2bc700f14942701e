"""PostgreSQL alone: single statements by pgbench, prepared, one transaction each."""

import re
import resource
import subprocess
import tempfile
from dataclasses import dataclass

from .figures import of_times
from .loads import CONNECTIONS

VALUE = "a value of forty characters, to be stored"
# Of the same shape as the bench plugin's.
TABLE = "create table if not exists items (id bigint primary key, value text not null);"
READ = "select value from items where id = :id;"
CHANGE = f"update items set value = '{VALUE}' where id = :id;"
NEW = f"insert into items values (nextval('new_items'), '{VALUE}');"


def prepare(engine, rows):
    """A table with so many rows."""
    engine.ask(None, "alone", f"{TABLE} create sequence new_items start {rows + 1};")
    engine.ask(None, "alone", f"insert into items select n + 1, '{VALUE}' from {engine.numbers(rows)}; analyze items;")


@dataclass
class Pgbench:
    """One statement on random rows; the processor time of pgbench itself counts, as the host's does."""

    database: object
    statement: str
    rows: int

    def run(self, seconds):
        with tempfile.TemporaryDirectory() as folder:
            script = f"{folder}/script"
            with open(script, "w") as file:
                file.write(f"\\set id random(1, {self.rows})\n{self.statement}\n")
            options = ["-n", "-l", "-M", "prepared", "-c", CONNECTIONS, "-j", 1, "-T", seconds, "-f", script]
            before = self.database.cpu_seconds() + children_seconds()
            command = ["pgbench", *map(str, options), "-d", self.database.address]
            output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout
            cpu = self.database.cpu_seconds() + children_seconds() - before
            return figures(output, cpu, logged(folder))


def logged(folder):
    """How long each transaction took, in milliseconds: the third word of each line of the log."""
    listing = subprocess.run(f"cat {folder}/pgbench_log.*", shell=True, capture_output=True, text=True, check=True)
    return [int(line.split(" ", 3)[2]) / 1000 for line in listing.stdout.splitlines()]


def figures(output, cpu, times):
    if not times:
        raise RuntimeError(f"pgbench: no transaction has ended: {output}")
    return of_times(times, float(re.search(r"tps = ([\d.]+)", output)[1]), cpu * 1e6 / len(times))


def children_seconds():
    """Processor time of all programs that this one has run to their ends."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime
