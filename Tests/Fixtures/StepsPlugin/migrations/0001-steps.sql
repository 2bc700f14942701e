create table activities (
  id text not null primary key, account text not null, start integer not null, body text not null
);
create index activities_of_account on activities (account, start);
create table places (account text not null, cell text not null, start integer not null, ends integer not null);
create index places_of_account on places (account, start);
create table silences (name text not null primary key)
