create table seasons (
  season text not null primary key,
  league text not null,
  fingerprint text not null
);
create table matches (
  id text not null primary key,
  season text not null,
  state text not null,
  source text not null,
  facts text not null
);
create index matches_of_season on matches (season, id);
create table match_aliases (
  alias text not null primary key,
  match text not null
);
create index aliases_of_match on match_aliases (match);
create table team_aliases (
  spelling text not null primary key,
  team text not null
);
create index spellings_of_team on team_aliases (team);
create table player_aliases (
  spelling text not null primary key,
  player text not null,
  name text not null
);
create table doubts (
  id text not null primary key,
  kind text not null,
  season text not null,
  one text not null,
  other text not null,
  turned integer not null,
  asked_at integer not null,
  decision text
);
create index doubts_open on doubts (decision, asked_at);
create table changes (
  id integer primary key,
  kind text not null,
  thing text not null,
  made_at integer not null
)
