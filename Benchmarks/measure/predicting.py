"""Soccer predictions in the last minute before they close, and the tables as they stand while a goal falls every second."""

import shutil

from .client import call
from .codes import accounts
from .engines import engine, host
from .feeds import told_of
from .loads import Load
from .rows import Goal, row_of, say
from .stage import STAGE, data_folder, write_json
from .world import SCRIPTS

TOKEN = "0123456789abcdef0123456789abcdef"
# Predictions close 15 minutes before kick-off, at 14:00 UTC; a minute of the match passes in a second.
SIGN_UP, LAST_MINUTE, UNDER_WAY, RATE = ("2024-08-16T12:00:00Z", "2024-08-17T13:44:00Z", "2024-08-17T14:05:00Z", 60)
MATCH = "en.1_2024-25_matchday-1_town-0_town-1"
AREA = "/v1/soccer-predictions"
SCORE = '{"home": {one}, "away": {two}, "scorers": []}'
TEAMS, PEOPLE, GROUP = 20, 400, 20
# So many phones predict at once: a set is half of those who wait.
PHONES = 64
# Goals: predictions a second, and tables a second.
PREDICTIONS, TABLES = 8_000, 15_000


def measure(report, settings):
    folder = STAGE / "minute"
    write_feed(folder)
    manifests = told_of(folder)
    for name in settings.engines:
        with engine(name) as one:
            data = data_folder(f"predicting-{name}")
            say(f"{name}: {PEOPLE} people predict, {GROUP} of them in a group")
            with opened(one, data, manifests, SIGN_UP, 0) as running:
                tokens = accounts(running, data, "+49153", PEOPLE)
                (data / "tokens").write_text("".join(f"{token}\n" for token in tokens))
                (data / "members").write_text("".join(f"{token}\n" for token in tokens[:GROUP]))
                group = grouped(running, tokens[:GROUP])
            with opened(one, data, manifests, LAST_MINUTE, 0) as running:
                path = f"{AREA}/matches/{MATCH}/prediction"
                load = Load(running, running.url(path), SCRIPTS / "puts.lua", (path, SCORE, data / "tokens"), PHONES)
                found = load.run(settings.seconds)
                report.add(row_of(f"{name}-predictions-in-the-last-minute", found, "predictions/s"), Goal("value", least=PREDICTIONS))
            for kind, path in {
                "league-table": f"{AREA}/leagues/en.1/standings?view=live",
                "group-table": f"{AREA}/groups/{group}/board?league=en.1&view=live",
            }.items():
                with opened(one, data, manifests, UNDER_WAY, RATE) as running:
                    goals = scored(running)
                    load = Load(running, running.url(path), SCRIPTS / "viewers.lua", (path, data / "members"))
                    found = load.run(settings.seconds)
                    fell = scored(running) - goals
                    if fell < settings.seconds - 1:
                        raise RuntimeError(f"{fell} goals fell in {settings.seconds} s")
                    report.add(row_of(f"{name}-live-{kind}", found, "answers/s"), Goal("value", least=TABLES))


def opened(one, data, manifests, instant, rate):
    return host(one, data, "--clock", instant, "--clock-rate", str(rate), manifests=manifests,
                environment={"FIELDHOUSE_CONSOLE_TOKEN": TOKEN})


def grouped(running, tokens):
    """The id of a group of people, of whom the first has made it."""
    made = call(running, "POST", "/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": "Everybody"}, tokens[0])["id"]
    for token in tokens[1:]:
        person = call(running, "GET", "/v1/me", None, token)["id"]
        call(running, "PUT", f"/v1/groups/soccer-predictions/{made}/members/{person}", None, tokens[0])
    return made


def scored(running):
    """The goals of the match that have fallen."""
    score = call(running, "GET", f"{AREA}/matches/{MATCH}")["score"]
    return score["home"] + score["away"]


def write_feed(folder):
    """A round of a league: one match has a goal in every minute, the others none."""
    shutil.rmtree(folder, ignore_errors=True)
    matches = []
    for home in range(0, TEAMS, 2):
        match = {"round": "Matchday 1", "date": "2024-08-17", "time": "15:00", "team1": f"Town {home}", "team2": f"Town {home + 1}",
                 "score": {"ht": [0, 0], "ft": [0, 0]}}
        if not home:
            odd = [{"name": "Ann Archer", "minute": minute} for minute in range(1, 91, 2)]
            even = [{"name": "Bo Baker", "minute": minute} for minute in range(2, 91, 2)]
            match |= {"score": {"ht": [23, 22], "ft": [45, 45]}, "goals1": odd, "goals2": even}
        matches.append(match)
    write_json(folder / "2024-25" / "en.1.json", {"name": "English Premier League 2024/25", "matches": matches})
