alter table events add column is_all_day integer not null default 0
