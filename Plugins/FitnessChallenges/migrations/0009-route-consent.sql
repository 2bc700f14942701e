create table route_consents (
  account text not null primary key,
  given_at integer not null
);
alter table activities add column route_left_out integer not null default 0;
alter table imports add column routes_left_out integer not null default 0
