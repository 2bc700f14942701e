"""What the measured hosts are started with: manifests, bundles and data folders, all below Benchmarks/.build/stage."""

import atexit
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from .processes import Process, free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "Benchmarks"
# Figures count in `release`; with `debug` it is tried whether everything can be measured.
CONFIGURATION = os.environ.get("FIELDHOUSE_BENCH_CONFIGURATION", "release")
BUILD = BENCHMARKS / ".build" / CONFIGURATION
STAGE = BENCHMARKS / ".build" / "stage"
HOST = ROOT / ".build" / CONFIGURATION / "fieldhouse"
PLUGIN = BENCHMARKS / "BenchPlugin"


def prepare():
    """Puts the product's manifests and the bench plugin's together."""
    clear(STAGE)
    shutil.copytree(ROOT / "manifests", STAGE / "manifests")
    shutil.copy(PLUGIN / "manifest.json", STAGE / "manifests" / "bench.json")
    bundle = STAGE / "plugins" / "bench"
    shutil.copytree(PLUGIN / "migrations", bundle / "migrations")
    shutil.copy(BUILD / "libBenchPlugin.so", bundle)


def data_folder(name):
    """A new data folder, on the disk of the checkout."""
    folder = STAGE / "data" / name
    clear(folder)
    folder.mkdir(parents=True)
    return folder


def clear(folder):
    """Takes a folder of a measurement out of the way."""
    if folder.exists():
        discarded = pathlib.Path(tempfile.mkdtemp(prefix="discarded-", dir=BENCHMARKS / ".build"))
        discard(folder.rename(discarded / folder.name))
        atexit.register(shutil.rmtree, discarded, ignore_errors=True)


def discard(folder):
    """Empties the files in a folder now and removes them when everything has been measured: on some file systems (ext4
    without a journal) making a file takes far longer for some minutes after many were removed, and a first start on a
    server makes two thousand."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.truncate(path, 0)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


# All the people of a measurement call from one address, which says for some of them where they come from.
CROWD = {
    f"FIELDHOUSE_LIMIT_{name}_PER_ADDRESS": "1000000/1"
    for name in ("CODES", "CODE_GUESSES", "GUESTS", "REGISTRATIONS", "RESETS")
} | {"FIELDHOUSE_TRUSTED_PROXIES": "127.0.0.1"}


class Host(Process):
    """The host, listening on loopback; a `database` that serves it alone counts as a part of it."""

    def __init__(
        self, data, manifests=STAGE / "manifests", plugins=STAGE / "plugins", options=(), everywhere=False,
        environment=None, database=None,
    ):
        self.data = pathlib.Path(data)
        self.database = database
        interface = "0.0.0.0" if everywhere else "127.0.0.1"
        self.port = free_port()
        command = [HOST, "serve", "--data", data, "--manifests", manifests, "--listen", f"{interface}:{self.port}"]
        environment = {"FIELDHOUSE_PLUGINS": str(plugins), **CROWD, **(environment or {})}
        super().__init__([*command, *options], environment, self.data / "host.log")

    def __enter__(self):
        super().__enter__()
        try:
            self.milliseconds_to_ready = self.wait_for(self.url("/readyz"))
        except BaseException:
            self.stop()
            raise
        return self

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def cpu_seconds(self):
        return super().cpu_seconds() + (self.database.cpu_seconds() if self.database else 0)

    def proportional_kilobytes(self):
        return super().proportional_kilobytes() + (self.database.proportional_kilobytes() if self.database else 0)

    def megabytes(self):
        """Resident memory of all processes that serve, what they share counted once."""
        return self.proportional_kilobytes() / 1024


class Stock(Process):
    """The plain Hummingbird application."""

    def __init__(self):
        self.port = free_port()
        super().__init__([BUILD / "StockHummingbird", self.port])

    def __enter__(self):
        super().__enter__()
        self.wait_for(self.url)
        return self

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/trivial"


def write_json(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2))


def told(name, *arguments):
    """What an executable of the benchmarks prints as JSON."""
    command = [BUILD / name, *map(str, arguments)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
