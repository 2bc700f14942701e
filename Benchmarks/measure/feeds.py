"""Soccer predictions with 25,000 matches in the folder of the feed: what a look at it costs in which nothing is new, and how long it
takes to play the whole season by moving the clock."""

import datetime
import json
import shutil
import time

from .client import call
from .engines import engine, host
from .rows import Goal, Row, say
from .stage import STAGE, data_folder, write_json

TOKEN = "0123456789abcdef0123456789abcdef"
LEAGUES = ["en", "de", "es", "fr", "it", "nl", "pt", "be", "at", "ch", "gr", "tr", "pl", "cz", "ru", "ua", "hr", "rs", "se", "no", "dk", "fi"]
TIERS, TEAMS = 3, 20
FIRST = datetime.date(2024, 8, 17)
BEFORE, OPENED, IDLE_UNTIL, AFTER = ("2024-05-01T00:00:00Z", "2024-05-02T00:00:00Z", "2024-05-12T00:00:00Z", "2025-06-01T00:00:00Z")
POLL_SECONDS = 300
IDLE_POLLS = 10 * 86_400 // POLL_SECONDS


def measure(report, settings):
    folder = STAGE / "feed"
    matches = write_feed(folder)
    manifests = told_of(folder)
    for name in settings.engines:
        with engine(name) as one:
            data = data_folder(f"feeds-{name}")
            say(f"{name}: {matches:,} matches of {len(LEAGUES) * TIERS} leagues")
            with host(one, data, "--clock", BEFORE, "--clock-rate", "0", manifests=manifests,
                      environment={"FIELDHOUSE_CONSOLE_TOKEN": TOKEN}) as running:
                report.add(Row(f"{name}-start-with-{matches}-new-matches", running.milliseconds_to_ready, "ms"))
                moved(running, OPENED)
                took, cpu = moved(running, IDLE_UNTIL)
                report.add(Row(f"{name}-idle-poll", took / IDLE_POLLS, "ms", cpu / IDLE_POLLS), Goal("value", most=1))
                took, cpu = moved(running, AFTER)
                report.add(Row(f"{name}-season-of-{matches}", took, "ms", cpu), Goal("value", most=10_000))
            with host(one, data, "--clock", AFTER, "--clock-rate", "0", manifests=manifests,
                      environment={"FIELDHOUSE_CONSOLE_TOKEN": TOKEN}) as running:
                report.add(Row(f"{name}-start-with-{matches}-known-matches", running.milliseconds_to_ready, "ms"))


def moved(host, instant):
    """Milliseconds, and microseconds of processor time, until the clock is there."""
    before, began = host.cpu_seconds(), time.monotonic()
    call(host, "POST", "/v1/console/clock", {"advanceTo": instant}, TOKEN, 3600)
    return (time.monotonic() - began) * 1000, (host.cpu_seconds() - before) * 1e6


def told_of(folder):
    """The manifests, with the plugin told to read the folder."""
    manifests = STAGE / "feed-manifests"
    shutil.rmtree(manifests, ignore_errors=True)
    shutil.copytree(STAGE / "manifests", manifests)
    path = manifests / "soccer-predictions.json"
    manifest = json.loads(path.read_text())
    manifest["settings"] = {"feed": {"provider": "openfootball", "directory": str(folder), "pollSeconds": POLL_SECONDS}}
    write_json(path, manifest)
    return manifests


def write_feed(folder):
    """A season of each league, 38 rounds of 10 matches with results at half-time and the end; answers how many matches."""
    shutil.rmtree(folder, ignore_errors=True)
    count = 0
    for place, country in enumerate(LEAGUES):
        for tier in range(1, TIERS + 1):
            matches = league(f"{country.upper()}{tier}", place)
            count += len(matches)
            write_json(folder / "2024-25" / f"{country}.{tier}.json", {"name": f"League {country} {tier} 2024/25", "matches": matches})
    return count


def league(name, place):
    matches = []
    for number in range(2 * (TEAMS - 1)):
        day = FIRST + datetime.timedelta(days=7 * number + place % 2)
        for pair in range(TEAMS // 2):
            one, other = paired(number % (TEAMS - 1), pair)
            home, away = (one, other) if number < TEAMS - 1 else (other, one)
            matches.append({
                "round": f"Matchday {number + 1}", "date": day.isoformat(), "time": f"{13 + pair % 4 * 2}:{place % 2 * 30:02}",
                "team1": f"{name} Town {home}", "team2": f"{name} Town {away}",
                "score": {"ht": [home % 2, away % 2], "ft": [home % 3 + 1, away % 2]}})
    return matches


def paired(number, pair):
    """The teams of a match of a round by the circle method."""
    last, rest = TEAMS - 1, TEAMS - 1
    return (number, last) if pair == 0 else ((number + pair) % rest, (number - pair) % rest)
