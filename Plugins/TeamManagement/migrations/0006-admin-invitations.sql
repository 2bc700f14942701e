create table admin_invitations (
  team text not null,
  account text not null,
  inviter text not null,
  invited_at integer not null,
  expires_at integer not null,
  accepted_at integer,
  by_operator integer not null default 0,
  primary key (team, account)
);
create index admin_invitations_of_account on admin_invitations (account);
create index admin_invitations_by_inviter on admin_invitations (inviter);
create index admin_invitations_by_end on admin_invitations (expires_at)