"""Predictions and their settling in bare SQL that every engine understands."""

from .engines import ACCOUNT, ENTRIES

SEASON = "en.1_2024-25"
MATCH = f"{SEASON}_matchday-1_chelsea-fc_manchester-city-fc"

# Tables of the same shape as the plugin's and the host's.
TABLES = f"""
create table predictions (
  match text not null, account text not null, season text not null, home integer not null, away integer not null,
  scorers text not null, created_at bigint not null, updated_at bigint not null, points bigint,
  exact integer not null default 0, correct integer not null default 0, primary key (match, account));
create index predictions_by_account on predictions (account, season);
create table results (match text primary key, home integer not null, away integer not null);
{ENTRIES.format(suffix="")}"""

# Three points for the win, two more for the score.
SETTLE = """
begin;
update predictions set
  points = case when predictions.home = results.home and predictions.away = results.away then 5
    when (predictions.home > predictions.away) = (results.home > results.away)
      and (predictions.home < predictions.away) = (results.home < results.away) then 3 else 0 end,
  exact = case when predictions.home = results.home and predictions.away = results.away then 1 else 0 end,
  correct = case when (predictions.home > predictions.away) = (results.home > results.away)
    and (predictions.home < predictions.away) = (results.home < results.away) then 1 else 0 end
from results where predictions.match = results.match;
insert into entries
select 'league', 'all', season, account, coalesce(sum(points), 0), sum(exact), sum(correct), 0, 1,
  '{"predictions":' || count(*) || '}'
from predictions where account in (select account from predictions where match in (select match from results))
group by account, season
on conflict (board, season, partition, account) do update set score = excluded.score, t1 = excluded.t1,
  t2 = excluded.t2, achieved_at = excluded.achieved_at, details = excluded.details;
commit;
"""

GIVEN = """
select (select cast(sum(points) as bigint) from predictions), (select sum(exact) from predictions),
  (select sum(correct) from predictions), count(*), cast(sum(score) as bigint), cast(sum(t1) as bigint),
  cast(sum(t2) as bigint) from {entries} where board = 'league';
"""


def predictions(engine, matches, people):
    """So many people predict each of the matches."""
    listed = " union all ".join(f"select '{match}' as match" for match in matches)
    return f"""
insert into predictions (match, account, season, home, away, scorers, created_at, updated_at)
select matches.match, {ACCOUNT}, '{SEASON}', n % 4, n / 4 % 4, '', 0, 0
from {engine.numbers(people)} cross join ({listed}) as matches where true;
"""


def results(found):
    """The results of the matches that are settled next, in place of those before."""
    rows = ", ".join(f"('{match}', {score['home']}, {score['away']})" for match, score in found.items())
    return f"delete from results; insert into results values {rows};"
