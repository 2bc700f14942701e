"""A throw-away PostgreSQL on loopback, with its defaults for durability."""

import contextlib
import os
import pathlib
import subprocess
import tempfile

from .processes import cpu_seconds, descendants, proportional_kilobytes
from .stage import ROOT, discard

SCRIPT = ROOT / "Tests" / "Support" / "postgres.sh"


class Server:
    """A running server: its address, and what it costs."""

    def __init__(self, folder, address):
        self.folder, self.address = folder, address
        self.first = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])

    def cpu_seconds(self):
        """Processor time of the server so far, that of ended connections included."""
        return cpu_seconds(descendants(self.first))

    def proportional_kilobytes(self):
        """Resident memory of all its processes, what they share counted once."""
        return proportional_kilobytes(descendants(self.first))

    def ask(self, sql, schema="public"):
        """Runs statements with all rights; what they answer, a line a row."""
        command = ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-d", self.address]
        command += ["-c", f"set search_path = {schema}", "-c", sql]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextlib.contextmanager
def server(options=""):
    """A server that ends with the block; `options` are its own, such as `-c shared_buffers=1GB`."""
    folder = tempfile.mkdtemp(prefix="fieldhouse-bench-")
    environment = {**os.environ, "POSTGRES_OPTIONS": options}
    start = [SCRIPT, "start", folder]
    address = subprocess.run(start, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    try:
        yield Server(pathlib.Path(folder), address)
    finally:
        subprocess.run([SCRIPT, "halt", folder])
        discard(pathlib.Path(folder))
