/// The tables of accounts, in SQL that SQLite and PostgreSQL share.
public enum AccountsSchema {
  /// One step of the schema.
  public struct Step: Sendable, Hashable {
    /// The name, unique here, e.g. `0001-accounts`.
    public let id: String
    /// The statements, separated by semicolons.
    public let sql: String
  }

  /// The namespace that the tables live in.
  public static let namespace = "accounts"

  /// All steps, oldest first.
  public static var steps: [Step] {
    [
      step("0001-accounts", signIn + people + oversight), step("0002-strong-sessions", strongSessions),
      step("0003-invitations", invitations), step("0004-bodies", bodies), step("0005-providers", providers),
      step("0006-many-challenges", manyChallenges), step("0007-identity", identity),
      step("0008-reports-once", reportsOnce), step("0009-ownership", ownership),
      step("0010-upkeep", upkeep), step("0011-former-identifiers", formerIdentifiers),
      step("0012-fates", fates), step("0013-challenge-tokens", challengeTokens),
      step("0014-challenge-owners", challengeOwners), step("0015-friends", friends), step("0016-found", found),
      step("0017-newcomers", newcomers),
      step("0018-audiences", ["create index grants_by_role on grants (role, account)"]),
      step("0019-provisional", provisional), step(OperatorRecords.migration, operatorRecords),
      step(
        "0021-followers",
        ["drop index follows_followed", "create index follows_by_followed on follows (followed, follower)"]),
      step(
        "0022-names",
        ["alter table people add column given_name text", "alter table people add column family_name text"]),
      step("0023-factor-asked", ["alter table people add column factor_asked_at integer"]),
      step("0024-one-tree", oneTree),
    ]
  }

  private static func step(_ id: String, _ statements: [String]) -> Step {
    Step(id: id, sql: statements.joined(separator: ";\n") + ";\n")
  }
}
