"""Processes under measurement: starting, asking the kernel what they cost, ending."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def descendants(process):
    """A process and all that it has started."""
    found, waiting = [], [process]
    while waiting:
        process = waiting.pop()
        found.append(process)
        try:
            children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
        except FileNotFoundError:
            continue
        waiting += [int(child) for child in children.split()]
    return found


def proportional_kilobytes(processes):
    """Memory of processes together, what they share counted once (proc(5), Pss of smaps_rollup)."""
    total = 0
    for process in processes:
        text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
        total += int(re.search(r"^Pss:\s+(\d+)", text, re.M)[1])
    return total


class Process:
    """A program of ours, ended with the block it is used in."""

    def __init__(self, command, environment=None, log=None):
        self.command = [str(part) for part in command]
        self.environment = {**os.environ, **(environment or {})}
        self.log = pathlib.Path(log) if log else None

    def __enter__(self):
        output = self.log.open("ab") if self.log else subprocess.DEVNULL
        self.started = time.monotonic()
        self.child = subprocess.Popen(self.command, env=self.environment, stdout=output, stderr=output)
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Asks it to end, and makes it end after 30 seconds."""
        if self.child.poll() is not None:
            return
        self.child.send_signal(signal.SIGTERM)
        try:
            self.child.wait(30)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()

    def wait_for(self, url, limit=60):
        """Milliseconds from the start until `url` answers 200."""
        while time.monotonic() - self.started < limit:
            if self.child.poll() is not None:
                raise RuntimeError(f"{self.command[0]} ended with {self.child.returncode}; see {self.log}")
            try:
                with urllib.request.urlopen(url, timeout=5):
                    return (time.monotonic() - self.started) * 1000
            except OSError:
                time.sleep(0.002)
        raise RuntimeError(f"{url} did not answer within {limit} s; see {self.log}")

    def wait_for_port(self, port, limit=30):
        """Returns when a port of loopback takes connections."""
        while time.monotonic() - self.started < limit:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5):
                    return
            except OSError:
                time.sleep(0.01)
        raise RuntimeError(f"nobody listens on port {port} after {limit} s")

    def family(self):
        """The program and what it has started: a host is a supervisor and its worker."""
        return descendants(self.child.pid)

    def cpu_seconds(self):
        """User and system time so far (proc(5), fields 14 and 15 of stat)."""
        ticks = 0
        for process in self.family():
            text = pathlib.Path(f"/proc/{process}/stat").read_text()
            fields = text[text.rindex(")") + 2 :].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / TICKS

    def proportional_kilobytes(self):
        """Resident memory, what its processes share counted once."""
        return proportional_kilobytes(self.family())

    def memory_kilobytes(self):
        """Resident memory (proc(5), VmRSS of status)."""
        return self.status("VmRSS")

    def peak_kilobytes(self):
        """The most resident memory so far (proc(5), VmHWM of status)."""
        return self.status("VmHWM")

    def status(self, field):
        """A field of status (proc(5)), in kilobytes, of the program and what it has started together."""
        return sum(self.status_of(process, field) for process in self.family())

    @staticmethod
    def status_of(process, field):
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(f"{field}:"):
                return int(line.split()[1])
        raise RuntimeError("the kernel tells no resident memory")
