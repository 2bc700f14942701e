internal import FieldhouseKit
internal import Foundation

/// People in storage.
enum PersonStore {
  static func insert(_ person: Person, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into people (id, kind, generated_name, visibility, created_at) values
      (\(person.id), \(person.kind.name), \(person.generatedName), \(person.visibility.stored), \(person.createdAt))
      """)
  }

  static func find(_ id: AccountID, in transaction: any ReadTransaction) async throws -> Person? {
    try await transaction.first("select \(Person.columns) from people where id = \(id)").map(Person.init)
  }

  /// Finds somebody and keeps everybody else from changing the person until the transaction ends.
  static func hold(_ id: AccountID, in transaction: any Transaction) async throws -> Person? {
    try await transaction.query(
      "update people set seen_at = seen_at where id = \(id) returning \(Person.columns)"
    ).first.map(Person.init)
  }

  static func find(_ ids: [AccountID], in transaction: any ReadTransaction) async throws -> [Person] {
    try await transaction.query("select \(Person.columns) from people where id in (\(list: ids))").map(Person.init)
  }

  /// Turns a guest into an account; it keeps its id and with it all its things.
  static func promote(_ id: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("update people set kind = \(Account.Kind.user.name) where id = \(id)")
    try await ChangeLog.record(id, in: transaction)
  }

  /// Writes the profile's fields.
  static func update(_ person: Person, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update people set name = \(person.name), given_name = \(person.givenName), family_name = \(person.familyName),
      username = \(person.username),
      username_key = \(person.username.flatMap(UsernameKey.init)?.text), date_of_birth = \(person.dateOfBirth?.description), gender = \(person.gender?.rawValue),
      country = \(person.country), bio = \(person.bio), picture = \(person.picture), language = \(person.language),
      visibility = \(person.visibility.stored) where id = \(person.id)
      """)
    try await index(person, in: transaction)
    try await ChangeLog.record(person.id, in: transaction)
  }

  /// Writes the words that a person is found by; guests are not found, nor is who does not want to be.
  private static func index(_ person: Person, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from people_words where account = \(person.id)")
    guard person.kind != .guest, person.visibility[.search] == .everyone else { return }
    for word in SearchKey.words(of: person) {
      try await transaction.execute("insert into people_words (word, account) values (\(word), \(person.id))")
    }
  }
}

/// The text that people are searched by.
enum SearchKey {
  /// Lower case without diacritics and with single spaces.
  static func fold(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).foldingWhiteSpace
  }

  /// White space at the ends removed and elsewhere single.
  static func tidy(_ text: String) -> String { text.foldingWhiteSpace }

  /// What everybody may find a person by: the words of the name that is shown to everybody, and the user name.
  static func words(of person: Person) -> Set<String> {
    let text = [person.shownName(to: .everyone), person.shownUsername(to: .everyone) ?? ""].joined(separator: " ")
    return Set(fold(text).split(separator: " ").map(String.init))
  }
}
