alter table feed_sources add column change integer not null default 0
