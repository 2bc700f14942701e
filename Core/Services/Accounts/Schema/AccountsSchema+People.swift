extension AccountsSchema {
  /// What people are to each other.
  static var people: [String] {
    [
      """
      create table follows (
        follower text not null, followed text not null, created_at integer not null, primary key (follower, followed))
      """,
      "create index follows_followed on follows (followed)",
      """
      create table friendships (
        requester text not null, addressee text not null, created_at integer not null, accepted_at integer,
        primary key (requester, addressee))
      """,
      "create index friendships_addressee on friendships (addressee)",
      """
      create table blocks (
        blocker text not null, blocked text not null, created_at integer not null, primary key (blocker, blocked))
      """,
      "create index blocks_blocked on blocks (blocked)",
    ]
  }

  /// Who may do what, and who did.
  static var oversight: [String] {
    [
      """
      create table grants (
        account text not null, role text not null, scope text not null, granted_by text not null,
        granted_at integer not null, primary key (account, role, scope))
      """,
      """
      create table reports (
        id text primary key, reporter text not null, subject_kind text not null, subject text not null,
        reason text not null, detail text not null, state text not null, created_at integer not null)
      """,
      "create index reports_subject on reports (subject_kind, subject)",
      """
      create table consents (
        account text not null, document text not null, version text not null, accepted_at integer not null,
        primary key (account, document, version))
      """,
      """
      create table second_factors (
        account text primary key, sealed text not null, confirmed_at integer, last_step integer not null)
      """,
      "create table recovery_codes (account text not null, code_hash text not null, primary key (account, code_hash))",
      """
      create table audit (
        sequence integer primary key, at integer not null, actor text not null, action text not null,
        subject text not null, detail text not null, hash text not null)
      """,
    ]
  }
}
