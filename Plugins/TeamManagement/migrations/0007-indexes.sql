drop index answers_in_order;
drop index events_of_team;
create index events_of_team on events (team, starts_at, version, changed_at, minimum_age)
