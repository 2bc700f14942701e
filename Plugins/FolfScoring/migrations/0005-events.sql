create table events (
  id text not null primary key,
  owner text not null,
  name text not null,
  about text not null,
  course text,
  course_name text not null,
  layout text not null,
  rounds integer not null,
  starts_at integer not null,
  gap integer,
  group_size integer not null,
  state text not null,
  is_public integer not null,
  league text,
  made_at integer not null
);
create index events_by_start on events (starts_at);
create index events_of_owner on events (owner);
create index events_of_league on events (league);
create table entrants (
  id text not null primary key,
  event text not null references events (id),
  account text,
  name text not null,
  division text not null,
  pool text not null,
  member_number integer,
  is_out integer not null,
  consents integer not null,
  entered_at integer not null
);
create index entrants_of_event on entrants (event, entered_at);
create unique index entrants_by_account on entrants (account, event);
create table event_cards (
  round text not null primary key references rounds (id),
  event text not null references events (id),
  number integer not null,
  tee_time integer not null,
  hole integer not null
);
create index event_cards_of_event on event_cards (event, number);
create table penalties (
  id text not null primary key,
  event text not null references events (id),
  number integer not null,
  entrant text not null,
  rule text not null,
  throws integer not null,
  note text not null,
  made_at integer not null
);
create index penalties_of_event on penalties (event);
create table submissions (
  round text not null references rounds (id),
  account text not null,
  submitted_at integer not null,
  primary key (round, account)
);
alter table rounds add column is_independent integer not null default 0;
alter table rounds add column complete_at integer;
create table leagues (
  id text not null primary key,
  owner text not null,
  name text not null,
  points text not null,
  made_at integer not null
);
create index leagues_of_owner on leagues (owner)
