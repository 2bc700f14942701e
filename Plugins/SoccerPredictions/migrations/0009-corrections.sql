alter table settlements add column facts text;
create index scoring_rules_of_season on scoring_rules (season, owner);
create index bonus_questions_of_season on bonus_questions (season, team)
