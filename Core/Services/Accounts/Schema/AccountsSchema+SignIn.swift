extension AccountsSchema {
  /// Who people are and how they come in.
  static var signIn: [String] {
    [
      """
      create table people (
        id text primary key, kind text not null, generated_name text not null, name text, username text,
        username_key text unique, date_of_birth text, gender text, country text, bio text,
        picture text, language text, visibility text not null, password_hash text, disabled_at integer,
        created_at integer not null)
      """,
      "create table people_words (word text not null, account text not null, primary key (word, account))",
      "create index people_words_account on people_words (account)",
      """
      create table identifiers (
        kind text not null, value text not null, account text not null, verified_at integer not null,
        primary key (kind, value))
      """,
      "create index identifiers_account on identifiers (account)",
      """
      create table sessions (
        token_hash text primary key, id text not null unique, account text not null, address text not null,
        created_at integer not null, seen_at integer not null, expires_at integer not null)
      """,
      "create index sessions_account on sessions (account)",
      "create index sessions_expiry on sessions (expires_at)",
      """
      create table challenges (
        purpose text not null, target text not null, code_hash text not null, link_hash text, payload text,
        tries integer not null, created_at integer not null, expires_at integer not null, primary key (purpose, target))
      """,
      "create unique index challenges_link on challenges (link_hash)",
      "create table rate_limits (name text primary key, full_at integer not null)",
      """
      create table outbox (
        id text primary key, sealed text not null, tries integer not null, created_at integer not null,
        next_at integer not null)
      """,
      "create index outbox_next on outbox (next_at)",
      "create table change_counter (id integer primary key, value integer not null)",
      "insert into change_counter (id, value) values (1, 0), (2, 0)",
      "create table changes (revision integer primary key, account text not null)",
    ]
  }
}
