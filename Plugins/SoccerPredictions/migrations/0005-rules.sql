alter table predictions add column joker integer not null default 0;
create table scoring_rules (
  owner text not null,
  season text not null,
  number integer not null,
  round text not null,
  begins_at integer not null,
  rule text not null,
  made_at integer not null,
  primary key (owner, season, number)
);
