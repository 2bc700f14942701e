internal import FieldhouseKit

/// Comments on posts, by the numbers of the post and the comment.
struct ReportableComment: ReportableFeedItem {
  static let kind = "comment"

  let ledger: GroupLedger

  static func thing(_ place: ReportPlace, for reporter: Reporter) async throws -> ReportedThing {
    let (standing, rows) = (try await reporter.feed(of: place), reporter.gate.rows)
    guard let item = place.item(in: standing.feed), let post = try await rows.post(item.post, in: item.feed),
      standing.shows(post.words, to: reporter.account)
    else { throw FeedProblem.unknownPost }
    guard let number = item.comment, let words = try await rows.comment(number, on: item.post, in: item.feed),
      words.hiddenAt == nil
    else { throw FeedProblem.unknownComment }
    guard words.author != reporter.account else { throw ReportProblem.own }
    return ReportedThing(
      place: place, scope: standing.scope, author: words.author, position: item.position, words: words.text,
      keepers: [(post.words.author, FeedProblem.unknownPost), (words.author, FeedProblem.unknownComment)])
  }

  /// The post, and comments on it.
  static func surroundings(of place: ReportPlace, in rows: any GroupRows) async throws -> [ReportedWords] {
    guard let item = try await place.item(in: rows), let number = item.comment,
      let post = try await rows.post(item.post, in: item.feed)
    else { return [] }
    let before = try await rows.comments(on: item.post, in: item.feed, before: number, limit: around)
    let after = try await rows.comments(on: item.post, in: item.feed, after: number, for: nil, limit: around)
    return [ReportedWords(post)] + (before.reversed() + after).map(ReportedWords.init)
  }

  static func words(of place: ReportPlace, in rows: any GroupRows) async throws -> String? {
    guard let item = try await place.item(in: rows), let number = item.comment else { return nil }
    return try await rows.comment(number, on: item.post, in: item.feed)?.text
  }
}

extension ReportedWords {
  init(_ post: Post) {
    self.init(kind: ReportablePost.kind, author: post.words.author, at: post.words.at, text: post.allWords)
  }

  init(_ comment: FeedWords) {
    self.init(kind: ReportableComment.kind, author: comment.author, at: comment.at, text: comment.text)
  }
}
