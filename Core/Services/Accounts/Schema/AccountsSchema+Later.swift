extension AccountsSchema {
  /// In which sessions the second factor was shown.
  static var strongSessions: [String] { ["alter table sessions add column strong integer not null default 0"] }

  /// Invitation links and who joined through them.
  static var invitations: [String] {
    [
      """
      create table invitations (
        id text primary key, secret_hash text not null unique, inviter text not null, kind text not null,
        subject text not null, remaining integer not null, created_at integer not null, expires_at integer not null)
      """,
      "create index invitations_inviter on invitations (inviter)",
      "create index invitations_expiry on invitations (expires_at)",
      """
      create table invitation_uses (
        invitation text not null, account text not null, used_at integer not null, primary key (invitation, account))
      """,
      "create index invitation_uses_account on invitation_uses (account)",
    ]
  }

  /// What upkeep and restoring look for without reading whole tables.
  static var upkeep: [String] {
    [
      "create index challenges_expiry on challenges (expires_at)",
      "create index rate_limits_full on rate_limits (full_at)",
      "create index audit_erased on audit (subject) where action = 'account.erased'",
    ]
  }

  /// What happened to people, for those who keep something of them; it begins with whom the audit log knows to be erased.
  static var fates: [String] {
    [
      """
      create table person_log (
        sequence integer primary key, kind text not null, account text not null, other text not null)
      """,
      "create index person_log_account on person_log (account)", "create index person_log_other on person_log (other)",
      "create index person_log_merged on person_log (sequence) where kind = 'merged'",
      """
      insert into person_log (sequence, kind, account, other)
      select sequence, 'erased', subject, '' from audit where action = 'account.erased'
      """,
      """
      insert into change_counter (id, value)
      select 3, coalesce(max(sequence), 0) from person_log
      """,
    ]
  }

  /// What operators decided.
  static var operatorRecords: [String] {
    [
      """
      create table operator_records (
        subject text not null primary key, text text not null, secrets text, version integer not null)
      """,
      "insert into change_counter (id, value) values (4, 0)",
    ]
  }

  /// Who is away at an identity provider.
  static var providers: [String] {
    [
      """
      create table provider_attempts (
        state_hash text primary key, provider text not null, browser_hash text not null, account text not null,
        sealed text not null, expires_at integer not null)
      """,
      "create index provider_attempts_account on provider_attempts (account)",
      "create index provider_attempts_expiry on provider_attempts (expires_at)",
    ]
  }

  /// Weight, height and fitness.
  static var bodies: [String] {
    [
      """
      create table bodies (
        account text primary key, weight real, height real, fitness_level text, weighed_at integer,
        remind_at integer)
      """,
      "create index bodies_remind on bodies (remind_at)",
    ]
  }
}
