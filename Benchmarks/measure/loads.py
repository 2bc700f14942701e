"""Loads on a server, several times and in turn, because a machine is never as quiet as one would like."""

import re
import subprocess
import time
from dataclasses import dataclass

from .figures import Figures, median

CONNECTIONS = 32
# An answer that takes longer fails the run: wrk would count it and leave it out of the latencies.
LONGEST_SECONDS = 10
# One failure in so many answers is a failed row with figures, more are none.
FEW = 20
# A run cuts its connections: what they had asked last is still worked on, and counts among what a route lets in at once.
PAUSE_SECONDS = 0.5
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


@dataclass
class Load:
    """Requests of one kind on one server; `script` names a file of wrk that makes them."""

    process: object
    url: str
    script: str | None = None
    arguments: tuple = ()
    connections: int = CONNECTIONS

    def run(self, seconds):
        """One run of wrk.
        Raises when more than a few answers were failures: figures of failures mean nothing."""
        command = ["wrk", "-t1", f"-c{self.connections}", f"-d{seconds}s", "--latency", "--timeout", f"{LONGEST_SECONDS}s"]
        if self.script:
            command += ["-s", str(self.script)]
        before = self.process.cpu_seconds()
        arguments = ["--", *map(str, self.arguments)] if self.arguments else []
        output = subprocess.run(
            [*command, self.url, *arguments], capture_output=True, text=True, check=True, timeout=seconds + 60
        ).stdout
        time.sleep(PAUSE_SECONDS)
        return parse(output, self.process.cpu_seconds() - before, self.url)


def parse(output, cpu, url):
    """Reads what wrk prints."""
    if broken := re.search(r"Socket errors: .*", output):
        raise RuntimeError(f"{url}: {broken[0]}")
    requests = int(re.search(r"(\d+) requests in", output)[1])
    failures = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    failed = int(failures[1]) if failures else 0
    if failed * FEW >= requests:
        raise RuntimeError(f"{url}: {failed} of {requests} answers were failures")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    if counted := re.search(r"answers (\d+) in (\d+) us", output):
        rate = int(counted[1]) / int(counted[2]) * 1e6
    half, slow = (latency(output, rf"^ +{part}% +(\S+)") for part in (50, 99))
    longest = latency(output, r"^ +Latency +\S+ +\S+ +(\S+)")
    return Figures(rate, cpu * 1e6 / requests, half, slow, longest, failed)


def latency(output, pattern):
    """A time that wrk prints, in milliseconds."""
    number, unit = re.fullmatch(r"([\d.]+)([a-z]+)", re.search(pattern, output, re.M)[1]).groups()
    return float(number) * UNITS[unit]


def alternate(loads, rounds=5, seconds=2):
    """Runs everything that can be run in turn, `rounds` times after a warm-up; the median of each figure."""
    for load in loads.values():
        load.run(1)
    found = {name: [] for name in loads}
    for _ in range(rounds):
        for name, load in loads.items():
            found[name].append(load.run(seconds))
    return {name: median(figures) for name, figures in found.items()}
