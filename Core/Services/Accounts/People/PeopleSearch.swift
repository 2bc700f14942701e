internal import FieldhouseKit
internal import Foundation

/// Finding people by the beginnings of the words of their name and user name.
struct PeopleSearch: Sendable {
  /// What a page of results begins after.
  struct Position: Sendable {
    let word: String
    let id: String
  }

  let context: AccountsContext

  /// The ids of those found, ordered by the word that was found and the id; whom the searcher blocked is left out.
  func find(
    _ query: String, by searcher: AccountID?, after: Position?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [(id: AccountID, word: String)] {
    let words = SearchKey.fold(query).split(separator: " ").map(String.init).sorted { $0.count > $1.count }
    guard let longest = words.first else { return [] }
    let others = words.dropFirst().reduce(SQL(stringLiteral: "")) { sql, word in "\(sql)\(Self.hasWord(word))" }
    let rows = try await transaction.query(
      """
      select w.account, min(w.word) as word from people_words w
      where w.word >= \(longest) and w.word < \(longest + "\u{10FFFF}")\(others)
      and not exists (select 1 from blocks where blocker = \(searcher?.text ?? "") and blocked = w.account)
      and exists (select 1 from people where id = w.account and disabled_at is null and leaving_at is null)
      group by w.account having min(w.word) > \(after?.word ?? "")
      or (min(w.word) = \(after?.word ?? "") and w.account > \(after?.id ?? ""))
      order by min(w.word), w.account limit \(limit)
      """)
    return try rows.map { (try $0["account"], try $0["word"]) }
  }

  private static func hasWord(_ word: String) -> SQL {
    """
     and exists (select 1 from people_words o where o.account = w.account
    and o.word >= \(word) and o.word < \(word + "\u{10FFFF}"))
    """
  }

  /// Reads a position's text.
  /// - Throws: ``Problem`` 422 for one that this installation did not make.
  func position(_ text: String?) throws -> Position? {
    guard let text else { return nil }
    let parts = context.secret.open(text)?.split(separator: "\n", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2 else {
      throw Problem.invalid("/after", "cursor", "This is no 'next' of a page. Leave 'after' out to begin anew.")
    }
    return Position(word: parts[1], id: parts[0])
  }

  func text(_ position: Position) -> String { context.secret.seal("\(position.id)\n\(position.word)") }
}
