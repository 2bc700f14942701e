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
        waiting += [int(child) for child in told(process, f"task/{process}/children").split()]
    return found


def proportional_kilobytes(processes):
    """Memory of processes together, what they share counted once (proc(5), Pss of smaps_rollup)."""
    found = (re.search(r"^Pss:\s+(\d+)", told(process, "smaps_rollup"), re.M) for process in processes)
    return sum(int(match[1]) for match in found if match)


def cpu_seconds(processes):
    """User and system time so far, that of their ended children included (proc(5), fields 14 to 17 of stat)."""
    texts = [told(process, "stat") for process in processes]
    return sum(sum(map(int, text[text.rindex(")") + 2 :].split()[11:15])) for text in texts if text) / TICKS


def told(process, file):
    """What the kernel tells of a process; nothing when it has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/{file}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


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

    def wait_for(self, url, limit=600):
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
        """User and system time so far."""
        return cpu_seconds(self.family())

    def proportional_kilobytes(self):
        """Resident memory, what its processes share counted once."""
        return proportional_kilobytes(self.family())

    def memory_kilobytes(self):
        """Resident memory (proc(5), VmRSS of status)."""
        return self.status("VmRSS")

    def forget_peak(self):
        """Lets the most resident memory begin anew (proc(5), clear_refs)."""
        for process in self.family():
            pathlib.Path(f"/proc/{process}/clear_refs").write_text("5")

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
