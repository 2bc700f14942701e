alter table rounds add column games text not null default '[]';
update rounds set games = '[{"kind":"' || game || '"}]';
alter table rounds drop column game;
alter table rounds add column format text not null default 'own';
alter table rounds add column passkey text;
alter table players add column tee text not null default 'red';
alter table players add column team integer;
alter table players add column handicap integer not null default 0;
alter table players add column card_name text not null default '';
alter table players add column line text not null default '';
alter table entries add column mark text not null default 'throws';
create table profiles (
  account text not null primary key,
  card_name text not null,
  tee text not null,
  shortcuts text not null
);
create table favourites (
  account text not null,
  course text not null,
  primary key (account, course)
);
create table discs (
  account text not null,
  number integer not null,
  name text not null,
  kind text not null,
  added_at integer not null,
  is_gone integer not null default 0,
  primary key (account, number)
);
create table photos (
  id text not null primary key,
  round text not null references rounds (id),
  account text not null,
  file text not null,
  hole integer not null,
  taken_at integer not null
);
create index photos_of_round on photos (round, taken_at);
create index photos_of_account on photos (account);
create table file_names (
  record text not null,
  file text not null,
  primary key (record, file)
);
create index file_names_by_file on file_names (file);
alter table courses add column about text not null default '';
alter table courses add column tee_type text not null default '';
alter table courses add column basket_type text not null default '';
alter table courses add column photo text;
alter table courses add column is_shared integer not null default 0;
alter table courses add column version integer not null default 1;
create index courses_by_sharing on courses (is_shared);
create table proposals (
  id text not null primary key,
  course text not null,
  author text not null,
  made_at integer not null,
  base_version integer not null,
  course_name text not null,
  content text not null,
  note text not null,
  state text not null,
  reason text not null default '',
  decided_at integer
);
create index proposals_by_state on proposals (state, made_at);
create index proposals_of_author on proposals (author)
