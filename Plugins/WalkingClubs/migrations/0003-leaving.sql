alter table crews add column is_archived integer not null default 0;
create table left_weeks (
  club text not null,
  first_day integer not null,
  points integer not null,
  walkers integer not null,
  primary key (club, first_day)
)
