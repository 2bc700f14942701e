create table teams (
  team text not null primary key,
  sport text not null,
  organisation text,
  wins integer not null default 0,
  losses integer not null default 0,
  ties integer not null default 0
);
create index teams_of_organisation on teams (organisation);
create table organisations (organisation text not null primary key, location text not null);
create table roster (
  team text not null,
  account text not null,
  position text not null,
  number integer,
  primary key (team, account)
);
create index roster_of_account on roster (account);
create unique index roster_numbers on roster (team, number);
create table biographies (
  id integer primary key,
  team text not null,
  account text not null,
  text text not null,
  author text,
  written_at integer not null
);
create index biographies_of_member on biographies (team, account, id);
create index biographies_of_account on biographies (account);
create index biographies_by_author on biographies (author);
create table fields (team text not null, name text not null, place integer not null, primary key (team, name));
create table figures (
  team text not null,
  account text not null,
  field text not null,
  value real not null,
  primary key (team, account, field)
);
create index figures_of_account on figures (account);
create table records (
  id text not null primary key,
  team text not null,
  account text,
  title text not null,
  value text not null,
  day text,
  created_at integer not null
);
create index records_of_team on records (team, created_at);
create index records_of_account on records (account);
create table series (id text not null primary key, team text not null, rule text not null, time_zone text not null);
create index series_of_team on series (team);
create table events (
  id text not null primary key,
  team text not null,
  series text,
  kind text not null,
  title text not null,
  starts_at integer not null,
  ends_at integer not null,
  time_zone text not null,
  planned_at integer not null,
  details text not null,
  changed text not null,
  capacity integer,
  deadline_minutes integer not null,
  minimum_age integer,
  is_cancelled integer not null default 0,
  version integer not null,
  answer_count integer not null default 0,
  changed_at integer not null
);
create index events_of_team on events (team, starts_at);
create index events_of_series on events (series, planned_at);
create table event_contacts (event text not null, account text not null, primary key (event, account));
create index contacts_of_account on event_contacts (account);
create table answers (
  event text not null references events (id),
  account text not null,
  reply text not null,
  note text not null,
  place integer not null,
  answered_at integer not null,
  primary key (event, account)
);
create index answers_in_order on answers (event, reply, place);
create index answers_of_account on answers (account);
create table seen (
  event text not null references events (id),
  account text not null,
  version integer not null,
  seen_at integer not null,
  primary key (event, account)
);
create index seen_by_account on seen (account);
create table attendance (
  event text not null references events (id),
  account text not null,
  team text not null,
  own text,
  own_at integer,
  ruling text,
  ruled_by text,
  ruled_at integer,
  primary key (event, account)
);
create index attendance_of_member on attendance (team, account);
create index attendance_of_account on attendance (account);
create index attendance_by_admin on attendance (ruled_by);
create table feeds (
  id text not null primary key,
  secret text not null,
  account text not null,
  team text,
  created_at integer not null
);
create unique index feeds_by_secret on feeds (secret);
create index feeds_of_account on feeds (account, created_at);
create index feeds_of_team on feeds (team, account)
