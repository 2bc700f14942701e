create table opinions (
  account text not null,
  subject text not null,
  stars integer,
  help integer,
  said_at integer,
  asked_at integer not null,
  primary key (account, subject)
)
