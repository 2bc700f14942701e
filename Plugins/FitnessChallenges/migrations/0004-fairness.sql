alter table challenges add column group_score integer not null default 0;
alter table participants add column level integer not null default 2;
alter table participants add column waits integer not null default 0;
alter table participants add column shown_score integer not null default 0;
alter table participants add column measured_score integer not null default 0;
create index participants_by_score on participants (challenge, score);
create table level_draws (
  challenge text not null references challenges (id),
  number integer not null,
  teams text not null,
  people text not null,
  drawn text not null,
  primary key (challenge, number)
);
create table evidence (
  participant integer not null references participants (id),
  day integer not null,
  exercise text not null,
  entry text not null,
  activity text,
  shown text not null,
  photo text,
  ruling text not null,
  reason text not null,
  ruled_at integer,
  ruled_thousandths integer not null,
  appeal text not null,
  appealed_at integer,
  primary key (participant, day, exercise, entry)
);
create index evidence_by_activity on evidence (participant, exercise, activity);
create index evidence_by_photo on evidence (photo);
create table proof_keys (
  id text not null primary key,
  secret text not null,
  made_at integer not null
)
