create table imports (
  account text not null,
  id text not null,
  name text not null,
  kind text not null,
  bytes integer not null,
  came integer not null,
  parts integer not null,
  state text not null,
  phase text not null,
  added integer not null,
  known integer not null,
  refusals text not null,
  made_at integer not null,
  primary key (account, id)
);
create table import_samples (
  account text not null,
  import text not null,
  bucket integer not null,
  source text not null,
  is_said integer not null,
  measure integer not null,
  start_at integer not null,
  end_at integer not null,
  value real not null,
  primary key (account, import, bucket, source, is_said, measure, start_at, end_at, value)
);
create table device_tokens (
  id text not null primary key,
  account text not null,
  name text not null,
  hash text not null,
  made_at integer not null,
  used_at integer,
  day integer not null,
  taken integer not null
);
create unique index device_tokens_by_hash on device_tokens (hash);
create index device_tokens_of_account on device_tokens (account, made_at)
