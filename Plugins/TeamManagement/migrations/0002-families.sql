alter table roster add column nickname text not null default '';
alter table roster add column school_year integer;
alter table roster add column member_type text not null default '';
create table guardians (
  team text not null,
  child text not null,
  guardian text not null,
  since integer not null,
  primary key (team, child, guardian)
);
create index guardians_by_guardian on guardians (guardian, team);
create index guardians_by_child on guardians (child);
alter table answers add column answered_by text;
create index answers_by_guardian on answers (answered_by);
create table answer_links (
  secret text not null primary key,
  event text not null references events (id),
  account text not null,
  sent_to text not null,
  created_at integer not null
);
create unique index answer_links_of_event on answer_links (event, account, sent_to);
create index answer_links_of_account on answer_links (account);
create index answer_links_to_account on answer_links (sent_to);
alter table events add column check_in text;
create unique index events_by_check_in on events (check_in);
create index events_by_time on events (starts_at);
alter table attendance add column checked_in_at integer;
alter table roster add column is_spare integer not null default 0;
create index roster_by_spare on roster (is_spare, team);
create table spare_calls (
  event text not null references events (id),
  account text not null,
  called_at integer not null,
  until_at integer not null,
  primary key (event, account)
);
create index spare_calls_of_account on spare_calls (account)
