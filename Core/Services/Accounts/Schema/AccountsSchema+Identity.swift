extension AccountsSchema {
  /// Several challenges for one target, one or more of each device. Those that are open stay, but for their codes, which
  /// have to be asked for again; links go on.
  static var manyChallenges: [String] {
    [
      """
      create table challenges_kept (
        id text primary key, purpose text not null, target text not null, device text not null,
        code_hash text not null, link_hash text, payload text, tries integer not null, stray_tries integer not null,
        created_at integer not null, expires_at integer not null)
      """,
      """
      insert into challenges_kept select purpose || '/' || target, purpose, target, '', code_hash, link_hash, payload,
      tries, tries, created_at, expires_at from challenges
      """,
      "drop table challenges", "alter table challenges_kept rename to challenges",
      "create unique index challenges_link on challenges (link_hash)",
      "create index challenges_target on challenges (purpose, target)",
    ]
  }

  /// A challenge is no longer named by its token: names in the order of time lie beside one another.
  static var challengeTokens: [String] {
    [
      "alter table challenges add column token_hash text not null default ''",
      "update challenges set token_hash = id",
    ]
  }

  /// Targets come first in the index: an account's own challenges are looked for by the beginning of theirs.
  static var challengeOwners: [String] {
    ["drop index challenges_target", "create index challenges_target on challenges (target, purpose)"]
  }

  /// Which identifiers are in their normal form, and the devices that have signed in.
  static var identity: [String] {
    [
      "alter table identifiers add column form integer not null default 0",
      "create index identifiers_form on identifiers (form) where form = 0",
      """
      create table known_devices (
        account text not null, device_hash text not null, seen_at integer not null, primary key (account, device_hash))
      """,
      "create index known_devices_seen on known_devices (seen_at)",
    ]
  }

  /// Identifiers in former forms in the order in which they are looked at. What was noted of changes of accounts is noted
  /// elsewhere now: who is erased later is not to be named there.
  static var formerIdentifiers: [String] {
    [
      "create index identifiers_former on identifiers (verified_at, kind, value) where form = 0",
      "drop index identifiers_form", "delete from changes",
    ]
  }

  /// One account reports one thing once; of those that were reported more often the first report stays.
  static var reportsOnce: [String] {
    [
      """
      delete from reports where reporter <> '' and exists (
        select 1 from reports earlier where earlier.reporter = reports.reporter
        and earlier.subject_kind = reports.subject_kind and earlier.subject = reports.subject
        and (earlier.created_at < reports.created_at
        or (earlier.created_at = reports.created_at and earlier.id < reports.id)))
      """,
      """
      create unique index reports_once on reports (reporter, subject_kind, subject) where reporter <> ''
      """,
    ]
  }
}
