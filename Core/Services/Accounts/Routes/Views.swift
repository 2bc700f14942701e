internal import FieldhouseKit
internal import Foundation

/// An account as the interface shows it; unknown values are null.
struct AccountView: RouteOutput, Decodable {
  let id: AccountID
  let kind: String
  let name: String
  let username: String?
  let country: String?
  let picture: String?

  init(_ account: Account) {
    id = account.id
    kind = account.kind.name
    name = account.name
    username = account.username
    country = account.country
    picture = account.picture
  }

  private enum CodingKeys: String, CodingKey { case id, kind, name, username, country, picture }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(username, forKey: .username)
    try container.encode(country, forKey: .country)
    try container.encode(picture, forKey: .picture)
  }

  static var schema: Schema { .object(fields, required: fields.map(\.0)) }

  /// The fields with their schemas.
  static var fields: [(String, Schema)] {
    [
      ("id", .string()), ("kind", .enumeration([.string("guest"), .string("user")])), ("name", .string()),
      ("username", .nullable(.string())), ("country", .nullable(.string())), ("picture", .nullable(.string())),
    ]
  }
}

/// The answer to a sign-in.
struct SignedIn: RouteOutput, Decodable {
  /// Null where the browser keeps it as a cookie.
  let token: String?
  let account: AccountView

  init(_ arrival: Arrivals.Arrival, token: String?) {
    self.token = token
    account = AccountView(arrival.person.ownAccount)
  }

  static var schema: Schema { .derived(from: Self.self).refining("token", .string().secret) }
}

/// The answer to a sign-in that may have made the account.
struct SignedInOrUp: RouteOutput, Decodable {
  /// Null where the browser keeps it as a cookie.
  let token: String?
  let account: AccountView
  let isNew: Bool

  init(_ arrival: Arrivals.Arrival, token: String?) {
    self.token = token
    account = AccountView(arrival.person.ownAccount)
    isNew = arrival.isNew
  }

  static var schema: Schema { .derived(from: Self.self).refining("token", .string().secret) }
}
