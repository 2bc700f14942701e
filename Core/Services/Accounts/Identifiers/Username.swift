internal import FieldhouseKit
internal import Foundation

/// A unique user name: 3 to 30 letters, digits, dots, hyphens and underscores of ASCII, a letter first.
enum Username {
  /// The sentence people read when a name cannot be one.
  static let message =
    "A user name has 3 to 30 letters, digits, dots, hyphens or underscores and begins with a letter."

  /// The schema of a user name.
  static let schema = Schema.string(minLength: 3, maxLength: 30, pattern: "^[A-Za-z][A-Za-z0-9._-]*$")
    .withMessage(message).withExample("jane.doe")

  /// The answer to a name that somebody else has.
  static let taken = Problem.Field(
    pointer: "/username", code: "username-taken", detail: "This user name is already taken.")

  /// Who has a name, however it is written.
  static func owner(_ name: String, in transaction: any ReadTransaction) async throws -> AccountID? {
    guard let key = UsernameKey(name) else { return nil }
    return try await owner(key, in: transaction)
  }

  /// Who has a name.
  static func owner(_ key: UsernameKey, in transaction: any ReadTransaction) async throws -> AccountID? {
    try await transaction.first("select id from people where username_key = \(key.text)").map { try $0[0] }
  }

  /// A free user name made from a full name.
  static func suggestion(for name: String, in transaction: any ReadTransaction) async throws -> String {
    let base = stem(of: name)
    for attempt in 0..<20 {
      let candidate = attempt == 0 ? base : base + String(10 + Sodium.randomNumber(below: 9990))
      if try await owner(candidate, in: transaction) == nil { return candidate }
    }
    return base + Identifier.random().prefix(6)
  }

  private static func stem(of name: String) -> String {
    let latin = name.applyingTransform(.toLatin, reverse: false) ?? name
    let words = SearchKey.fold(latin).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = String(words.joined(separator: ".").drop { !$0.isLetter }.prefix(24))
    return joined.count >= 3 ? joined : "player" + String(100 + Sodium.randomNumber(below: 900))
  }
}

/// The normal form of a user name, the only one it is looked up and counted by: plain characters (NFKC) in lower case,
/// nothing invisible. Letters that only look like those of ASCII make no user name.
struct UsernameKey: Sendable, Hashable {
  let text: String

  /// Nil for what cannot be a user name.
  init?(_ typed: String) {
    text = PlainText.compatible(typed).trimmed.lowercased()
    guard (3...30).contains(text.utf8.count), text.wholeMatch(of: /[a-z][a-z0-9._-]*/) != nil else { return nil }
  }
}
