internal import FieldhouseKit

/// Posts, by their numbers.
struct ReportablePost: ReportableFeedItem {
  static let kind = "post"

  let ledger: GroupLedger

  static func thing(_ place: ReportPlace, for reporter: Reporter) async throws -> ReportedThing {
    let standing = try await reporter.feed(of: place)
    guard let item = place.item(in: standing.feed), item.comment == nil,
      let post = try await reporter.gate.rows.post(item.post, in: item.feed), post.words.hiddenAt == nil
    else { throw FeedProblem.unknownPost }
    let author = post.words.author
    guard author != reporter.account else { throw ReportProblem.own }
    return ReportedThing(
      place: place, scope: standing.scope, author: author, position: item.position, words: post.allWords,
      keepers: [(author, FeedProblem.unknownPost)])
  }

  /// The first comments on it.
  static func surroundings(of place: ReportPlace, in rows: any GroupRows) async throws -> [ReportedWords] {
    guard let item = try await place.item(in: rows) else { return [] }
    return try await rows.comments(on: item.post, in: item.feed, after: 0, for: nil, limit: around)
      .map(ReportedWords.init)
  }

  static func words(of place: ReportPlace, in rows: any GroupRows) async throws -> String? {
    guard let item = try await place.item(in: rows) else { return nil }
    return try await rows.post(item.post, in: item.feed)?.allWords
  }
}
