alter table predictions add column fun integer;
create index favourites_of_thing on favourites (kind, id, account);
create table closings (
  match text not null primary key,
  closes_at integer not null,
  is_shut integer not null default 0,
  is_told integer not null default 0
);
create table challenges (
  one text not null,
  other text not null,
  challenger text not null,
  state text not null,
  leagues text not null,
  asked_at integer not null,
  primary key (one, other)
);
create index challenges_of_other on challenges (other);
create table group_leagues (
  team text not null,
  league text not null,
  added_at integer not null,
  primary key (team, league)
);
create table popular_leagues (
  league text not null primary key,
  place integer not null
);
create table broadcasts (
  match text not null primary key,
  address text not null
)
