public import FieldhouseKit

/// Where the live events of one plugin are kept, by every process that publishes some, and what its rights are.
public protocol LiveStore: Sendable {
  /// How far the events have come.
  func place() async throws -> LivePlace

  /// Events of all topics behind a number, in their order.
  /// - Parameter limit: at most this many.
  func events(after number: Int64, limit: Int) async throws -> StoredLiveEvents

  /// The same of some topics, and only up to a number.
  func events(
    of topics: [String], after number: Int64, through last: Int64, limit: Int
  ) async throws -> StoredLiveEvents

  /// Whose rights any process has changed since a mark. Who is asked about behind this call is answered by what was
  /// committed before it.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  func rightsChanges(since mark: Int64?) async throws -> LiveRightsChanges

  /// The part that an account is in; always the same.
  func part(of account: AccountID) -> Int

  /// Sees to it that whoever is asked about behind this call is answered by what was committed before it.
  func renewRights() async throws
}

/// What has changed of who may do what. Accounts are spread over parts.
public struct LiveRightsChanges: Sendable, Hashable {
  /// What to ask with next time.
  public var mark: Int64
  /// The parts with accounts whose rights have changed; they may be told again.
  public var parts: Set<Int>

  /// Changes.
  public init(mark: Int64, parts: Set<Int> = []) { (self.mark, self.parts) = (mark, parts) }
}

/// A number of a store.
public struct LivePlace: Sendable, Hashable {
  /// Marks the store: numbers of another one mean nothing there.
  public var epoch: Int64
  /// When an event has this number, there will be none with a smaller one that is not there yet.
  public var number: Int64

  /// A place.
  public init(epoch: Int64, number: Int64) { (self.epoch, self.number) = (epoch, number) }

  /// Whether it comes behind another place of the same store.
  func isBehind(_ other: LivePlace) -> Bool { epoch == other.epoch && number > other.number }
}

/// An event of a topic.
public struct StoredLiveEvent: Sendable, Hashable {
  /// Its number, rising over the store.
  public var number: Int64
  /// The topic below the area.
  public var topic: String
  /// Its name; `""` asks who may watch the topic.
  public var name: String
  /// The payload as JSON on one line.
  public var payload: String

  /// An event.
  public init(number: Int64, topic: String, name: String, payload: String) {
    (self.number, self.topic, self.name, self.payload) = (number, topic, name, payload)
  }
}

/// Some events of a store.
public struct StoredLiveEvents: Sendable, Hashable {
  /// Those up to this number are forgotten.
  public var floor: Int64
  /// In the order of their numbers.
  public var events: [StoredLiveEvent]

  /// Events.
  public init(floor: Int64, events: [StoredLiveEvent]) { (self.floor, self.events) = (floor, events) }
}
