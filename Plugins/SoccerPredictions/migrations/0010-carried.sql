alter table scoring_rules add column carried_from text;
create table carried_seasons (
  season text not null primary key,
  carried_at integer not null
)
