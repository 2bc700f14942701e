create table shared_scores (
  share text not null primary key,
  account text not null,
  round text not null,
  shared_at integer not null,
  unique (account, round)
);
create index shared_scores_of_round on shared_scores (round)
