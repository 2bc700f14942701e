create table predictions (
  match text not null,
  account text not null,
  season text not null,
  home integer not null,
  away integer not null,
  scorers text not null,
  created_at integer not null,
  updated_at integer not null,
  points integer,
  exact integer not null default 0,
  correct integer not null default 0,
  primary key (match, account)
);
create index predictions_by_account on predictions (account, season);
create table settlements (
  match text not null primary key,
  settled_as text not null
);
create table favourites (
  account text not null,
  kind text not null,
  id text not null,
  created_at integer not null,
  primary key (account, kind, id)
);
