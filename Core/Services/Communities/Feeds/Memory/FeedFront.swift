internal import FieldhouseKit
internal import Synchronization

/// The latest posts of a feed, also those that are hidden: what most readers ask for.
struct FeedFront: Sendable {
  /// How many posts it holds at most.
  static let length = 50

  /// The latest first.
  let posts: [FrontPost]
  /// Whether there are no older ones.
  let isWhole: Bool
  /// Who has written them, each once.
  let authors: [AccountID]
  /// About how many bytes it takes, with every post rendered for every reader, and its pages.
  let bytes: Int
  /// Whether any of the posts is hidden.
  let hasHidden: Bool
  /// Pages as readers see them who have marked nothing and between whom and nobody is a block.
  let pages = FrontPages()

  /// - Parameters:
  ///   - found: one more than ``length`` where there are older ones.
  ///   - flagged: the numbers of those that were reported and not decided about.
  init(_ found: [Post], flagged: Set<Int>) {
    posts = found.prefix(Self.length).map { FrontPost($0, isFlagged: flagged.contains($0.words.number)) }
    isWhole = found.count <= Self.length
    authors = Array(Set(posts.map(\.words.author)))
    bytes = posts.reduce(1_000) { $0 + $1.bytes + FrontPages.most * $1.longest }
    hasHidden = posts.contains { $0.words.hiddenAt != nil }
  }
}

/// The latest pages that were written of a front, of which most readers get the same.
final class FrontPages: Sendable {
  /// What a page depends on, but for the posts, whoever wrote them and what the reader has made of them.
  struct Form: Hashable {
    let limit: Int
    let mayWrite: Bool
    let mayModerate: Bool
  }

  /// So many are kept.
  static let most = 2

  private struct State {
    var edition: Int64 = -1
    var texts: [(form: Form, text: [UInt8])] = []
  }

  private let state = Mutex(State())

  /// A page, if it was kept since accounts were as they are now.
  /// - Parameter edition: of what is known of accounts.
  func text(_ form: Form, edition: Int64) -> [UInt8]? {
    state.withLock { state in
      guard state.edition == edition else { return nil }
      return state.texts.first { $0.form == form }?.text
    }
  }

  /// - Parameter edition: from before the authors were asked for.
  func keep(_ text: [UInt8], _ form: Form, edition: Int64) {
    state.withLock { state in
      guard edition >= state.edition else { return }
      if edition > state.edition { state = State(edition: edition) }
      state.texts.removeAll { $0.form == form }
      state.texts.append((form, text))
      if state.texts.count > Self.most { state.texts.removeFirst() }
    }
  }
}

/// What a reader has made of the posts of a front.
struct OwnMarks: Sendable {
  var liked: Set<Int> = []
  var flagged: Set<Int> = []

  var count: Int { liked.count + flagged.count }
}

/// A post, and the JSON text of each way in which somebody sees it.
final class FrontPost: Sendable {
  private struct Texts {
    var author: Account?
    /// By whether the reader likes it and has reported it.
    var each: [[UInt8]?] = [nil, nil, nil, nil]
  }

  let post: Post
  private let isFlagged: Bool
  private let texts = Mutex(Texts())

  init(_ post: Post, isFlagged: Bool) { (self.post, self.isFlagged) = (post, isFlagged) }

  var words: FeedWords { post.words }

  /// The words, and each of the four texts.
  var bytes: Int { size + 4 * longest }

  /// About as long is a text at most: the words twice, since some are escaped, and 600 bytes for the rest.
  var longest: Int { size * 2 + 600 }

  private var size: Int { post.words.text.utf8.count + post.media.reduce(0) { $0 + $1.utf8.count } }

  /// Appends the post as somebody sees it.
  /// - Parameter author: as everybody sees them now; nil where they are leaving.
  func append(to bytes: inout [UInt8], author: Account?, _ own: OwnMarks) throws {
    let number = post.words.number
    let (isLiked, isFlaggedByMe) = (own.liked.contains(number), own.flagged.contains(number))
    let place = (isLiked ? 2 : 0) + (isFlaggedByMe ? 1 : 0)
    let known = texts.withLock { $0.author == author ? $0.each[place] : nil }
    if let known { return bytes += known }
    let marks = ReportMarks(all: isFlagged ? [number] : [], own: isFlaggedByMe ? [number] : [])
    var text: [UInt8] = []
    try JSONOutput.encode(
      PostView(post, author: author.map(PersonView.init), isLiked: isLiked, marks), into: &text)
    bytes += text
    texts.withLock { texts in
      if texts.author != author { texts = Texts(author: author) }
      texts.each[place] = text
    }
  }
}

/// A page that is written from a front.
struct FrontPage {
  let standing: FeedStanding
  let me: AccountID
  let front: FeedFront
  let own: OwnMarks
  /// Between whom and the reader there is a block.
  let blocked: Set<AccountID>
  let accounts: [AccountID: Account]

  /// The page as ``FeedPage`` writes it; nil where the front does not reach far enough.
  func text(limit: Int) throws -> [UInt8]? {
    var (bytes, count, last, next) = (Array("{\"items\":[".utf8), 0, 0, Int?.none)
    bytes.reserveCapacity(limit * 400)
    for post in front.posts where standing.shows(post.words, to: me) {
      if count == limit {
        next = last
        break
      }
      guard !blocked.contains(post.words.author) else { continue }
      if count > 0 { bytes.append(UInt8(ascii: ",")) }
      try post.append(to: &bytes, author: accounts[post.words.author], own)
      (count, last) = (count + 1, post.words.number)
    }
    guard next != nil || front.isWhole else { return nil }
    let place = next.map { "\"\($0)\"" } ?? "null"
    bytes += "],\"next\":\(place),\"mayWrite\":\(standing.mayWriteNow),\"mayModerate\":\(standing.mayModerate)}".utf8
    return bytes
  }
}
