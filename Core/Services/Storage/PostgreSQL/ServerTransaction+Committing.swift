internal import FieldhouseKit

// Events and live events.
extension ServerTransaction {
  func takeBackKept() async throws -> SQLValue? {
    let hasKept = try await onLoop { [self] in
      // Nobody finds them any more; that something was told on their topics is told here all the same.
      for event in published { effects.append(.published(topic: event.topic)) }
      defer { published = [] }
      return !published.isEmpty
    }
    guard hasKept else { return nil }
    return try await run(CommitOrder.next, []).first?.values.first
  }

  func keep(_ event: KeptLiveEvent) async throws {
    try await onLoop {
      try await inCall(whileScoresGoOn: true) { [self] in
        published.append(event)
      }
    }
  }

  /// Sends notifications, events and live events behind a lock of the namespace, directly before the commit. It is held
  /// until the others can see what was committed, so the numbers rise in the order of the commits.
  func queueEffects() async throws {
    guard !published.isEmpty || !carried.isEmpty else { return }
    try queue(CommitOrder.lock, [], as: .host) { _ in }
    for some in CarriedEffect.portions(of: carried) {
      try queue(ServerStatements.addToOutbox, [], CarriedEffect.arrays(some), as: .host) { [self] reply in
        // Numbers rise in the order in which they are given.
        let numbers: [Int64] = try reply.rows.map { try $0[0] }.sorted()
        for (effect, number) in zip(some, numbers) { effects.append(effect.effect(number)) }
      }
      try await flushLong()
    }
    carried = []
    if !published.isEmpty { try queueLive() }
  }

  private func queueLive() throws {
    let told = published.map { CommittedEffect.published(topic: $0.topic) }
    let arrays = CommitOrder.arrays(published)
    published = []
    try queue(CommitOrder.addLive, [.integer(LiveStatements.now)], arrays, as: .host) { [self] _ in
      told.forEach(effects.append)
    }
  }
}

/// A notification or an event, before it has a number.
struct CarriedEffect: Sendable {
  let kind: String
  let body: String
  /// What it is once it has a number.
  let effect: @Sendable (Int64) -> CommittedEffect

  /// So many bytes are sent with one statement, but for what is longer by itself.
  private static let longest = 1_000_000

  /// Some, in their order, cut so that each portion is short.
  static func portions(of effects: [CarriedEffect]) -> [[CarriedEffect]] {
    var (portions, length): ([[CarriedEffect]], Int) = ([], longest)
    for effect in effects {
      length += effect.body.utf8.count
      if length >= longest { (length, portions) = (effect.body.utf8.count, portions + [[]]) }
      portions[portions.count - 1].append(effect)
    }
    return portions
  }

  /// The arrays that ``ServerStatements/addToOutbox`` takes.
  static func arrays(_ effects: [CarriedEffect]) -> [ServerArray] {
    var (kinds, bodies) = (ServerArray.texts(), ServerArray.texts())
    for effect in effects {
      kinds.append(effect.kind.utf8)
      bodies.append(effect.body.utf8)
    }
    return [kinds, bodies]
  }
}

/// How the server numbers what is told in the order of the commits.
enum CommitOrder {
  /// One transaction of a namespace at a time has it, from here to its commit.
  static let lock = "select pg_advisory_xact_lock(hashtextextended(current_schema() || '.commits', 0))"

  /// A number behind all that were given before.
  static let next = HostStatement("select nextval('fieldhouse_effects')")

  /// Keeps events of the time ?1 with the topics ?2, names ?3 and payloads ?4, in their order.
  static let addLive = """
    insert into fieldhouse_live_events (sequence, topic, event, payload, at)
    select nextval('fieldhouse_effects'), topic, event, payload, ?1 from (
      select topic, event, payload
      from unnest(?2::text[], ?3::text[], ?4::text[]) with ordinality as e (topic, event, payload, place)
      order by place) as told
    """

  /// The arrays that ``addLive`` takes.
  static func arrays(_ events: [KeptLiveEvent]) -> [ServerArray] {
    var (topics, names, payloads) = (ServerArray.texts(), ServerArray.texts(), ServerArray.texts())
    for event in events {
      topics.append(event.topic.utf8)
      names.append(event.name.utf8)
      payloads.append(event.payload.utf8)
    }
    return [topics, names, payloads]
  }
}
