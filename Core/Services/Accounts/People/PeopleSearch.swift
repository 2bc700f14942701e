internal import FieldhouseKit
internal import Foundation

/// Finding people by the beginnings of the words of their name and user name: those who let themselves be found, and who
/// have not blocked the searcher nor are blocked.
struct PeopleSearch: Sendable {
  /// How many people one query finds at most, on all its pages: who looks for somebody types more, and nobody reads the
  /// whole directory.
  static let deepest = 100
  /// How many people a page holds at most.
  static let mostOnPage = 50

  /// What a page of results begins after.
  struct Position: Sendable {
    let word: String
    let id: String
    /// How many were found before.
    let count: Int
  }

  let context: AccountsContext
  let limits: RateLimits

  /// Counts a search by who searches and where from.
  /// - Throws: ``Problem`` 429.
  func count(_ call: Call) async throws {
    let uses =
      [LimitUse(.searchesPerAddress, .address(Client(call).address))]
      + (call.principal.map { [LimitUse(.searchesPerAccount, .account($0.account.id))] } ?? [])
    for use in uses { try limits.check(use.name, use.subject) }
    try await context.steps.write { [limits] transaction in try await limits.take(uses, in: transaction) }
  }

  /// The ids of those found, ordered by the first of their words that was found and the id.
  func find(
    _ query: String, by searcher: AccountID?, after: Position?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [(id: AccountID, word: String)] {
    let words = SearchKey.fold(query).split(separator: " ").map(String.init).sorted { $0.count > $1.count }
    guard let longest = words.first else { return [] }
    let others = words.dropFirst().reduce(SQL(stringLiteral: "")) { sql, word in "\(sql)\(Self.hasWord(word))" }
    let me = searcher?.text ?? ""
    // Who has two such words is found by the first.
    let rows = try await transaction.query(
      """
      select w.account, w.word from people_words w
      where w.word >= \(longest) and w.word < \(longest + "\u{10FFFF}")
      and (w.word, w.account) > (\(after?.word ?? ""), \(after?.id ?? ""))
      and not exists (select 1 from people_words f where f.account = w.account and f.word >= \(longest)
      and f.word < w.word)\(others)
      and not exists (select 1 from blocks where blocker = \(me) and blocked = w.account)
      and not exists (select 1 from blocks where blocker = w.account and blocked = \(me))
      and exists (select 1 from people where id = w.account and disabled_at is null and leaving_at is null)
      order by w.word, w.account limit \(limit)
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
    let parts = context.secret.open(text)?.split(separator: "\n", maxSplits: 2).map(String.init) ?? []
    guard parts.count == 3, let count = Int(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "This is no 'next' of a page. Leave 'after' out to begin anew.")
    }
    return Position(word: parts[2], id: parts[1], count: count)
  }

  func text(_ position: Position) -> String {
    context.secret.seal("\(position.count)\n\(position.id)\n\(position.word)")
  }
}
