create table season_aliases (
  alias text not null primary key,
  season text not null
)
