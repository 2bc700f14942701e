"""Live events: what publishing one adds to a transaction, and how soon the last of many watchers has it."""

import resource
import selectors
import socket
import statistics
import time

from .client import call
from .engines import engine, host
from .figures import of_times
from .rows import Row, row_of, say
from .stage import data_folder

TRANSACTIONS = 4_000
WIDTHS = (1, 32)
WATCHERS = (1, 2_000)
EVENTS = 40
PATIENCE = 20


class Watchers:
    """Streams of one topic, each of nobody or of a session, and how many events each has got."""

    def __init__(self, running, sessions, topic="bench/told", event="changed"):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self.selector = selectors.DefaultSelector()
        self.counts = [0] * len(sessions)
        self.line = f"event: {event}\n".encode()
        self.sockets = [self.open(running, topic, number, session) for number, session in enumerate(sessions)]

    def open(self, running, topic, number, session):
        one = socket.create_connection(("127.0.0.1", running.port))
        holder = f"Authorization: Bearer {session}\r\n" if session else ""
        one.sendall(f"GET /v1/live?topic={topic} HTTP/1.1\r\nHost: 127.0.0.1\r\n{holder}\r\n".encode())
        if b" 200 " not in one.recv(4096):
            raise RuntimeError(f"stream {number} was refused")
        one.setblocking(False)
        self.selector.register(one, selectors.EVENT_READ, number)
        return one

    def wait(self, events):
        """Until every watcher has so many events; when the last one had."""
        end = time.monotonic() + PATIENCE
        behind = sum(count < events for count in self.counts)
        while behind:
            for key, _ in self.selector.select(timeout=0.2):
                before = self.counts[key.data]
                self.counts[key.data] += key.fileobj.recv(1 << 16).count(self.line)
                behind -= before < events <= self.counts[key.data]
            if time.monotonic() > end:
                raise RuntimeError(f"{behind} of {len(self.counts)} watchers lack events")
        return time.monotonic()

    def wait_for_end(self, place):
        """Until the host has ended one of the streams; when it had."""
        one = self.sockets[place]
        one.settimeout(PATIENCE)
        # The last chunk is empty; the connection may stay.
        while (some := one.recv(1 << 16)) and not some.endswith(b"\r\n0\r\n\r\n") and some != b"0\r\n\r\n":
            pass
        return time.monotonic()

    def reopen(self, running, topic, place, session):
        """Watches anew in the place of a stream that has ended."""
        self.selector.unregister(self.sockets[place])
        self.sockets[place].close()
        self.sockets[place] = self.open(running, topic, place, session)

    def close(self):
        for one in self.sockets:
            one.close()


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: live events")
        with engine(name) as one:
            folder = data_folder(f"live-{name}")
            with host(one, folder, environment={"FIELDHOUSE_LIVE_STREAMS_PER_CLIENT": "10000"}) as running:
                for row in range(max(WIDTHS)):
                    call(running, "POST", "/v1/bench/rows", {"id": row + 1, "value": "0"})
                for width in WIDTHS:
                    report.add(published(running, name, width))
                for count in WATCHERS:
                    report.add(watched(running, name, count))


def published(running, name, width):
    """Transactions that publish, beside those that do not."""

    def rate(publishes):
        body = {"times": TRANSACTIONS, "width": width, "publishes": publishes}
        found = [call(running, "POST", "/v1/bench/publications", body)["microseconds"] for _ in range(3)]
        return statistics.median(found)

    rate(True)
    without, including = rate(False), rate(True)
    return Row(f"{name}-publish-{width}-at-once", including - without, "µs more a transaction")


def watched(running, name, count):
    """From the call until the last of the watchers has the event."""
    watchers = Watchers(running, [None] * count)
    try:
        times = []
        for number in range(EVENTS):
            start = time.monotonic()
            call(running, "POST", "/v1/bench/publications", {"times": 1, "width": 1, "publishes": True})
            times.append((watchers.wait(number + 1) - start) * 1000)
        figures = of_times(times, statistics.median(times))
        return row_of(f"{name}-publish-to-{count}", figures, "ms to the last watcher")
    finally:
        watchers.close()
