"""Walking clubs on both engines: step updates that companion apps send, the day of very many people that is closed at midnight with all of its
boards while others look at them, and a page of the board of ten thousand clubs."""

import concurrent.futures
import hashlib
import http.client
import json
import threading
import time

from . import walking_sql as sql
from .client import call
from .engines import engine, host
from .figures import Figures, of_times
from .rows import Goal, Row, row_of, say
from .stage import data_folder

TOKEN = "operator-of-the-benchmark-of-walking-clubs-0123456789"
EVENING, NIGHT = "2024-08-17T22:00:00Z", "2024-08-18T00:01:00Z"
BOARD = f"/v1/leaderboards/walking-clubs/points?season={sql.SEASON}&limit=1"
CLUBS = f"/v1/walking-clubs/boards/clubs?season={sql.LARGE}&limit=20"
LIMIT_SECONDS = 1_200
# Companion apps, and how many updates each sends at once.
DEVICES, UPDATES = 64, 100
SENDERS = 8
LOOKS = 1_000
MOST_DAY = 10_000


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one:
            folder = prepared(one, settings.people)
            with opened(one, folder) as running:
                report.add(row_of(f"{name}-steps", sent(running, settings.seconds), "updates/s"), Goal("value", least=5_000))
                looked = looks(running, CLUBS, count=LOOKS)
                report.add(row_of(f"{name}-club-board-{sql.MOST_CLUBS}", looked, "ms"), Goal("value", most=1))
                took, memory, beside = closed(running, settings.people)
                report.add(
                    Row(f"{name}-day-of-{settings.people}", took, "s until all have ranks", megabytes=memory), Goal("value", most=60))
                report.add(row_of(f"{name}-board-while-a-day-is-closed", beside, "ms"), Goal("p99", most=100))
            # Figures of work that was not done mean nothing.
            compare(one, folder, settings.people)


def opened(one, folder):
    """A host whose clock stands still in the evening."""
    return host(one, folder, "--clock", EVENING, "--clock-rate", "0", environment={"FIELDHOUSE_CONSOLE_TOKEN": TOKEN})


def token(number):
    """What a companion app proves itself with."""
    return f"fhd_{number:064x}"


def prepared(one, people):
    """The folder of a host with companion apps, clubs, and the sessions of a day of so many people."""
    folder = data_folder(f"walking-{one.name}")
    with opened(one, folder):
        pass
    clubs = min(sql.MOST_CLUBS, max(1, people // 100))
    say(f"{one.name}: {people:,} people walk for {clubs:,} clubs")
    hashes = [hashlib.sha256(token(number).encode()).hexdigest() for number in range(DEVICES)]
    one.ask(folder, "fitness-challenges", sql.devices(hashes))
    one.ask(folder, "walking-clubs", sql.world(one, people, clubs))
    if one.name == "postgresql":
        # As the server has done by itself a minute after so many have come.
        one.ask(folder, "walking-clubs", "analyze")
    return folder


def sent(running, seconds):
    """Companion apps send updates, some at once, for some seconds: how many a second are durable, and how long an answer takes."""
    stop, times, lock = time.monotonic() + seconds, [], threading.Lock()
    cpu, began = running.cpu_seconds(), time.monotonic()

    def send(sender):
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        turn = 0
        while time.monotonic() < stop:
            device = sender + SENDERS * (turn % (DEVICES // SENDERS))
            if turn // (DEVICES // SENDERS) * UPDATES >= MOST_DAY:
                raise RuntimeError("the companion apps have sent as much as a day allows")
            updates = [update(turn * UPDATES + number) for number in range(UPDATES)]
            start = time.monotonic()
            found = asked(connection, "POST", "/v1/fitness-challenges/ingest", {"token": token(device), "updates": updates})
            took = (time.monotonic() - start) * 1000
            if found["taken"] != UPDATES:
                raise RuntimeError(f"of {UPDATES} updates {found['taken']} were taken")
            with lock:
                times.append(took)
            turn += 1

    with concurrent.futures.ThreadPoolExecutor(SENDERS) as pool:
        for done in [pool.submit(send, sender) for sender in range(SENDERS)]:
            done.result()
    count = len(times) * UPDATES
    return of_times(times, count / (time.monotonic() - began), (running.cpu_seconds() - cpu) * 1e6 / count)


def update(number):
    """A minute's steps of an app, each in a minute of its own of the days before."""
    start = time.gmtime(sql.DAY * 86_400 - (number + 1) * 60)
    end = time.gmtime(sql.DAY * 86_400 - number * 60)
    return {"id": f"m{number}", "steps": 100, "start": instant(start), "end": instant(end)}


def instant(when):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", when)


def asked(connection, method, path, body=None):
    """The answer to a request on a connection that stays open."""
    connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status} {content[:300]}")
    return json.loads(content)


def looks(running, path, count=None, until=None):
    """How long it takes to look at a page, again and again: so often, or until an event. The value is the middle one of the times."""
    connection, times, cpu = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60), [], running.cpu_seconds()
    while len(times) < count if count else not until.is_set() or not times:
        start = time.monotonic()
        page = asked(connection, "GET", path)
        times.append((time.monotonic() - start) * 1000)
        if len(page["items"]) != 20:
            raise RuntimeError(f"{path} shows {len(page['items'])} clubs")
        if until:
            until.wait(0.01)
    found = of_times(times, 0, (running.cpu_seconds() - cpu) * 1e6 / len(times))
    return Figures(found.p50, found.cpu, found.p50, found.p99, found.longest)


def closed(running, people):
    """Midnight comes: seconds until all people have ranks, megabytes more than before, and what looking at a board took meanwhile."""
    running.forget_peak()
    memory, began, over = running.memory_kilobytes(), time.monotonic(), threading.Event()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        beside = pool.submit(looks, running, CLUBS, until=over)
        try:
            call(running, "POST", "/v1/console/clock", {"advanceTo": NIGHT}, TOKEN, LIMIT_SECONDS)
            while call(running, "GET", BOARD)["size"] != people:
                if time.monotonic() - began > LIMIT_SECONDS:
                    raise RuntimeError("not all have ranks")
                time.sleep(0.05)
        finally:
            took = time.monotonic() - began
            over.set()
        return took, (running.peak_kilobytes() - memory) / 1024, beside.result()


def compare(one, folder, people):
    """Every one of the sums is that of what everybody has walked."""
    found = [int(number) for number in one.ask(folder, "walking-clubs", sql.SUMS)[0]]
    wanted = [people, *[sum(number % 9 + 1 for number in range(people))] * 3]
    if found != wanted:
        raise RuntimeError(f"closed otherwise than walked: {found}, not {wanted}")
