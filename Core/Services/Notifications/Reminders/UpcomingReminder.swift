public import FieldhouseKit
public import Foundation

/// A reminder of a person as a plugin keeps it.
public struct UpcomingReminder: Sendable, Hashable {
  /// The kind.
  public var kind: String
  /// What its notification is told apart by from others of the kind.
  public var key: String
  /// The thing, by the plugin's key.
  public var thing: String
  /// When the thing is.
  public var at: Date
  /// When it is due.
  public var due: Date
  /// From when on it comes too late.
  public var until: Date
  /// Whether it was sent.
  public var isSent: Bool
  /// The key of the text.
  public var text: String
  /// The values of the text's placeholders.
  public var arguments: [String: String]
  /// Where it leads.
  public var link: String?
  /// Whom it names.
  public var about: [AccountID]

  /// A reminder.
  public init(
    kind: String, key: String, thing: String, at: Date, due: Date, until: Date, isSent: Bool, text: String,
    arguments: [String: String], link: String?, about: [AccountID]
  ) {
    (self.kind, self.key, self.thing) = (kind, key, thing)
    (self.at, self.due, self.until, self.isSent) = (at, due, until, isSent)
    (self.text, self.arguments, self.link, self.about) = (text, arguments, link, about)
  }
}
