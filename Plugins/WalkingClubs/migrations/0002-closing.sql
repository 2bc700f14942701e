drop index closings_by_due;
create index closings_by_day on closings (due_at, day, club);
drop index day_points_of_season;
drop index member_seasons_of_account
