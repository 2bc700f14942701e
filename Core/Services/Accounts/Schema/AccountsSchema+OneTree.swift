extension AccountsSchema {
  /// What every sign-in writes lies in the order of its key, each row once. What has served its time is found by going
  /// through all (``Sweep``), so that nothing is kept in the order of when it has.
  static var oneTree: [String] {
    [
      "create table limits_kept (name text not null primary key, full_at integer not null) without rowid",
      "insert into limits_kept select name, full_at from rate_limits",
      "drop table rate_limits", "alter table limits_kept rename to rate_limits",
      """
      create table consents_kept (
        account text not null, document text not null, version text not null, accepted_at integer not null,
        primary key (account, document, version)) without rowid
      """,
      "insert into consents_kept select account, document, version, accepted_at from consents",
      "drop table consents", "alter table consents_kept rename to consents",
      """
      create table devices_kept (
        account text not null, device_hash text not null, seen_at integer not null,
        primary key (account, device_hash)) without rowid
      """,
      "insert into devices_kept select account, device_hash, seen_at from known_devices",
      "drop table known_devices", "alter table devices_kept rename to known_devices",
      "drop index sessions_expiry",
      """
      create table identifiers_kept (
        kind text not null, value text not null, account text not null, verified_at integer not null,
        form integer not null default 0, primary key (kind, value)) without rowid
      """,
      "insert into identifiers_kept select kind, value, account, verified_at, form from identifiers",
      "drop table identifiers", "alter table identifiers_kept rename to identifiers",
      "create index identifiers_account on identifiers (account)",
      "create index identifiers_former on identifiers (verified_at, kind, value) where form = 0",
    ]
  }
}
