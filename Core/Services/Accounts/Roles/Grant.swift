internal import FieldhouseKit

/// A role or a single permission that an account holds in a scope; `""` is the whole installation.
struct Grant: Sendable, Hashable {
  let role: String
  let scope: String

  init(role: String, scope: String) {
    self.role = role
    self.scope = scope
  }

  init(_ row: Row) throws {
    role = try row["role"]
    scope = try row["scope"]
  }
}
