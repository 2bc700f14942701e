extension AccountsSchema {
  /// When it was last proved in a session who is in it, how changes of ownership can be taken back, who is leaving, and
  /// when guests were last there.
  static var ownership: [String] {
    [
      "alter table sessions add column proved_at integer not null default 0",
      """
      create table undos (
        link_hash text primary key, account text not null, recipient text not null, sealed text not null,
        expires_at integer not null)
      """,
      "create index undos_account on undos (account, recipient)",
      "create index undos_expiry on undos (expires_at)",
      "alter table people add column leaving_at integer",
      "create index people_leaving on people (leaving_at) where leaving_at is not null",
      "alter table people add column seen_at integer",
      "create index people_guests on people (created_at) where kind = 'guest'",
    ]
  }
}
