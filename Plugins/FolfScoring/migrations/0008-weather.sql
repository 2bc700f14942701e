create table round_weather (
  round text not null primary key,
  temperature integer not null,
  wind integer not null,
  rain integer not null,
  noted_at integer not null
)
