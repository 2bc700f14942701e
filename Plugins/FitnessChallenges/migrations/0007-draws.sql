create table draw_shares (
  challenge text not null references challenges (id),
  number integer not null,
  team text not null references teams (id),
  place integer not null,
  people text not null,
  size integer not null,
  primary key (challenge, place)
)
