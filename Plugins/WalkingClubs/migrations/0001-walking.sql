create table clubs (
  club text not null primary key,
  association text,
  name text not null,
  picture text,
  country text not null default '',
  members integer not null default 0,
  zone text not null default 'UTC',
  fixture_team text,
  is_archived integer not null default 0
);
create index clubs_by_fixture_team on clubs (fixture_team, club);
create table crews (
  crew text not null primary key,
  club text not null,
  name text not null,
  picture text,
  members integer not null default 0
);
create index crews_of_club on crews (club, crew);
create table walkers (
  account text not null primary key,
  club text,
  crew text,
  is_recognised integer not null default 0
);
create index walkers_of_club on walkers (club, account);
create table stays (
  account text not null,
  from_at integer not null,
  club text,
  crew text,
  primary key (account, from_at)
);
create table zones (
  account text not null,
  from_at integer not null,
  zone text not null,
  primary key (account, from_at)
);
create table seasons (
  season text not null primary key,
  title text not null,
  first_day integer not null,
  last_day integer not null,
  rules text not null,
  version integer not null default 1
);
create index seasons_by_day on seasons (first_day);
create table dirty (
  account text not null primary key,
  from_at integer not null,
  before_at integer not null,
  due_at integer not null,
  tries integer not null default 0,
  mark integer not null default 1
);
create index dirty_by_due on dirty (due_at, account);
create table sessions (
  account text not null,
  day integer not null,
  club text not null,
  crew text not null,
  ends_at integer not null,
  steps integer not null,
  counted integer not null,
  metres real,
  seconds integer not null,
  gross real,
  active real,
  has_route integer not null,
  lines text not null,
  version integer not null,
  reckoned_at integer not null,
  primary key (account, day)
);
create index sessions_of_club on sessions (club, day, account);
create index sessions_by_day on sessions (day, club);
create table presence (
  account text not null,
  bucket integer not null,
  cell text not null,
  club text not null,
  primary key (account, bucket, cell)
);
create index presence_of_club on presence (club, bucket);
create index presence_by_age on presence (bucket);
create table closings (
  club text not null,
  day integer not null,
  due_at integer not null,
  mark integer not null default 1,
  primary key (club, day, due_at)
);
create index closings_by_due on closings (due_at, club, day);
create table day_points (
  account text not null,
  day integer not null,
  season text not null,
  club text not null,
  crew text not null,
  steps integer not null,
  base integer not null,
  social integer not null,
  match integer not null,
  points integer not null,
  together text not null,
  closed_at integer not null,
  primary key (account, day)
);
create index day_points_of_club on day_points (club, day, account);
create index day_points_of_season on day_points (account, season, day);
create table member_seasons (
  season text not null,
  account text not null,
  club text not null,
  crew text not null,
  points integer not null,
  steps integer not null,
  days integer not null,
  primary key (season, account, club, crew)
);
create index member_seasons_of_account on member_seasons (account, season);
create table club_seasons (
  season text not null,
  club text not null,
  country text not null,
  points integer not null,
  walkers integer not null,
  average integer not null,
  improvement integer not null,
  primary key (season, club)
);
create index club_seasons_by_points on club_seasons (season, points, club);
create index club_seasons_by_average on club_seasons (season, average, club);
create index club_seasons_by_improvement on club_seasons (season, improvement, club);
create index club_seasons_by_country_points on club_seasons (season, country, points, club);
create index club_seasons_by_country_average on club_seasons (season, country, average, club);
create index club_seasons_by_country_improvement on club_seasons (season, country, improvement, club);
create table crew_seasons (
  season text not null,
  crew text not null,
  club text not null,
  points integer not null,
  walkers integer not null,
  primary key (season, crew)
);
create index crew_seasons_by_points on crew_seasons (season, club, points, crew);
create table club_days (
  club text not null,
  day integer not null,
  points integer not null,
  steps integer not null,
  walkers integer not null,
  primary key (club, day)
);
create index club_days_by_day on club_days (day, club);
create table match_days (
  club text not null,
  day integer not null,
  opponent text not null,
  source text not null,
  primary key (club, day, source)
);
create table invitations (
  account text not null primary key,
  inviter text not null,
  settled_at integer not null,
  season text,
  points integer not null default 0
);
create index invitations_of_inviter on invitations (inviter, season);
create table walks (
  walk text not null primary key,
  club text not null,
  title text not null,
  place text not null,
  starts_at integer not null,
  ends_at integer not null,
  code text not null,
  organiser text
);
create index walks_of_club on walks (club, starts_at, walk);
create index walks_of_organiser on walks (organiser);
create table check_ins (
  walk text not null,
  account text not null,
  at integer not null,
  primary key (walk, account)
);
create index check_ins_of_account on check_ins (account, at);
create table badges (
  badge text not null primary key,
  club text,
  title text not null,
  icon text not null,
  metric text not null,
  span text not null,
  amount integer not null,
  made_at integer not null,
  retired_at integer
);
create index badges_of_club on badges (club, badge);
create table awards (
  account text not null,
  badge text not null,
  day integer not null,
  awarded_at integer not null,
  primary key (account, badge)
);
create index awards_of_badge on awards (badge, awarded_at, account);
create table shared_days (
  share text not null primary key,
  account text not null,
  day integer not null,
  content text not null,
  shared_at integer not null
);
create unique index shared_days_of_account on shared_days (account, day)
;
create table league_clubs (
  season text not null,
  club text not null,
  division integer not null,
  primary key (season, club)
);
create index league_clubs_by_division on league_clubs (season, division, club);
create table duels (
  season text not null,
  home text not null,
  away text not null,
  first_day integer not null,
  division integer not null,
  home_value integer,
  away_value integer,
  settled_at integer,
  primary key (season, home, away, first_day)
);
create index duels_of_division on duels (season, division, first_day);
create index duels_of_away on duels (away, first_day);
create index duels_to_settle on duels (settled_at, first_day)
