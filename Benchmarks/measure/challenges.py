"""A fitness challenge of very many people: logging exercise with points and boards, one's own view, the coach's list, and the end."""

import json
import statistics
import time

from .client import call
from .codes import accounts
from .engines import ACCOUNT, engine, host
from .figures import of_times
from .groups import Caller
from .loads import Load
from .rows import Goal, Row, row_of, say
from .stage import data_folder
from .world import PEOPLE, SCRIPTS

TOKEN = "operator-of-the-benchmark-of-challenges-0123456789"
# What else the host does meanwhile is done before the end is measured.
NOW, BEFORE, ENDED = "2025-08-15T12:00:00Z", "2025-08-25T23:59:59Z", "2025-08-26T00:00:01Z"
DAY, DAYS = "2025-08-15", 10
# Counted from 1970-01-01, and when the last day can be written down no more.
FIRST_DAY, CLOSES = 20_315, 1_756_166_400_000
# Who logs and looks; each has at most 200 entries a day.
ATHLETES = 400
CALLS = 200
# Who writes something down at the same time: while one set of them is on its way, as many again wait for the next.
WRITERS = 64
# Goals: entries a second, milliseconds of one's own view, of the coach's list, and until the end is settled.
ENTRIES, VIEW, LIST, END = 4_000, 2, 20, 5_000
AREA = "/v1/fitness-challenges"
STANDING = '{{"holds":false,"met":[false],"scores":[3000],"totals":[3000]}}'
MEMBERS = f"""
insert into participants (challenge, account, start_day, closes_at, joined_at, score, standing, logged_at)
select '{{challenge}}', {ACCOUNT}, {FIRST_DAY}, {CLOSES}, 0, 1000 + n % 19000, '{STANDING}', 1 from {{numbers}};
insert into entries (participant, day, exercise, entry, said_at, thousandths, came_at)
select id, {FIRST_DAY}, 'e1', 'one', 0, score, 0 from participants where challenge = '{{challenge}}' and score > 0;
insert into fieldhouse_board_entries (board, season, partition, account, score, t1, t2, t3, achieved_at)
select 'points', 'all', '{{challenge}}', {ACCOUNT}, 1000 + n % 19000, 0, 0, 0, 0 from {{numbers}};
insert into fieldhouse_group_members (group_id, account, kind, since)
select '{{challenge}}', {ACCOUNT}, 'challenge', 0 from {{numbers}};
insert into fieldhouse_grants (account, kind, thing, role)
select {ACCOUNT}, 'challenge', '{{challenge}}', 'participant' from {{numbers}};
"""


def measure(report, settings):
    for name in settings.engines:
        with engine(name) as one:
            folder = data_folder(f"challenges-{name}")
            options = ("--clock", NOW, "--clock-rate", "0")
            environment = {"FIELDHOUSE_CONSOLE_TOKEN": TOKEN}
            with host(one, folder, *options, environment=environment) as running:
                tokens = signed_in(running, folder)
                challenge = made(running, tokens)
            say(f"{name}: a challenge of {settings.members:,} people")
            numbers = one.numbers(settings.members)
            one.ask(folder, "accounts", PEOPLE.format(numbers=numbers))
            one.ask(folder, "fitness-challenges", MEMBERS.format(numbers=numbers, challenge=challenge))
            if name == "postgresql":
                one.ask(folder, "fitness-challenges", "analyze")
            with host(one, folder, *options, environment=environment) as running:
                for row, *goals in rows(one, running, challenge, tokens, settings):
                    report.add(row, *goals)


def signed_in(running, folder):
    """The sessions of a coach, who is the first, and of athletes."""
    tokens = accounts(running, folder, "+49152", ATHLETES + 1)
    for number, token in enumerate(tokens):
        call(running, "PUT", f"{AREA}/me/{'athlete' if number else 'coach'}", None, token)
    (folder / "tokens").write_text("".join(f"{token}\n" for token in tokens[1:]))
    return tokens


def made(running, tokens):
    """The id of a challenge, which the athletes have joined."""
    body = {"kind": "individual", "title": "Everybody runs", "difficulty": 4, "days": DAYS, "start": DAY, "zone": "UTC",
            "exercises": [{"name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 20"}]}
    challenge = call(running, "POST", f"{AREA}/challenges", body, tokens[0])["id"]
    for token in tokens[1:]:
        call(running, "POST", f"{AREA}/challenges/{challenge}/join", {}, token)
    return challenge


def rows(one, running, challenge, tokens, settings):
    """The rows with their goals; the end comes last."""
    path, name = f"{AREA}/challenges/{challenge}", one.name
    size = settings.members
    entries = f"{path}/days/{DAY}/exercises/e1/entries/{{new}}"
    load = Load(running, running.url(path), SCRIPTS / "puts.lua", (entries, '{"value": {one}}', running.data / "tokens"), WRITERS)
    yield row_of(f"{name}-log-entry", load.run(settings.seconds), "entries/s", running.megabytes()), Goal("value", least=ENTRIES)
    call_ = type("World", (), {"host": running})
    yield timed(f"{name}-own-view-of-{size}", call_, path, tokens[1:], lambda told: told["me"]), Goal("p99", most=VIEW)
    athletes = f"{path}/athletes?limit=50"
    yield timed(f"{name}-coach-list-of-{size}", call_, athletes, tokens[:1], lambda told: len(told["items"]) == 50), Goal("p99", most=LIST)
    call(running, "POST", "/v1/console/clock", {"advanceTo": BEFORE}, TOKEN, 600)
    began = time.monotonic()
    call(running, "POST", "/v1/console/clock", {"advanceTo": ENDED}, TOKEN, 600)
    totals = call(running, "GET", f"{path}/totals", None, tokens[0], 600)
    took = (time.monotonic() - began) * 1000
    settled = totals["passed"] + totals["failed"]
    row = Row(f"{name}-end-settled-of-{size}", took, "ms")
    if totals["running"] or settled != size + ATHLETES:
        row.failure = f"of {size + ATHLETES} people the end says {json.dumps(totals)}"
    yield row, Goal("value", most=END)


def timed(name, world, path, tokens, checks):
    """Calls of a path one after the other, each answer looked at."""
    caller, times = Caller(world), []
    for number in range(CALLS):
        took, told = caller("GET", path, tokens[number % len(tokens)])
        if not checks(told):
            raise RuntimeError(f"{path} is answered {told}")
        times.append(took)
    return row_of(name, of_times(times, statistics.median(times)), "ms")
