create table activities (
  account text not null,
  id text not null,
  kind text not null,
  source text not null,
  evidence text not null,
  title text not null,
  start_at integer not null,
  end_at integer not null,
  seconds integer not null,
  steps integer not null,
  pushes integer not null,
  metres real not null,
  suspect text not null,
  has_route integer not null,
  revision integer not null,
  received_at integer not null,
  primary key (account, id)
);
create index activities_by_start on activities (account, start_at, id);
create table activity_routes (
  account text not null,
  activity text not null,
  points text not null,
  primary key (account, activity)
);
create table activity_places (
  account text not null,
  activity text not null,
  slot integer not null,
  cell text not null,
  primary key (account, activity, slot)
);
create index activity_places_by_time on activity_places (account, slot)
