internal import FieldhouseKit
internal import Foundation

/// A person's own account, with everything only its owner sees. Unknown values are null.
struct Me: RouteOutput {
  let person: Person
  let roles: [String]
  let email: String?
  let phone: String?
  let followers: Int
  let following: Int

  private enum CodingKeys: String, CodingKey {
    case id, kind, name, fullName, firstName, lastName, username, country, picture, gender, dateOfBirth, bio, language
    case email, phone, hasPassword, visibility, roles, followers, following, createdAt
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let account = person.ownAccount
    try container.encode(account.id, forKey: .id)
    try container.encode(account.kind, forKey: .kind)
    try container.encode(account.name, forKey: .name)
    try container.encode(person.name, forKey: .fullName)
    try container.encode(person.names.given, forKey: .firstName)
    try container.encode(person.names.family, forKey: .lastName)
    try container.encode(account.username, forKey: .username)
    try container.encode(account.country, forKey: .country)
    try container.encode(account.picture, forKey: .picture)
    try encodeDetails(into: &container)
  }

  private func encodeDetails(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(person.gender, forKey: .gender)
    try container.encode(person.dateOfBirth, forKey: .dateOfBirth)
    try container.encode(person.bio, forKey: .bio)
    try container.encode(person.language, forKey: .language)
    try container.encode(email, forKey: .email)
    try container.encode(phone, forKey: .phone)
    try container.encode(person.hasPassword, forKey: .hasPassword)
    try container.encode(person.visibility.byName, forKey: .visibility)
    try container.encode(roles, forKey: .roles)
    try container.encode(followers, forKey: .followers)
    try container.encode(following, forKey: .following)
    try container.encode(person.createdAt, forKey: .createdAt)
  }

  static var schema: Schema {
    let circles = Schema.enumeration(Visibility.Circle.allCases.map { .string($0.rawValue) })
    let fields: [(String, Schema)] = [
      ("id", .string()), ("kind", .enumeration([.string("guest"), .string("user")])), ("name", .string()),
      ("fullName", .nullable(.string())), ("firstName", .nullable(.string())), ("lastName", .nullable(.string())),
      ("username", .nullable(.string())), ("country", .nullable(.string())),
      ("picture", .string()), ("gender", .nullable(.enumeration(Gender.allCases.map { .string($0.rawValue) }))),
      ("dateOfBirth", .nullable(.string(format: .date))), ("bio", .nullable(.string())),
      ("language", .nullable(.string())), ("email", .nullable(.string())), ("phone", .nullable(.string())),
      ("hasPassword", .boolean), ("visibility", .map(of: circles)), ("roles", .array(of: .string())),
      ("followers", .integer()), ("following", .integer()), ("createdAt", .string(format: .dateTime)),
    ]
    return .object(fields, required: fields.map(\.0))
  }
}

extension Visibility {
  /// The circle of every field.
  var byName: [String: Circle] {
    Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.rawValue, self[$0]) })
  }
}
