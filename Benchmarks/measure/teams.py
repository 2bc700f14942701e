"""Team management: a month of somebody on ten teams with five years of practices, answers to events, and the calendar that other programs
read, whole and unchanged; and very many teams that are told of a change."""

import http.client
import json
import time

from . import team_changes
from .client import call, guests
from .engines import engine, host
from .figures import of_times
from .groups import Caller
from .loads import Load, alternate
from .rows import Goal, row_of, say
from .stage import data_folder
from .world import SCRIPTS

AREA = "/v1/team-management"
CLOCK = "2024-08-17T11:40:00Z"
STILL = ("--clock", CLOCK, "--clock-rate", "0")
TEAMS, MEMBERS, YEARS = 10, 64, 5
# As many as a series has at most; a calendar shows two years ahead.
WEEKS = 52 * YEARS
FEED = 2_000
CALLS, CHANGES = 200, 40
# Who answers at the same time, as in the row of fitness challenges.
WRITERS = 64
# Goals: milliseconds for a month, the whole calendar and one that is as before; answers a second.
MONTH, WHOLE, SAME, ANSWERS = 5, 20, 1, 5_000


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: {TEAMS} teams of {MEMBERS}, {YEARS} years of practices")
        folder = data_folder(f"teams-{name}")
        with engine(name) as one, host(one, folder, *STILL) as running:
            teams = Teams(running, folder)
            found = report.on(name)
            found.add(row_of("month-on-10-teams", teams.month(), "ms"), Goal("value", most=MONTH))
            loads = {"": Load(running, running.url("/"), SCRIPTS / "answers.lua", (f"{AREA}/teams/", folder / "tokens", folder / "events"), WRITERS)}
            figures = alternate(loads, settings.rounds, settings.seconds)[""]
            found.add(row_of("answers", figures, "answers/s", running.megabytes()), Goal("value", least=ANSWERS))
            if name == "postgresql":
                # What the server does by itself within a minute after so many rows have come.
                one.ask(folder, "team-management", "vacuum analyze")
            whole, same = teams.feed()
            found.add(row_of(f"feed-of-{FEED}-events", whole, "ms"), Goal("value", most=WHOLE))
            found.add(row_of("feed-unchanged", same, "ms"), Goal("value", most=SAME))
        found.add(*team_changes.told(name, AREA, practice(None), STILL, settings.groups))


class Teams:
    """Ten teams of the same people, led by one account, with a practice every week; one of them has many events besides."""

    def __init__(self, running, folder):
        self.host = running
        ids = guests(running, MEMBERS, folder / "tokens")
        self.member = (folder / "tokens").read_text().split()[0]
        self.leader = signed_in(running, folder, "+4915100000001")
        events = []
        for number in range(TEAMS):
            team = self.call("POST", "/teams", {"name": f"Team {number}", "sport": "Soccer"})["team"]
            for account in ids:
                call(running, "PUT", f"/v1/groups/team-management/{team}/members/{account}", {}, self.leader)
            first = self.call("POST", f"/teams/{team}/events", practice(f"FREQ=WEEKLY;COUNT={WEEKS}"))["event"]
            events.append(f"{team}/events/{first}/answer\n")
        (folder / "events").write_text("".join(events))
        self.many = self.call("POST", "/teams", {"name": "Many events", "sport": "Soccer"})["team"]
        for _ in range(FEED // 500):
            self.one = self.call("POST", f"/teams/{self.many}/events", practice("FREQ=DAILY;COUNT=500"))["event"]

    def call(self, method, path, body=None):
        return call(self.host, method, AREA + path, body, self.leader)

    def month(self):
        """A month that lies two years ahead, as one of the members sees it."""
        caller, times = Caller(self), []
        for _ in range(CALLS):
            took, told = caller("GET", f"{AREA}/me/events?from=2026-09-01T00:00:00Z&to=2026-10-01T00:00:00Z", self.member)
            if len(told["items"]) < 4 * TEAMS:
                raise RuntimeError(f"a month has {len(told['items'])} events")
            times.append(took)
        return of_times(times, sorted(times)[CALLS // 2])

    def feed(self):
        """The calendar of very many events, written anew as one of them has changed, and asked for by its tag."""
        path = self.call("POST", f"/teams/{self.many}/feeds")["path"]
        connection = http.client.HTTPConnection("127.0.0.1", self.host.port)
        _, tag, text = read(connection, path, {}, 200)
        if text.count(b"BEGIN:VEVENT") != FEED:
            raise RuntimeError(f"the calendar has {text.count(b'BEGIN:VEVENT')} events")
        whole = []
        for number in range(CHANGES):
            change = {**practice(None), "description": f"Change {number}", "reach": "this"}
            self.call("PUT", f"/teams/{self.many}/events/{self.one}", change)
            took, tag, text = read(connection, path, {}, 200)
            if f"Change {number}".encode() not in text:
                raise RuntimeError("the calendar is not what it was changed to")
            whole.append(took)
        same = [read(connection, path, {"If-None-Match": tag}, 304)[0] for _ in range(CALLS)]
        return [of_times(times, sorted(times)[len(times) // 2]) for times in (whole, same)]


def read(connection, path, headers, status):
    """How many milliseconds an answer took, its tag and its body."""
    start = time.monotonic()
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read()
    took = (time.monotonic() - start) * 1000
    if answer.status != status:
        raise RuntimeError(f"{path} is answered {answer.status}")
    return took, answer.headers["ETag"], text


def practice(rule):
    return {
        "kind": "practice", "title": "Practice", "startsAt": "2024-08-20T16:00:00Z", "endsAt": "2024-08-20T17:30:00Z",
        "timeZone": "Europe/Berlin", "repeats": rule}


def signed_in(running, folder, phone):
    """The token of somebody with an account."""
    call(running, "POST", "/v1/auth/otp", {"phone": phone})
    for _ in range(100):
        lines = (folder / "deliveries.jsonl").read_text().split("\n") if (folder / "deliveries.jsonl").exists() else []
        codes = [message["code"] for message in map(json.loads, filter(None, lines[:-1])) if message["to"] == phone and "code" in message]
        if codes:
            body = {"phone": phone, "code": codes[-1], "acceptsTerms": True}
            return call(running, "POST", "/v1/auth/otp/verify", body)["token"]
        time.sleep(0.1)
    raise RuntimeError("no code comes")
