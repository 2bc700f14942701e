internal import FieldhouseKit

/// Languages and texts that operators wrote, in storage.
enum LanguageStore {
  /// - Returns: everything, and the number of the change that it is as of.
  static func read(in transaction: any ReadTransaction) async throws -> (texts: WrittenTexts, change: Int) {
    var written = WrittenTexts()
    written.languages = try await transaction.query("select tag, name, is_active from content_languages order by tag")
      .map { .init(tag: try $0["tag"], name: try $0["name"], isActive: try $0["is_active"]) }
    for row in try await transaction.query(
      "select language, owner, key, text from content_texts order by language, owner, key")
    {
      written.texts[try row["language"], default: [:]][try row["owner"], default: [:]][try row["key"]] =
        try row["text"]
    }
    return (written, try await change(in: transaction))
  }

  /// The number of the last change, 0 before the first.
  static func change(in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first("select number from content_text_changes where id = 1").map { try $0["number"] } ?? 0
  }

  static func set(_ language: WrittenTexts.Language, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into content_languages (tag, name, is_active) values (\(language.tag), \(language.name), \(language.isActive))
      on conflict (tag) do update set name = excluded.name, is_active = excluded.is_active
      """)
    try await count(in: transaction)
  }

  /// Removes a language with all texts that were written in it.
  static func remove(_ tag: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from content_languages where tag = \(tag)")
    try await transaction.execute("delete from content_texts where language = \(tag)")
    try await count(in: transaction)
  }

  /// Writes texts of a language; one without words is taken away.
  static func write(
    _ texts: [WrittenText], in language: String, _ transaction: any Transaction
  ) async throws {
    for text in texts {
      if let words = text.text, !words.isEmpty {
        try await transaction.execute(
          """
          insert into content_texts (language, owner, key, text)
          values (\(language), \(text.owner), \(text.key), \(words))
          on conflict (language, owner, key) do update set text = excluded.text
          """)
      } else {
        try await transaction.execute(
          """
          delete from content_texts where language = \(language) and owner = \(text.owner) and key = \(text.key)
          """)
      }
    }
    try await count(in: transaction)
  }

  /// Tells other processes that something has changed.
  static func count(in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into content_text_changes (id, number) values (\(1), \(1))
      on conflict (id) do update set number = content_text_changes.number + 1
      """)
  }
}
