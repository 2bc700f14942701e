public import FieldhouseKit
public import Foundation

/// A reminder of one person as a namespace keeps it.
public struct KeptReminder: Sendable, Hashable {
  /// The thing, by the plugin's key.
  public var thing: String
  /// The kind.
  public var kind: String
  /// Whom it is for.
  public var account: AccountID
  /// When the thing is.
  public var at: Date
  /// When it is due.
  public var due: Date
  /// From when on it comes too late.
  public var until: Date
  /// Whether it was sent, or came too late.
  public var isOver: Bool
  /// The key of the text.
  public var text: String
  /// The values of the text's placeholders, as a JSON object.
  public var arguments: String
  /// Where it leads.
  public var link: String?
  /// Whom it names.
  public var about: [AccountID]

  /// What its notification is told apart by from others of the kind: the thing, and when it was due.
  public var key: String { "reminder/\(Int64((due.timeIntervalSince1970 * 1000).rounded()))/\(thing)" }
}

/// What came of looking for reminders that are due.
public struct ReminderRound: Sendable, Hashable {
  /// How many were sent on.
  public var sent = 0
  /// How many came too late.
  public var late = 0
  /// How many are of kinds that the manifest does not declare any more; nobody is told.
  public var undeclared = 0

  /// How many were looked at.
  public var count: Int { sent + late + undeclared }
}

/// Where a list of a person's reminders goes on: behind this one.
public struct ReminderPlace: Sendable, Hashable {
  /// When the thing is, in milliseconds since 1970.
  public var at: Int64
  /// The thing.
  public var thing: String
  /// The kind.
  public var kind: String

  /// A place.
  public init(at: Int64, thing: String = "", kind: String = "") {
    (self.at, self.thing, self.kind) = (at, thing, kind)
  }
}
