internal import FieldhouseKit

/// What the host keeps at hand of somebody: the person and what that person may do.
struct Member: Sendable {
  let person: Person
  let grants: [Grant]
  /// What everybody may see.
  let account: Account
  /// The roles held in the whole installation.
  let roles: Set<String>

  init(person: Person, grants: [Grant]) {
    self.person = person
    self.grants = grants
    account = person.publicAccount
    roles = Set(grants.filter { $0.scope.isEmpty }.map(\.role))
  }
}
