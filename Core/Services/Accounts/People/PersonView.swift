internal import FieldhouseKit
internal import Foundation

/// A person as somebody else sees it: only the fields that person shows to the viewer's circle; the others are null.
struct PersonView: RouteOutput {
  let account: Account
  let names: FullName?
  let bio: String?
  let gender: Gender?
  let dateOfBirth: CalendarDay?
  let email: String?
  let phone: String?
  let followers: Int
  let following: Int
  let relation: RelationView

  private enum CodingKeys: String, CodingKey {
    case id, kind, name, firstName, lastName, username, country, picture, bio, gender, dateOfBirth, email, phone
    case followers, following, relation
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(account.id, forKey: .id)
    try container.encode(account.kind, forKey: .kind)
    try container.encode(account.name, forKey: .name)
    try container.encode(account.username, forKey: .username)
    try container.encode(account.country, forKey: .country)
    try container.encode(account.picture, forKey: .picture)
    try encodeDetails(into: &container)
  }

  private func encodeDetails(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(names?.given, forKey: .firstName)
    try container.encode(names?.family, forKey: .lastName)
    try container.encode(bio, forKey: .bio)
    try container.encode(gender, forKey: .gender)
    try container.encode(dateOfBirth, forKey: .dateOfBirth)
    try container.encode(email, forKey: .email)
    try container.encode(phone, forKey: .phone)
    try container.encode(followers, forKey: .followers)
    try container.encode(following, forKey: .following)
    try container.encode(relation, forKey: .relation)
  }

  static var schema: Schema {
    let own: [(String, Schema)] = [
      ("firstName", .nullable(.string())), ("lastName", .nullable(.string())),
      ("bio", .nullable(.string())), ("gender", .nullable(.enumeration(Gender.allCases.map { .string($0.rawValue) }))),
      ("dateOfBirth", .nullable(.string(format: .date))), ("email", .nullable(.string())),
      ("phone", .nullable(.string())), ("followers", .integer()), ("following", .integer()),
      ("relation", RelationView.schema),
    ]
    let fields = AccountView.fields + own
    return .object(fields, required: fields.map(\.0))
  }
}

/// What the viewer and the person are to each other.
struct RelationView: RouteOutput, Codable {
  /// Whether the viewer follows the person.
  let following: Bool
  /// Whether the person follows the viewer.
  let followsMe: Bool
  let friendship: FriendshipState
  /// Whether the viewer has blocked the person.
  let blocked: Bool
}
