/// What a right is held in: one thing of a kind that the manifest declares, or the whole host.
public struct Scope: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind as the manifest's `contributions.scopes` names it, e.g. `card`; `""` for the whole host.
  public let kind: String
  /// The thing's id in the plugin's own tables, 1 to 200 Unicode scalars; `""` for the whole host. Things of different
  /// kinds may share an id.
  public let id: String

  /// One thing of a kind.
  public init(_ kind: String, _ id: String) {
    self.kind = kind
    self.id = id
  }

  /// The whole host: what is held here counts in every scope of the plugin.
  public static var host: Scope { Scope("", "") }

  /// Kind and id, e.g. `card/c1`; `""` for the whole host.
  public var description: String { self == .host ? "" : "\(kind)/\(id)" }

  /// The scope of a description; nil for another form.
  public init?(_ text: String) {
    guard !text.isEmpty else {
      self = .host
      return
    }
    let parts = text.unicodeScalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0) }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(parts[0], parts[1])
  }

  /// The largest number of characters of an id.
  static var longestID: Int { 200 }
}

/// A role that an account holds in a scope.
public struct Grant: Sendable, Hashable, Codable {
  /// Who holds it.
  public var account: AccountID
  /// The role, as the manifest names it.
  public var role: String
  /// Where it counts.
  public var scope: Scope

  /// A grant.
  public init(_ role: String, to account: AccountID, in scope: Scope) {
    self.account = account
    self.role = role
    self.scope = scope
  }
}
