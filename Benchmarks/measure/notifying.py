"""Telling everybody something: how soon very many people have it in their inboxes, and what memory that takes."""

import time

from .client import call, guests
from .engines import engine, host
from .processes import Process
from .rows import Goal, Row, say
from .stage import data_folder
from .world import PEOPLE

TOKEN = "operator-of-the-benchmark-of-notifications-0123456789"
INBOXES = 100_000
# Goals: seconds until all have it; megabytes that the host takes more for all people than for the first tenth of them.
SECONDS, MORE = 5, 16


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one:
            took, _ = told(one, name, INBOXES)
            report.add(Row(f"{name}-{INBOXES}-inboxes", took, "s until all have it"), Goal("value", most=SECONDS))
        with engine(name) as one:
            took, sizes = told(one, name, settings.people)
            tenth = max(size for recipients, size in sizes if recipients <= settings.people / 10)
            most = max(size for _, size in sizes)
            say(f"  {settings.people:,} people in {took:.0f} s: {tenth:.0f} MB for the first tenth, {most:.0f} MB at most")
            report.add(
                Row(f"{name}-memory-for-{settings.people}-recipients", most - tenth, "MB more than for a tenth", megabytes=most),
                Goal("value", most=MORE))


def told(one, name, people):
    """Tells so many people something; after how many seconds the last of them had it, and how many had it when the host had which
    size, in megabytes."""
    say(f"{name}: {people:,} people are told something")
    folder = data_folder(f"told-{name}-{people}")
    environment = {"FIELDHOUSE_CONSOLE_TOKEN": TOKEN}
    with host(one, folder, environment=environment) as running:
        # What a profile shows is copied from that of somebody whom the host has made.
        guests(running, 1, folder / "tokens")
    one.ask(folder, "accounts", PEOPLE.format(numbers=one.numbers(people)))
    if name == "postgresql":
        # As the server has done by itself a minute after so many have come.
        one.ask(folder, "accounts", "analyze")
    with host(one, folder, environment=environment) as running:
        start = time.monotonic()
        call(running, "POST", "/v1/announcements", {"audience": "everyone", "text": "All of you"}, TOKEN)
        sizes = []
        while True:
            (sent,) = call(running, "GET", "/v1/announcements", token=TOKEN)["items"]
            sizes.append((sent["recipients"], Process.proportional_kilobytes(running) / 1024))
            if sent["isDone"]:
                break
            time.sleep(0.1)
        took = time.monotonic() - start
        if sent["recipients"] != people:
            raise RuntimeError(f"{sent['recipients']} were told")
        return took, sizes
