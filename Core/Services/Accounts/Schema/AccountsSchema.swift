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
    [Step(id: "0001-accounts", sql: (signIn + people + oversight).joined(separator: ";\n") + ";\n")]
  }
}
