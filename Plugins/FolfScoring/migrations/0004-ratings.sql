alter table rounds add column rated_at integer;
create index rounds_to_rate on rounds (state, rated_at, ended_at);
alter table players add column value integer;
create table ratings (
  account text not null primary key,
  mean real not null,
  variance real not null,
  rounds integer not null,
  rated_at integer not null
);
create table difficulties (
  course text not null,
  layout_name text not null,
  tee text not null,
  mean real not null,
  variance real not null,
  rounds integer not null,
  primary key (course, layout_name, tee)
)
