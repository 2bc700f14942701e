create table items (
  id bigint primary key,
  value text not null
);
