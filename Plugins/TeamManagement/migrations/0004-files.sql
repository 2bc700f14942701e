create table attachments (
  event text not null references events (id),
  name text not null,
  team text not null,
  type text not null,
  size integer not null,
  content blob not null,
  added_by text,
  added_at integer not null,
  primary key (event, name)
);
create index attachments_of_team on attachments (team);
create index attachments_by_member on attachments (added_by)
