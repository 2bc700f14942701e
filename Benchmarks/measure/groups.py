"""Groups: what it costs to post to very many members, to read a feed, to ask who is in a group, and what people do with groups
in a world of very many of them beside the same in a small one."""

import http.client
import json
import random
import statistics
import time

from .client import call
from .crews import COMMON, LARGE, TOKEN, crews
from .engines import engine, host
from .figures import of_times
from .loads import Load, alternate
from .rows import Goal, Row, row_of, say
from .stage import data_folder
from .world import SCRIPTS

ASKED = 10_000
TIMES = 200_000
ROUNDS = 5
POSTS = 200
# Nobody may post more than twenty times a minute.
AUTHORS = 20
# Goals: microseconds to ask, milliseconds to post, parts of the trivial route for a page, times a small world's time.
ASK, POST, PAGE, FLAT = 5, 50, 0.4, 2
SMALL_GROUPS, SMALL_MEMBERS = 1_000, 100
CALLS = 200


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: asking who is in a group of {ASKED:,}")
        with engine(name) as one, host(one, data_folder(f"asked-{name}")) as running:
            body = {"people": ASKED, "times": TIMES}
            found = [call(running, "POST", "/v1/bench/memberships", body)["microseconds"] for _ in range(ROUNDS)]
        report.add(Row(f"{name}-membership-asked", statistics.median(found), "µs"), Goal("value", most=ASK))
        with crews(name, min(SMALL_GROUPS, settings.groups), min(SMALL_MEMBERS, settings.members)) as small:
            before = {what: done(small) for what, done in WORKS.items()}
        with crews(name, settings.groups, settings.members) as large:
            report.add(posted(large), Goal("p99", most=POST))
            page(report, large, settings)
            for what, done in WORKS.items():
                row = row_of(f"{name}-{what}-of-{settings.groups}", done(large), "ms", beside={"small": before[what]})
                report.add(row, Goal("value", most=FLAT, of="small"))


class Caller:
    """Calls one after the other over a connection that stays, and how long each took, in milliseconds."""

    def __init__(self, world):
        self.connection = http.client.HTTPConnection("127.0.0.1", world.host.port)

    def __call__(self, method, path, token, body=None):
        headers = {"Authorization": f"Bearer {token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        start = time.monotonic()
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        told = answer.read()
        took = (time.monotonic() - start) * 1000
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {told.decode(errors='replace')}")
        return took, json.loads(told or b"null")


def posted(world):
    """From the call of the author until the answer, in a group of very many."""
    caller, times = Caller(world), []
    for number in range(POSTS):
        _, token = world.viewers[number % AUTHORS]
        took, _ = caller("POST", f"/v1/groups/bench/{LARGE}/posts", token, {"text": f"post {number}"})
        times.append(took)
    figures = of_times(times, statistics.median(times))
    return row_of(f"{world.engine.name}-post-to-{world.members}", figures, "ms to the author's answer")


def page(report, world, settings):
    """A page of twenty posts, read by one member after the other, beside the route that does nothing."""
    path = f"/v1/groups/bench/{LARGE}/posts"
    loads = {
        "": Load(world.host, world.host.url(path), SCRIPTS / "viewers.lua", (path, world.tokens)),
        "trivial": Load(world.host, world.host.url("/v1/bench/trivial")),
    }
    found = alternate(loads, settings.rounds, settings.seconds)
    figures = found.pop("")
    row = row_of(f"{world.engine.name}-feed-page", figures, "answers/s", world.host.megabytes(), found)
    report.add(row, Goal("value", least=PAGE, of="trivial"))


def of_calls(world, ask):
    """Figures of calls; `ask` makes the one of a number."""
    caller = Caller(world)
    times = [ask(caller, number) for number in range(CALLS)]
    return of_times(times, statistics.median(times))


def founding(world):
    def ask(caller, number):
        return caller("POST", "/v1/groups/bench/", TOKEN, {"kind": "crew", "name": f"New crew {number}"})[0]

    return of_calls(world, ask)


def reading(path, checks):
    """Calls of a path by one viewer after the other; `checks` says whether an answer is right."""

    def done(world):
        def ask(caller, number):
            _, token = world.viewers[number % len(world.viewers)]
            took, told = caller("GET", path(world, number), token)
            if not checks(told):
                raise RuntimeError(f"{path(world, number)} is answered {told}")
            return took

        return of_calls(world, ask)

    return done


def one_of(world, number):
    return random.Random(number).randrange(world.groups)


def joining(world):
    """Half of the calls join the large group, half leave it again, which is not counted."""

    def ask(caller, number):
        _, token = world.viewers[number % len(world.viewers)]
        caller("POST", f"/v1/groups/bench/{LARGE}/leave", token, {})
        return caller("POST", f"/v1/groups/bench/{LARGE}/join", token, {})[0]

    return of_calls(world, ask)


WORKS = {
    "founding": founding,
    "my-groups": reading(lambda world, number: "/v1/me/groups?limit=20", lambda told: told["items"]),
    "search": reading(
        lambda world, number: f"/v1/groups/bench/?search={COMMON}%20{one_of(world, number)}",
        lambda told: told["items"]),
    "search-of-a-common-word": reading(
        lambda world, number: f"/v1/groups/bench/?search={COMMON[:3]}", lambda told: len(told["items"]) == 20),
    "directory": reading(
        lambda world, number: "/v1/groups/bench/?kind=crew", lambda told: len(told["items"]) == 20),
    "members": reading(
        lambda world, number: f"/v1/groups/bench/{LARGE}/members?limit=20", lambda told: len(told["items"]) == 20),
    "joining": joining,
}
