create table team_log (
  id integer primary key,
  team text not null,
  actor text,
  kind text not null,
  account text,
  subject text not null,
  noted_at integer not null
);
create index log_of_team on team_log (team, id);
create index log_by_actor on team_log (actor);
create index log_of_account on team_log (account);
create table emergency_cards (
  team text not null,
  account text not null,
  contact text not null,
  phone text not null,
  notes text not null,
  consented_at integer not null,
  primary key (team, account)
);
create index emergency_cards_of_account on emergency_cards (account);
create table substitutes (
  team text not null,
  account text not null,
  named_by text,
  until_at integer not null,
  primary key (team, account)
);
create index substitutes_by_end on substitutes (until_at);
create index substitutes_of_account on substitutes (account);
create index substitutes_by_admin on substitutes (named_by);
alter table events add column asked_at integer;
alter table events add column deadline_at integer not null default 0;
update events set deadline_at = starts_at - deadline_minutes * 60000;
create index events_to_ask on events (asked_at, deadline_at);
create table formulas (
  team text not null,
  name text not null,
  formula text not null,
  place integer not null,
  primary key (team, name)
);
create table leagues (id text not null primary key, name text not null, code text not null);
create unique index leagues_by_code on leagues (code);
create table league_teams (
  league text not null references leagues (id),
  team text not null,
  joined_at integer not null,
  primary key (league, team)
);
create index leagues_of_team on league_teams (team);
create table league_games (
  id text not null primary key,
  league text not null references leagues (id),
  home text not null,
  away text not null,
  home_score integer not null,
  away_score integer not null,
  day text not null
);
create index games_of_league on league_games (league, day)