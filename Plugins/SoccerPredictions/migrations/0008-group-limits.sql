create table group_limits (
  team text not null primary key
)
