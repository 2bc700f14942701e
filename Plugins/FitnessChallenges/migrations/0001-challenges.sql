create table challenges (
  id text not null primary key,
  coach text,
  is_personal integer not null,
  kind text not null,
  title text not null,
  about text not null,
  difficulty integer not null,
  zone text not null,
  start_day integer,
  length integer not null,
  grace_hours integer not null,
  team_size integer,
  may_found integer not null,
  rules text not null,
  is_listed integer not null,
  draw_seed integer not null,
  draws integer not null default 0,
  made_at integer not null
);
create index challenges_of_coach on challenges (coach, made_at);
create index challenges_listed on challenges (is_listed, made_at);
create table challenge_words (
  word text not null,
  challenge text not null references challenges (id),
  primary key (word, challenge)
);
create table teams (
  id text not null primary key,
  challenge text not null references challenges (id),
  name text not null,
  name_key text not null,
  place integer not null
);
create unique index teams_of_challenge on teams (challenge, place);
create unique index teams_by_name on teams (challenge, name_key);
create table draws (
  challenge text not null references challenges (id),
  number integer not null,
  candidates text not null,
  team text not null,
  primary key (challenge, number)
);
create table participants (
  id integer primary key,
  challenge text not null references challenges (id),
  account text,
  team text references teams (id),
  start_day integer not null,
  closes_at integer not null,
  joined_at integer not null,
  left_at integer,
  score integer not null default 0,
  holds integer not null default 0,
  standing text not null default '',
  logged_at integer,
  is_trophy_seen integer not null default 0
);
create unique index participants_by_account on participants (account, challenge);
create index participants_of_challenge on participants (challenge, id);
create index participants_of_team on participants (team);
create table entries (
  participant integer not null references participants (id),
  day integer not null,
  exercise text not null,
  entry text not null,
  said_at integer not null,
  thousandths integer not null,
  came_at integer not null,
  primary key (participant, day, exercise, entry, said_at, thousandths)
);
create table updates (
  id integer primary key,
  challenge text not null references challenges (id),
  words text not null,
  sent_at integer not null
);
create index updates_of_challenge on updates (challenge, id);
create table coach_requests (
  account text not null primary key,
  asked_at integer not null
);
create index coach_requests_by_time on coach_requests (asked_at)
