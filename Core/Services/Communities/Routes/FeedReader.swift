internal import FieldhouseKit
internal import Foundation

/// A feed as one person sees it. Of two people one of whom has blocked the other, neither sees what the other writes.
struct FeedReader: Sendable {
  /// How often a page that blocks have emptied is filled up.
  private static let rounds = 5

  let rows: any GroupRows
  let people: any Authentication
  let standing: FeedStanding
  let me: AccountID

  private var feed: Feed { standing.feed }
  /// Who sees what is hidden only where it is their own.
  private var viewer: AccountID? { standing.mayModerate ? nil : me }

  /// Some of a list, and where it goes on.
  struct Portion<Item: Sendable>: Sendable {
    var items: [Item] = []
    var next: Int?

    func map<Other: Sendable>(_ items: [Other]) -> Portion<Other> { Portion<Other>(items: items, next: next) }
  }

  func posts(before number: Int, limit: Int) async throws -> Portion<PostView> {
    let found = try await portion(from: number, limit: limit, words: { $0.words }) {
      try await rows.posts(in: feed, before: $0, for: viewer, limit: $1)
    }
    return found.map(try await views(found.items))
  }

  func comments(on post: Int, after number: Int, limit: Int) async throws -> Portion<CommentView> {
    _ = try await self.post(post, showsAll: false)
    let found = try await portion(from: number, limit: limit, words: { $0 }) {
      try await rows.comments(on: post, in: feed, after: $0, for: viewer, limit: $1)
    }
    return found.map(try await views(found.items, on: post))
  }

  /// - Parameter showsAll: whether blocks count for nothing, for those who moderate.
  /// - Throws: ``Problem`` 404 `post-unknown`.
  func post(_ number: Int, showsAll: Bool) async throws -> PostView {
    guard let post = try await rows.post(number, in: feed), try await shows(post.words, showsAll) else {
      throw FeedProblem.unknownPost
    }
    return try await views([post])[0]
  }

  /// - Parameter showsAll: whether blocks count for nothing, for those who moderate.
  /// - Throws: ``Problem`` 404 `post-unknown`, `comment-unknown`.
  func comment(_ number: Int, on post: Int, showsAll: Bool) async throws -> CommentView {
    _ = try await self.post(post, showsAll: showsAll)
    guard let words = try await rows.comment(number, on: post, in: feed), try await shows(words, showsAll) else {
      throw FeedProblem.unknownComment
    }
    return try await views([words], on: post)[0]
  }

  private func shows(_ words: FeedWords, _ showsAll: Bool) async throws -> Bool {
    guard standing.shows(words, to: me) else { return false }
    guard words.author != me, !(showsAll && standing.mayModerate) else { return true }
    return try await !people.blocks(between: me, and: words.author)
  }

  func views(_ posts: [Post]) async throws -> [PostView] {
    let numbers = posts.map(\.words.number)
    let liked = try await rows.liked(numbers, in: feed, by: me)
    let marks = try await rows.marks(ofPosts: numbers, in: feed, for: me)
    let accounts = try await people.accounts(Array(Set(posts.map(\.words.author))))
    return posts.map { post in
      PostView(
        post, author: accounts[post.words.author].map(PersonView.init), isLiked: liked.contains(post.words.number),
        marks)
    }
  }

  func views(_ comments: [FeedWords], on post: Int) async throws -> [CommentView] {
    let marks = try await rows.marks(ofComments: comments.map(\.number), on: post, in: feed, for: me)
    let accounts = try await people.accounts(Array(Set(comments.map(\.author))))
    return comments.map { CommentView($0, author: accounts[$0.author].map(PersonView.init), marks) }
  }

  /// Reads on until there are as many as wanted whose authors are there for the reader, or the list ends; after
  /// ``rounds`` a page is short and says where it goes on.
  private func portion<Item: Sendable>(
    from start: Int, limit: Int, words: (Item) -> FeedWords,
    _ read: (_ from: Int, _ limit: Int) async throws -> [Item]
  ) async throws -> Portion<Item> {
    var (portion, place) = (Portion<Item>(), start)
    for _ in 0..<Self.rounds {
      let wanted = limit - portion.items.count
      let found = try await read(place, wanted + 1)
      let looked = found.prefix(wanted)
      let authors = Set(looked.map { words($0).author }).subtracting([me])
      let hidden = authors.isEmpty ? [] : try await people.blocks(between: me, and: Array(authors))
      portion.items += looked.filter { !hidden.contains(words($0).author) }
      guard found.count > wanted, let last = looked.last else {
        portion.next = nil
        break
      }
      place = words(last).number
      portion.next = place
      if portion.items.count == limit { break }
    }
    return portion
  }
}
