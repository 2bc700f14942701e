alter table challenges add column capacity integer;
alter table challenges add column cover text;
alter table challenges add column organisation text;
alter table challenges add column draws_at integer;
create index challenges_by_draw on challenges (draws_at);
create index challenges_by_cover on challenges (cover);
create table waiting_list (
  id integer primary key,
  challenge text not null references challenges (id),
  account text not null,
  asked_at integer not null
);
create unique index waiting_list_of_challenge on waiting_list (challenge, account);
create index waiting_list_of_account on waiting_list (account);
create table templates (
  id text not null primary key,
  coach text not null,
  name text not null,
  draft text not null,
  cover text,
  made_at integer not null
);
create index templates_of_coach on templates (coach, made_at);
create index templates_by_cover on templates (cover)
