public import FieldhouseKit

/// What keeps some events of a topic from some of those who may watch it: the words of somebody whom the watcher has blocked.
public struct LiveVeil: Sendable {
  /// Whose words an event carries, from its payload; nil for nobody's, which are for all.
  public let author: @Sendable (_ payload: JSON) -> AccountID?
  /// Those of some people whom an author's words are not for.
  public let hides: @Sendable (_ author: AccountID, _ watchers: [AccountID]) async throws -> Set<AccountID>

  /// A veil.
  public init(
    author: @escaping @Sendable (_ payload: JSON) -> AccountID?,
    hides: @escaping @Sendable (_ author: AccountID, _ watchers: [AccountID]) async throws -> Set<AccountID>
  ) {
    (self.author, self.hides) = (author, hides)
  }
}

/// Topics with veils as one account watches them.
struct LiveViewer: Sendable {
  let account: AccountID
  let veils: [TopicAddress: LiveVeil]

  /// What of some events that came on these topics is for the viewer.
  /// - Throws: when that cannot be said; nothing is to be handed out then.
  func sifted(_ events: [StoredLiveEvent], of source: String) async throws -> [StoredLiveEvent] {
    var verdicts = LiveVerdicts()
    var shown: [StoredLiveEvent] = []
    for event in events {
      guard let veil = veils[TopicAddress(source: source, name: event.topic)],
        let words = verdicts.words(of: event, veil)
      else {
        shown.append(event)
        continue
      }
      if verdicts[words, 0] == nil {
        let hidden = try await veil.hides(words.author, [account])
        verdicts.note(words, [0: !hidden.contains(account)])
      }
      if verdicts[words, 0] == true { shown.append(event) }
    }
    return shown
  }
}

/// Whose words were said where.
struct LiveWords: Sendable, Hashable {
  let author: AccountID
  let topic: String
}

/// A question about those who watch a veiled topic.
struct LiveQuestion: Sendable {
  let words: LiveWords
  let veil: LiveVeil
  /// The accounts of those who were not asked about yet, by the number of the client.
  let watchers: [UInt64: AccountID]
}

/// For which clients the words of authors are, on the topics where they were said; of events of one source.
struct LiveVerdicts: Sendable {
  private var authors: [Int64: AccountID?] = [:]
  private var known: [LiveWords: [UInt64: Bool]] = [:]

  /// Whose words an event carries; each event is read once.
  mutating func words(of event: StoredLiveEvent, _ veil: LiveVeil) -> LiveWords? {
    let author: AccountID?
    if let known = authors[event.number] {
      author = known
    } else {
      author = (try? JSON(parsing: event.payload)).flatMap(veil.author)
      authors[event.number] = .some(author)
    }
    return author.map { LiveWords(author: $0, topic: event.topic) }
  }

  /// Whether words are for a client; nil where that is unknown.
  subscript(_ words: LiveWords, _ client: UInt64) -> Bool? { known[words]?[client] }

  /// The clients that it is known of, and whether the words are for each.
  subscript(_ words: LiveWords) -> [UInt64: Bool] { known[words] ?? [:] }

  mutating func note(_ words: LiveWords, _ clients: [UInt64: Bool]) {
    known[words, default: [:]].merge(clients) { $1 }
  }

  /// - Throws: when it cannot be said.
  mutating func answer(_ questions: [LiveQuestion]) async throws {
    for question in questions {
      let hidden = try await question.veil.hides(question.words.author, Array(Set(question.watchers.values)))
      note(question.words, question.watchers.mapValues { !hidden.contains($0) })
    }
  }
}
