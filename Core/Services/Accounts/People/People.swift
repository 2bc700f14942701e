internal import FieldhouseKit
internal import Foundation

/// Looking at other people.
struct People: Sendable {
  let context: AccountsContext
  let directory: Directory

  /// A person as a viewer sees it.
  /// - Parameter viewer: nil for somebody who is not signed in.
  /// - Throws: ``Problem`` 404 for nobody, and for a shut account.
  func view(_ id: AccountID, by viewer: AccountID?) async throws -> PersonView {
    try await context.storage.read { transaction in
      guard let person = try await PersonStore.find(id, in: transaction), person.isOpen else {
        throw Relations.unknownPerson
      }
      let relation = try await Self.relation(of: viewer, to: id, in: transaction)
      let isShutOut = try await Self.isBlocked(viewer, by: id, in: transaction)
      let circle: Visibility.Circle = isShutOut ? .everyone : relation.circle
      return try await Self.view(person, isShutOut ? nil : circle, relation, in: transaction)
    }
  }

  /// Whether somebody may see whom a person follows and by whom it is followed: its followers and itself.
  func checkMaySeeLists(_ id: AccountID, viewer: AccountID, in transaction: any ReadTransaction) async throws {
    guard try await PersonStore.find(id, in: transaction)?.isOpen == true else { throw Relations.unknownPerson }
    if viewer == id { return }
    guard try await FollowStore.follows(viewer, id, in: transaction) else { throw Self.followersOnly }
  }

  static let followersOnly = Problem(
    status: 403, code: "followers-only", detail: "Follow this person to see followers and followed people.")

  /// A page of people in the order given.
  func page(_ people: [ListedPerson], limit: Int) async throws -> Page<AccountView> {
    let shown = people.prefix(limit)
    let members = try await directory.members(shown.map(\.id))
    let last = people.count > limit ? shown.last : nil
    return Page(
      items: shown.compactMap { members[$0.id].map { AccountView($0.account) } },
      next: last.map { Cursor(at: $0.at, id: $0.id.text).text(secret: context.secret) })
  }

  static func relation(
    of viewer: AccountID?, to id: AccountID, in transaction: any ReadTransaction
  ) async throws -> RelationView {
    guard let viewer, viewer != id else { return .none }
    return try await RelationViews.of(viewer, to: [id], in: transaction)[id] ?? .none
  }

  static func isBlocked(
    _ viewer: AccountID?, by id: AccountID, in transaction: any ReadTransaction
  ) async throws -> Bool {
    guard let viewer else { return false }
    return try await BlockingStore.blocks(id, viewer, in: transaction)
  }

  /// - Parameter circle: nil shows no field but name and picture that everybody sees.
  private static func view(
    _ person: Person, _ circle: Visibility.Circle?, _ relation: RelationView, in transaction: any ReadTransaction
  ) async throws -> PersonView {
    let counts = try await FollowStore.counts(of: person.id, in: transaction)
    let identifiers = try await IdentifierStore.list(of: person.id, in: transaction)
    let shows = { (field: Visibility.Field) in circle.map { person.visibility.shows(field, to: $0) } ?? false }
    return PersonView(
      account: person.account(shownTo: circle ?? .everyone), names: shows(.name) ? person.names : nil,
      bio: shows(.bio) ? person.bio : nil,
      gender: shows(.gender) ? person.gender : nil, dateOfBirth: shows(.dateOfBirth) ? person.dateOfBirth : nil,
      email: shows(.email) ? identifiers.first { $0.kind == .email }?.value : nil,
      phone: shows(.phone) ? identifiers.first { $0.kind == .phone }?.value : nil,
      followers: counts.followers, following: counts.following, relation: relation)
  }
}

extension RelationView {
  /// The innermost circle of the person that the viewer is in.
  var circle: Visibility.Circle {
    if friendship == .friends { return .friends }
    return following ? .followers : .everyone
  }
}
