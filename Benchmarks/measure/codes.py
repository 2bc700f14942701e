"""Logins by code: many numbers ask for one, then each logs in."""

import json
import time

from .client import call
from .rows import Goal, row_of, say

PHONES = 10_000
LONGEST_SECONDS = 30
# After so many seconds without a message none follows.
PAUSE = 3


def codes(report, world):
    """Codes for many numbers, then a login by each, on the engine of a world."""
    say(f"{world.engine.name}: logins by code: {PHONES:,} numbers")
    numbers = [f"+49151{number:08}" for number in range(PHONES)]
    asked = [{"phone": number} for number in numbers]
    posted(report, world, "code-request", "codes/s", "/v1/auth/otp", asked)
    messages = all_sent(world.host.data, "sms")
    logins = [{"phone": "+" + message["to"].lstrip("+"), "code": message["code"], "acceptsTerms": True} for message in messages]
    goals = (Goal("value", least=3000),) if world.engine.name == "sqlite" else ()
    posted(report, world, "sign-in", "logins/s", "/v1/auth/otp/verify", logins, *goals)


def posted(report, world, name, unit, path, bodies, *goals):
    """A row for posting each body once, as far as there is time."""
    file = world.host.data / name
    file.write_text("".join(json.dumps(body) + "\n" for body in bodies))
    found = world.load(path, "bodies.lua", path, file).run(LONGEST_SECONDS)
    report.add(row_of(f"{world.engine.name}-{name}", found, unit, world.host.megabytes()), *goals)


def sent(data, count, channel):
    """The messages of a channel that have gone out, once there are `count`."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        messages = gone_out(data, channel)
        if len(messages) >= count:
            return messages
        time.sleep(0.2)
    raise RuntimeError(f"{count} messages did not go out by {channel} within two minutes")


def all_sent(data, channel):
    """The messages of a channel that have gone out, once no more follow."""
    messages, before = gone_out(data, channel), -1
    while len(messages) > before:
        time.sleep(PAUSE)
        messages, before = gone_out(data, channel), len(messages)
    return messages


def gone_out(data, channel):
    path = data / "deliveries.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [message for message in map(json.loads, lines) if message["channel"] == channel]


def accounts(running, folder, prefix, count):
    """The sessions of so many new people, whose numbers begin as said."""
    phones = [f"{prefix}{number:08}" for number in range(count)]
    for phone in phones:
        call(running, "POST", "/v1/auth/otp", {"phone": phone})
    codes = {message["to"].lstrip("+"): message["code"] for message in all_sent(folder, "sms")}
    bodies = [{"phone": phone, "code": codes[phone.lstrip("+")], "acceptsTerms": True} for phone in phones]
    return [call(running, "POST", "/v1/auth/otp/verify", body)["token"] for body in bodies]
