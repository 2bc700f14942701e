"""Whether the time of an answer tells who has an account: 2,000 samples a route, known and unknown in turn."""

import concurrent.futures
import http.client
import json
import statistics
import time

from .client import call
from .codes import sent
from .engines import engine, host
from .rows import Goal, Row, say
from .stage import data_folder

EACH = 1_000
# So many at once: a refused login is answered after a pause, and 2,000 pauses in a row take ten minutes.
CLIENTS = 4
PATIENCE = {"FIELDHOUSE_LIMIT_LOGINS_PER_ADDRESS": "1000000/1"}
PASSWORD = "a quiet river runs north 41"


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one, host(one, data_folder(f"enumerating-{name}"), environment=PATIENCE) as running:
            on_host(report.on(name), running)


def on_host(report, host):
    say(f"{EACH:,} people sign up")
    known = [f"known-{number}@example.org" for number in range(EACH)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda address: register(host, address), known))
    for message in sent(host.data, EACH, "email"):
        call(host, "POST", "/v1/auth/verify", {"email": message["to"], "code": message["code"]})
    unknown = [f"unknown-{number}@example.org" for number in range(EACH)]
    for name, path, body in ROUTES:
        report.add(Row(f"known-or-not-{name}", difference(host, path, body, known, unknown), "ms"), GOAL)


GOAL = Goal("value", most=1)


def application(address):
    """The body of a registration."""
    passwords = {"password": PASSWORD, "passwordConfirmation": PASSWORD}
    return {"name": "Somebody", "email": address, "acceptsTerms": True, **passwords}


def register(host, address):
    """Signs up, again when too many do at once."""
    while True:
        try:
            return call(host, "POST", "/v1/auth/register", application(address))
        except RuntimeError:
            time.sleep(0.1)


ROUTES = [
    ("login", "/v1/auth/login", lambda address: {"identifier": address, "password": "a wrong password, long enough"}),
    ("reset", "/v1/auth/password/forgot", lambda address: {"email": address}),
    ("register", "/v1/auth/register", application),
]


def difference(host, path, body, known, unknown):
    """Milliseconds between the median answer for known and for unknown addresses."""
    say(f"{path}: {len(known) + len(unknown):,} samples")
    times, answers = ([], []), (set(), set())

    def ask(pairs):
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        for pair in pairs:
            for kind, address in enumerate(pair):
                start = time.perf_counter()
                connection.request("POST", path, json.dumps(body(address)), {"Content-Type": "application/json"})
                answer = connection.getresponse()
                content = answer.read()
                times[kind].append((time.perf_counter() - start) * 1000)
                answers[kind].add((answer.status, without_request(content)))

    pairs = list(zip(known, unknown))
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(ask, [pairs[first::CLIENTS] for first in range(CLIENTS)]))
    if answers[0] != answers[1]:
        first = [sorted(some)[0] for some in answers]
        raise RuntimeError(f"{path} answers known and unknown addresses differently, such as {first}")
    return abs(statistics.median(times[0]) - statistics.median(times[1]))


# What names the single request.
SINGLE = {"instance", "requestId", "registration"}


def without_request(content):
    """An answer without what names the single request."""
    return json.dumps({key: value for key, value in json.loads(content).items() if key not in SINGLE})
