internal import FieldhouseKit
internal import Foundation

/// A row of the table of people.
struct Person: Sendable, Hashable {
  var id: AccountID
  var kind: Account.Kind
  /// The name made by the host, e.g. `User123456`.
  var generatedName: String
  /// The full name the person gave.
  var name: String?
  /// The first and the last name, as the person gave them apart; nil where only a full name was given.
  var givenName: String?
  var familyName: String?
  var username: String?
  var dateOfBirth: CalendarDay?
  var gender: Gender?
  var country: String?
  var bio: String?
  /// The id of the uploaded picture.
  var picture: String?
  var language: String?
  var visibility: Visibility
  var hasPassword: Bool
  /// When an administrator shut the account.
  var disabledAt: Date?
  /// When the account is erased, as its owner asked; until then it can be taken back.
  var leavingAt: Date?
  var createdAt: Date

  /// A newcomer of whom nothing is known.
  init(id: AccountID, kind: Account.Kind, now: Date) {
    self.id = id
    self.kind = kind
    generatedName = GeneratedName.random()
    visibility = .initial
    hasPassword = false
    createdAt = now
  }

  init(_ row: Row) throws {
    id = try row["id"]
    kind = Account.Kind(try row["kind"])
    generatedName = try row["generated_name"]
    name = try row["name"]
    givenName = try row["given_name"]
    familyName = try row["family_name"]
    username = try row["username"]
    dateOfBirth = try (row["date_of_birth"] as String?).flatMap(CalendarDay.init)
    gender = try (row["gender"] as String?).flatMap(Gender.init(rawValue:))
    country = try row["country"]
    bio = try row["bio"]
    picture = try row["picture"]
    language = try row["language"]
    visibility = try Visibility(stored: row["visibility"])
    hasPassword = try row["has_password"]
    disabledAt = try row["disabled_at"]
    leavingAt = try row["leaving_at"]
    createdAt = try row["created_at"]
  }

  /// Whether the account can be used and seen: neither shut nor leaving.
  var isOpen: Bool { disabledAt == nil && leavingAt == nil }

  /// The columns ``init(_:)`` reads.
  static let columns: SQL = """
    id, kind, generated_name, name, given_name, family_name, username, date_of_birth, gender, country, bio, picture,
    language, visibility,
    case when password_hash is null then 0 else 1 end as has_password, disabled_at, leaving_at, created_at
    """
}

/// Names for people who gave none.
enum GeneratedName {
  /// `User` and six digits.
  static func random() -> String { "User\(100_000 + Int(Sodium.randomNumber(below: 900_000)))" }
}

/// What people may say of their gender.
enum Gender: String, Sendable, Hashable, Codable, CaseIterable {
  case male, female, other, undisclosed
}
