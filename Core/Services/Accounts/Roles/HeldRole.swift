public import FieldhouseKit

/// A role that an account holds in a scope: one of the platform, one of a plugin, or a single permission of the platform.
public struct HeldRole: Sendable, Hashable {
  /// The name, such as `club-admin`; of a plugin's role the plugin's id and the role's name, such as
  /// `disc-golf.marshal`.
  public let role: String
  /// Kind and id of the thing, such as `card/c1`; `""` is the whole host.
  public let scope: String

  /// A role in a scope.
  public init(role: String, scope: String) {
    self.role = role
    self.scope = scope
  }

  /// From the columns `role` and `scope`.
  /// - Throws: ``StorageError`` when the row has no such columns.
  public init(_ row: Row) throws {
    role = try row["role"]
    scope = try row["scope"]
  }
}
