/// The live events that a namespace keeps for a while.
///
/// The numbers of a namespace rise in the order of the commits: when an event can be read, every one with a smaller number
/// can be, or never will. So who has seen one number has to ask for larger ones only, whichever process asks.
public struct LiveLog: Sendable, Hashable {
  /// Marks the database: numbers of another one mean nothing here. 0 before the first transaction.
  public var epoch: Int64
  /// Events up to this number are forgotten.
  public var floor: Int64
  /// The largest number so far, at least ``floor``.
  public var last: Int64
}

/// A live event as it is kept.
public struct KeptLiveEvent: Sendable, Hashable {
  /// Its number.
  public var number: Int64
  /// Its topic below the plugin's area.
  public var topic: String
  /// Its name; `""` for what is no event, but asks who may watch the topic.
  public var name: String
  /// The payload as JSON text on one line.
  public var payload: String
}

/// Some live events after a number.
public struct LivePage: Sendable, Hashable {
  /// Events up to this number are forgotten.
  public var floor: Int64
  /// In the order of their numbers.
  public var events: [KeptLiveEvent]
}

/// How long and how many live events are kept, so that clients can resume behind the last one they saw.
public enum LiveRetention {
  /// Ten minutes of real time, also under a simulated clock.
  public static var age: Duration { .seconds(600) }
  /// The newest events of a namespace; older ones go before their time.
  public static var count: Int { 100_000 }
}
