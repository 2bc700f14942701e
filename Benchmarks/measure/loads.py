"""Loads on a server, several times and in turn, because a machine is never as quiet as one would like."""

import re
import statistics
import subprocess
from dataclasses import dataclass

CONNECTIONS = 32
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass
class Load:
    """Requests of one kind on one server; `script` names a file of wrk that makes them."""

    process: object
    url: str
    script: str | None = None
    arguments: tuple = ()
    headers: dict | None = None


@dataclass
class Result:
    """Requests a second, microseconds of server processor time each, 99th percentile in milliseconds."""

    rate: float
    cpu: float
    p99: float


def run(load, seconds, connections=CONNECTIONS):
    """One run of wrk.
    Raises when an answer was no success: figures of failures mean nothing."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    for name, value in (load.headers or {}).items():
        command += ["-H", f"{name}: {value}"]
    if load.script:
        command += ["-s", str(load.script)]
    before = load.process.cpu_seconds()
    arguments = ["--", *map(str, load.arguments)] if load.arguments else []
    output = subprocess.run(
        [*command, load.url, *arguments], capture_output=True, text=True, check=True, timeout=seconds + 60
    ).stdout
    cpu = load.process.cpu_seconds() - before
    return parse(output, cpu, load.url)


def parse(output, cpu, url):
    """Reads what wrk prints."""
    if failed := re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)", output):
        raise RuntimeError(f"{url}: {failed[0]}")
    requests = int(re.search(r"(\d+) requests in", output)[1])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    if counted := re.search(r"answers (\d+) in (\d+) us", output):
        rate = int(counted[1]) / int(counted[2]) * 1e6
    slow = re.search(r"99%\s+([\d.]+)(us|ms|s)", output)
    return Result(rate, cpu * 1e6 / max(requests, 1), float(slow[1]) * UNITS[slow[2]])


def alternate(loads, rounds=5, seconds=2):
    """Runs all loads in turn, `rounds` times after a warm-up, and takes the median of each figure."""
    for load in loads.values():
        run(load, 1)
    results = {name: [] for name in loads}
    for _ in range(rounds):
        for name, load in loads.items():
            results[name].append(run(load, seconds))
    return {name: median(found) for name, found in results.items()}


def median(results):
    """The median of each figure on its own."""
    return Result(*(statistics.median(getattr(result, field) for result in results) for field in ("rate", "cpu", "p99")))
