create table day_sums (
  participant integer not null references participants (id),
  exercise text not null,
  day integer not null,
  total integer not null,
  most integer not null,
  entries integer not null,
  primary key (participant, exercise, day)
);
alter table participants add column is_summed integer not null default 0;
alter table participants add column is_shown integer not null default 0;
update participants set is_shown = 1 where id in (select participant from evidence)
