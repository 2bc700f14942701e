"""Rights: what it costs to ask whether somebody may do something with one thing, on every engine."""

import statistics

from .client import call
from .engines import engine, host
from .rows import Goal, Row, say
from .stage import data_folder

PEOPLE = 10_000
TIMES = 200_000
ROUNDS = 5


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: rights of {PEOPLE:,} people, each on a card of their own")
        with engine(name) as one, host(one, data_folder(f"rights-{name}")) as running:
            body = {"people": PEOPLE, "times": TIMES}
            found = [call(running, "POST", "/v1/bench/questions", body)["microseconds"] for _ in range(ROUNDS)]
        report.add(Row(f"{name}-right-asked", statistics.median(found), "µs"), Goal("value", most=5))
