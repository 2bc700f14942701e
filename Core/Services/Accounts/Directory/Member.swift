internal import FieldhouseKit

/// What the host keeps at hand of somebody: the person and what that person may do.
/// A class, because answers show many of them and a reference is copied more cheaply than a dozen texts.
final class Member: Sendable {
  let person: Person
  let grants: [HeldRole]
  /// What everybody may see.
  let account: Account
  /// The roles held in the whole installation.
  let roles: Set<String>
  /// The roles, wherever held, that ask for a second factor.
  let administrativeRoles: Set<String>

  init(person: Person, grants: [HeldRole]) {
    self.person = person
    self.grants = grants
    account = person.publicAccount
    roles = Set(grants.filter { $0.scope.isEmpty }.map(\.role))
    administrativeRoles = RoleCatalogue.administrative.intersection(grants.map(\.role))
  }
}
