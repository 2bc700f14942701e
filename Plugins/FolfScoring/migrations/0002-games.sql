alter table rounds add column game_of text;
alter table rounds add column number integer not null default 1;
alter table rounds add column next text;
create index rounds_of_game on rounds (game_of);
create index rounds_by_state on rounds (state, touched_at);
alter table players add column seat text;
alter table players add column claim text;
alter table players add column claim_until integer;
create unique index players_by_claim on players (claim);
create table invitations (
  round text not null references rounds (id),
  account text not null,
  inviter text not null,
  made_at integer not null,
  primary key (round, account)
);
create index invitations_of_account on invitations (account);
create index invitations_by_inviter on invitations (inviter);
create index rounds_by_next on rounds (next);
alter table courses add column latitude real;
alter table courses add column longitude real
