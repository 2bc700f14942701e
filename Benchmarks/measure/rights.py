"""Rights: what it costs to ask whether somebody may do something with one thing, and how soon a stream ends whose watcher
has lost the right, on every engine."""

import random
import statistics
import time

from .client import call, guests
from .engines import engine, host
from .figures import of_times
from .live import Watchers
from .rows import Goal, Row, row_of, say
from .stage import data_folder

PEOPLE = 10_000
TIMES = 200_000
ROUNDS = 5
STREAMS = (1, 2_000)
REVOKES = 200
# Milliseconds: what is promised.
END = 1_000
TOKEN = "operator-of-the-benchmark-of-rights-0123456789"


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: rights of {PEOPLE:,} people, each on a card of their own")
        with engine(name) as one, host(one, data_folder(f"rights-{name}")) as running:
            body = {"people": PEOPLE, "times": TIMES}
            found = [call(running, "POST", "/v1/bench/questions", body)["microseconds"] for _ in range(ROUNDS)]
        report.add(Row(f"{name}-right-asked", statistics.median(found), "µs"), Goal("value", most=5))
        say(f"{name}: rights that end")
        folder = data_folder(f"ended-rights-{name}")
        environment = {"FIELDHOUSE_LIVE_STREAMS_PER_CLIENT": "10000", "FIELDHOUSE_CONSOLE_TOKEN": TOKEN}
        with engine(name) as one, host(one, folder, environment=environment) as running:
            ids = guests(running, max(STREAMS), folder / "tokens")
            people = list(zip(ids, (folder / "tokens").read_text().split()))
            for count in STREAMS:
                report.add(ended(running, name, people[:count]), Goal("max", most=END))


def ended(running, name, people):
    """From the answer to whoever takes the role until the stream of its holder has ended; all watch one card."""
    scope = f"card/of-{len(people)}"

    def scorer(method, person):
        path = f"/v1/people/{person}/roles/bench.scorer"
        if method == "PUT":
            return call(running, "PUT", path, {"scope": scope}, TOKEN)
        return call(running, "DELETE", f"{path}?scope={scope}", token=TOKEN)

    for person, _ in people:
        scorer("PUT", person)
    topic = f"bench/cards/of-{len(people)}"
    watchers = Watchers(running, [token for _, token in people], topic)
    try:
        times = []
        for number in range(REVOKES):
            place = number % len(people)
            person, token = people[place]
            # Not in step with the host, which looks at rights again and again.
            time.sleep(random.uniform(0, 0.4))
            scorer("DELETE", person)
            answered = time.monotonic()
            times.append((watchers.wait_for_end(place) - answered) * 1000)
            scorer("PUT", person)
            watchers.reopen(running, topic, place, token)
        return row_of(f"{name}-right-ended-of-{len(people)}", of_times(times, statistics.mean(times)), "ms to the end")
    finally:
        watchers.close()
