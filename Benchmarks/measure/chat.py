"""The chat of a group whose members are all there: how soon the last of them has a message."""

import time

from .client import call, guests
from .engines import engine, host
from .figures import of_times
from .live import Watchers
from .rows import Goal, row_of, say
from .stage import data_folder

MEMBERS = 2_000
# Those who write in turn: nobody may write more than 20 messages in ten seconds.
WRITERS = 20
MESSAGES = 200
TOKEN = "operator-of-the-benchmark-of-chats-0123456789"


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: a chat of {MEMBERS:,} members")
        folder = data_folder(f"chat-{name}")
        environment = {"FIELDHOUSE_LIVE_STREAMS_PER_CLIENT": "10000", "FIELDHOUSE_CONSOLE_TOKEN": TOKEN}
        with engine(name) as one, host(one, folder, environment=environment) as running:
            guests(running, MEMBERS, folder / "tokens")
            tokens = (folder / "tokens").read_text().split()
            crew = call(running, "POST", "/v1/groups/bench/", {"kind": "crew", "name": "Everybody"}, TOKEN)["id"]
            for token in tokens:
                call(running, "POST", f"/v1/groups/bench/{crew}/join", {}, token)
            report.add(said(running, name, crew, tokens), Goal("p99", most=250))


def said(running, name, crew, tokens):
    """From the call until the last of the members has the message."""
    watchers = Watchers(running, tokens, f"bench/groups/crew/{crew}/chat", "said")
    try:
        times = []
        for number in range(MESSAGES):
            start = time.monotonic()
            text = {"text": f"message {number}"}
            call(running, "POST", f"/v1/groups/bench/{crew}/chat", text, tokens[number % WRITERS])
            times.append((watchers.wait(number + 1) - start) * 1000)
        # What everybody reads is what was sent, in that order.
        page = call(running, "GET", f"/v1/groups/bench/{crew}/chat?limit=100", token=tokens[-1])
        if [item["text"] for item in page["items"]] != [f"message {MESSAGES - 1 - place}" for place in range(100)]:
            raise RuntimeError("the chat is not what was sent")
        return row_of(f"{name}-chat-to-{MEMBERS}", of_times(times, sum(times) / len(times)), "ms to the last member")
    finally:
        watchers.close()
