"""What the host is asked to do under load: each kind of request described once, for every engine and every size."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .rows import Goal
from .world import BOARD

EVERY = "every"


@dataclass
class Work:
    """A kind of request: what is beside it in the same run and what it has to reach, by engine or on every one.

    `clients` is how many connections it has among the 32 of the mixed load."""

    name: str
    unit: str
    load: Callable
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)
    goals: dict[str, tuple[Goal, ...]] = field(default_factory=dict)
    clients: int = 0

    def beside_on(self, engine):
        return self.beside.get(EVERY, ()) + self.beside.get(engine, ())

    def goals_on(self, engine):
        return self.goals.get(EVERY, ()) + self.goals.get(engine, ())


def rows(method):
    return lambda world: world.load("/v1/bench/rows", "rows.lua", method, world.people)


def guests(where):
    return lambda world: world.load("/v1/auth/guest", "guests.lua", where)


def view(query):
    return lambda world: world.as_viewers(f"{BOARD}?{query}")


def page(name, query, clients=0):
    """A page of the board, beside the same of Redis, which has no names and no details."""
    redis = f"redis {name}"
    goals = (Goal("value", least=0.6, of="trivial"), Goal("cpu", most=3, of=redis))
    return Work(name, "answers/s", view(query), {EVERY: ("trivial", redis)}, {EVERY: goals}, clients)


DURABLE = (Goal("p99", most=15),)
WRITES = {"sqlite": ("sqlite commit",), "postgresql": ("pgbench insert",)}
CHANGES = {"sqlite": ("sqlite commit",), "postgresql": ("pgbench update",)}

WORKS = [
    Work("trivial", "answers/s", lambda world: world.load("/v1/bench/trivial"), {EVERY: ("hummingbird",)}),
    Work(
        "point-read", "reads/s", rows("GET"), {EVERY: ("trivial",), "postgresql": ("pgbench select",)},
        {
            "sqlite": (Goal("value", least=0.6, of="trivial"),),
            "postgresql": (Goal("value", least=15_000), Goal("cpu", most=2, of="pgbench select")),
        }, clients=6),
    Work(
        "own-account", "answers/s", lambda world: world.as_viewers("/v1/me"), {EVERY: ("trivial",)},
        {EVERY: (Goal("p99", most=10),), "sqlite": (Goal("value", least=20_000),)}, clients=6),
    page("top-10", "view=top", clients=6),
    page("top-100", "view=top&limit=100"),
    page("around-me", "view=around", clients=4),
    page("rank", "view=around&limit=1"),
    Work(
        "row-change", "writes/s", rows("PUT"), CHANGES,
        {
            "sqlite": (Goal("value", least=2, of="sqlite commit"), *DURABLE),
            "postgresql": (Goal("value", least=0.6, of="pgbench update"),),
        }, clients=4),
    Work(
        "score", "writes/s", lambda world: world.load("/v1/bench/scores", "scores.lua", world.people),
        {EVERY: ("redis score",), **CHANGES},
        {
            "sqlite": (Goal("value", least=8000), *DURABLE),
            "postgresql": (Goal("value", least=6000), Goal("cpu", most=250)),
        }, clients=4),
    Work("new-row", "writes/s", rows("POST"), WRITES, {"sqlite": DURABLE}),
    Work(
        "new-score", "writes/s", lambda world: world.load("/v1/bench/scores", "scores.lua", 0), WRITES,
        {"sqlite": DURABLE}),
    Work("guest", "accounts/s", guests("apart"), WRITES, clients=2),
    # All of them share one count of what an address may do.
    Work("guest-of-one-address", "accounts/s", guests("together"), WRITES),
]
