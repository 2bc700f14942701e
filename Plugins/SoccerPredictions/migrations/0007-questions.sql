create table bonus_questions (
  id text not null primary key,
  team text not null,
  season text not null,
  kind text not null,
  question text not null,
  options text not null,
  points integer not null,
  round text not null,
  closes_at integer not null,
  answer text,
  made_at integer not null
);
create index bonus_questions_of_team on bonus_questions (team, season);
create table bonus_answers (
  question text not null,
  account text not null,
  answer text not null,
  given_at integer not null,
  primary key (question, account)
);
create index bonus_answers_of_account on bonus_answers (account);
