create table team_places (
  team text not null primary key,
  town text not null,
  latitude real not null,
  longitude real not null
);
create table operator_figures (
  name text not null primary key,
  figure integer not null
)
