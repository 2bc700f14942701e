"""What companion apps and the people of walking clubs have left behind before a day is closed, in SQL that every engine understands."""

import json

from .engines import ACCOUNT, SCATTERED

# 17 August 2024, counted from 1970-01-01.
DAY = 19_952
SEASON, LARGE = "2024-25", "2023-24"
MOST_CLUBS = 10_000
END = (DAY + 1) * 86_400_000

# One walk of 100 steps a minute, as a day is kept.
LINE = json.dumps({"lines": [{"activity": {
    "id": "walk-0123456789", "kind": "walk", "source": "gps", "evidence": "track", "start": END - 36_000_000, "end": END - 34_200_000,
    "seconds": 1800, "steps": 3000, "pushes": 0, "metres": 2250, "hasRoute": True, "received": END - 34_200_000, "suspect": [], "overlap": 0,
}, "counted": 3000}]})

SUMS = f"""
select (select count(*) from day_points where day = {DAY}), (select cast(sum(points) as bigint) from day_points where day = {DAY}),
  (select cast(sum(points) as bigint) from member_seasons where season = '{SEASON}'),
  (select cast(sum(points) as bigint) from club_seasons where season = '{SEASON}');
"""


def devices(hashes):
    """A companion app for each of the hashes of tokens, each of somebody else."""
    rows = ", ".join(f"('device-{number}', 'p{number:020d}', 'Phone', '{one}', 0, 0, 0)" for number, one in enumerate(hashes))
    return f"insert into device_tokens (id, account, name, hash, made_at, day, taken) values {rows};"


def world(engine, people, clubs):
    """So many people with a session each, who walk for clubs that are as good as equally large; the season before has all clubs."""
    club, crew, day = f"'club-' || (n % {clubs})", f"'crew-' || (n % {clubs})", DAY * 86_400_000
    return f"""
insert into seasons (season, title, first_day, last_day, rules, version) values
  ('{SEASON}', '2024/25', {DAY - 16}, {DAY + 300}, '{{}}', 1), ('{LARGE}', '2023/24', {DAY - 400}, {DAY - 50}, '{{}}', 1);
insert into clubs (club, association, name, country, members)
select 'club-' || n, 'league', 'Club ' || n, 'NL', 100 from {engine.numbers(MOST_CLUBS)};
insert into crews (crew, club, name, members)
select 'crew-' || n, 'club-' || n, 'Walkers', 100 from {engine.numbers(MOST_CLUBS)};
insert into club_seasons (season, club, country, points, walkers, average, improvement)
select '{LARGE}', 'club-' || n, 'NL', {SCATTERED}, 100, {SCATTERED}, 0 from {engine.numbers(MOST_CLUBS)};
insert into walkers (account, club, crew) select {ACCOUNT}, {club}, {crew} from {engine.numbers(people)};
insert into stays (account, from_at, club, crew) select {ACCOUNT}, {day}, {club}, {crew} from {engine.numbers(people)};
insert into sessions (account, day, club, crew, ends_at, steps, counted, metres, seconds, gross, active, has_route, lines, version, reckoned_at)
select {ACCOUNT}, {DAY}, {club}, {crew}, {END}, (n % 9 + 1) * 1000, (n % 9 + 1) * 1000, 2250, 1800, 120, 90, 1,
  '{LINE}', 1, {day} from {engine.numbers(people)};
insert into closings (club, day, due_at) select 'club-' || n, {DAY}, {END} from {engine.numbers(clubs)};
"""
