alter table entrants add column has_won_playoff integer not null default 0
