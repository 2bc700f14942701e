create table feed_calls (
  id integer primary key,
  made_at integer not null
);
create index feed_calls_by_time on feed_calls (made_at);
create table feed_documents (
  name text not null primary key,
  source text not null,
  version text not null,
  body text not null,
  fetched_at integer,
  claimed_until integer not null,
  held_until integer not null,
  failures integer not null,
  failure text
);
create index feed_documents_of_source on feed_documents (source, name);
create table feed_sources (
  source text not null primary key,
  held_until integer not null,
  failures integer not null
)
