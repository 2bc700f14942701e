create table logos (
  id text not null primary key,
  media_type text not null,
  picture text not null
);
create table given_logos (
  kind text not null,
  thing text not null,
  logo text not null,
  primary key (kind, thing)
)
