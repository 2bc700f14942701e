create table courses (
  id text not null primary key,
  owner text not null,
  name text not null,
  layouts text not null,
  created_at integer not null
);
create index courses_of_owner on courses (owner);
create table rounds (
  id text not null primary key,
  code text,
  host text,
  state text not null,
  course text,
  course_name text not null,
  layout_name text not null,
  layout text not null,
  game text not null,
  version integer not null,
  created_at integer not null,
  touched_at integer not null,
  started_at integer,
  ended_at integer
);
create unique index rounds_by_code on rounds (code);
create index rounds_of_host on rounds (host);
create index rounds_by_course on rounds (course, layout_name, state);
create table players (
  id text not null primary key,
  round text not null references rounds (id),
  account text,
  name text not null,
  added_by text,
  place integer not null,
  throws integer not null default 0,
  to_par integer not null default 0,
  holes integer not null default 0,
  is_complete integer not null default 0,
  is_out integer not null default 0,
  signed_at integer,
  signed_version integer not null default 0
);
create unique index players_by_account on players (account, round);
create index players_of_round on players (round, place);
create index players_by_adder on players (added_by);
create table entries (
  round text not null references rounds (id),
  id text not null,
  player text not null references players (id),
  hole integer not null,
  value integer not null,
  base text not null,
  author text,
  device text not null,
  entered_at integer not null,
  version integer not null,
  primary key (round, id)
);
create index entries_by_version on entries (round, version);
create index entries_of_player on entries (player, hole);
create index entries_by_author on entries (author)
