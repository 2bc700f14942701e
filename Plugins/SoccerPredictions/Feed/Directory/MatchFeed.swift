/// A source of leagues and matches. Isolation: safe to call from anywhere; calls may be made at the same time.
public protocol MatchFeed: Sendable {
  /// The leagues of all seasons the source has, ordered by id and season.
  ///
  /// - Throws: `FeedProblem` when the source cannot be reached at all.
  func leagues() async throws -> [League]

  /// The matches of one season in the source's order; empty for a season it does not have.
  ///
  /// - Throws: `FeedProblem` when the source cannot be reached at all.
  func matches(of season: SeasonKey) async throws -> [Match]

  /// What differs from the state that `cursor` stands for; everything for nil.
  ///
  /// Data that cannot be read is reported and leaves the state before it in force.
  ///
  /// - Throws: `FeedProblem` when the source cannot be reached at all.
  func changes(since cursor: FeedCursor?) async throws -> FeedChanges

  /// Whether it is called over the network, so that the first look waits until the host has started.
  var isCalled: Bool { get }

  /// Sees whether it can be read, without a call over the network.
  ///
  /// - Throws: `FeedProblem`.
  func check() async throws

  /// Lets go of what it holds of the system. Whoever asks it again has it take that up anew.
  func close() async
}

extension MatchFeed {
  public var isCalled: Bool { false }

  public func check() async throws { _ = try await changes(since: nil) }

  public func close() async {}
}

/// A state of a feed; it outlives the process only in the sense that an unknown one makes everything new.
public struct FeedCursor: Hashable, Sendable {
  /// The fingerprint of each season's content.
  var versions: [SeasonKey: Fingerprint]
}

/// The difference between two states of a feed.
public struct FeedChanges: Sendable {
  /// The state after the changes.
  public let cursor: FeedCursor
  /// Seasons that are new or differ, whole.
  public private(set) var updated: [SeasonFile]
  /// Seasons that are no longer there.
  public let removed: [SeasonKey]
  /// What could not be read or is doubtful.
  public let problems: [FeedProblem]

  /// Whether no season differs.
  public var isEmpty: Bool { updated.isEmpty && removed.isEmpty }

  /// Says when what the feed tells of matches beside their scores becomes known.
  mutating func disclose(_ disclosure: Match.Disclosure) {
    for season in updated.indices { updated[season].disclose(disclosure) }
  }
}

/// Which matches of a season differ between two readings.
public struct MatchChanges: Sendable {
  /// Matches that were not there before.
  public var added: [Match] = []
  /// Matches with the same id and other facts, as they are now.
  public var changed: [Match] = []
  /// Matches that are no longer there, as they were.
  public var removed: [Match] = []

  /// Compares two readings by the ids and versions of their matches.
  public init(from old: some Sequence<Match>, to new: some Sequence<Match>) {
    var before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for match in new {
      guard let known = before.removeValue(forKey: match.id) else { added.append(match); continue }
      if known != match { changed.append(match) }
    }
    removed = before.values.sorted { $0.id < $1.id }
  }
}
