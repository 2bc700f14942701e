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
    for event in events {
      guard let veil = veils[TopicAddress(source: source, name: event.topic)], let author = veil.author(of: event),
        !verdicts.covers(author, event.topic, 0)
      else { continue }
      let hidden = try await veil.hides(author, [account])
      verdicts.note(author, event.topic, [0: !hidden.contains(account)])
    }
    return events.filter { event in
      guard let veil = veils[TopicAddress(source: source, name: event.topic)], let author = veil.author(of: event)
      else { return true }
      return verdicts.shows(author, event.topic, 0)
    }
  }
}

extension LiveVeil {
  /// Whose words an event carries.
  func author(of event: StoredLiveEvent) -> AccountID? { (try? JSON(parsing: event.payload)).flatMap(author) }
}

/// A question about those who watch a veiled topic.
struct LiveQuestion: Sendable {
  let author: AccountID
  let topic: String
  let veil: LiveVeil
  /// The accounts of those who were not asked about yet, by the number of the client.
  let watchers: [UInt64: AccountID]
}

/// For which clients the words of authors are, on the topics where they were said.
struct LiveVerdicts: Sendable {
  private struct Place: Hashable {
    let author: AccountID
    let topic: String
  }

  private var known: [Place: [UInt64: Bool]] = [:]

  /// Whether it is known for a client.
  func covers(_ author: AccountID, _ topic: String, _ client: UInt64) -> Bool {
    known[Place(author: author, topic: topic)]?[client] != nil
  }

  /// Whether the words are for a client; not where it is unknown.
  func shows(_ author: AccountID, _ topic: String, _ client: UInt64) -> Bool {
    known[Place(author: author, topic: topic)]?[client] == true
  }

  mutating func note(_ author: AccountID, _ topic: String, _ clients: [UInt64: Bool]) {
    known[Place(author: author, topic: topic), default: [:]].merge(clients) { $1 }
  }

  /// - Throws: when it cannot be said.
  mutating func answer(_ questions: [LiveQuestion]) async throws {
    for question in questions {
      let hidden = try await question.veil.hides(question.author, Array(Set(question.watchers.values)))
      note(question.author, question.topic, question.watchers.mapValues { !hidden.contains($0) })
    }
  }
}
