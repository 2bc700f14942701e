internal import FieldhouseKit

/// What somebody is to other people.
enum RelationViews {
  /// What a viewer and each of some people are to each other; nothing to oneself, and of nobody who is signed in.
  static func of(
    _ viewer: AccountID?, to others: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: RelationView] {
    guard let me = viewer, !others.isEmpty else { return [:] }
    let following = try await people(
      "select followed from follows where follower = \(me) and followed in (\(list: others))", in: transaction)
    let followers = try await people(
      "select follower from follows where followed = \(me) and follower in (\(list: others))", in: transaction)
    let blocked = try await people(
      "select blocked from blocks where blocker = \(me) and blocked in (\(list: others))", in: transaction)
    let friends = try await FriendStore.states(of: me, with: others, in: transaction)
    let views = others.map { other in
      (
        other,
        RelationView(
          following: following.contains(other), followsMe: followers.contains(other),
          friendship: friends[other] ?? .none, blocked: blocked.contains(other))
      )
    }
    return Dictionary(views, uniquingKeysWith: { first, _ in first })
  }

  private static func people(_ sql: SQL, in transaction: any ReadTransaction) async throws -> Set<AccountID> {
    Set(try await transaction.query(sql).map { try $0[0] as AccountID })
  }
}

extension RelationView {
  /// Nothing.
  static let none = RelationView(following: false, followsMe: false, friendship: .none, blocked: false)
}

/// Somebody who was found by name: what everybody may see, and what the two are to each other.
struct FoundPerson: RouteOutput {
  let account: AccountView
  let relation: RelationView

  private enum CodingKeys: String, CodingKey { case id, kind, name, username, country, picture, relation }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(account.id, forKey: .id)
    try container.encode(account.kind, forKey: .kind)
    try container.encode(account.name, forKey: .name)
    try container.encode(account.username, forKey: .username)
    try container.encode(account.country, forKey: .country)
    try container.encode(account.picture, forKey: .picture)
    try container.encode(relation, forKey: .relation)
  }

  static var schema: Schema {
    let fields = AccountView.fields + [("relation", RelationView.schema)]
    return .object(fields, required: fields.map(\.0))
  }
}
