create table group_foundings (
  founder text not null,
  founding text not null,
  team text not null,
  founded_at integer not null,
  primary key (founder, founding)
);
create index group_foundings_by_time on group_foundings (founded_at);
create table group_guests (
  inviter text not null,
  founding text not null,
  account text not null,
  came_at integer not null,
  primary key (inviter, founding, account)
);
create index group_guests_of_account on group_guests (account);
create index group_guests_by_time on group_guests (came_at)
