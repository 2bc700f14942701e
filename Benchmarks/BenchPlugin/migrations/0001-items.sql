create table items (
  id integer primary key,
  value text not null
);
