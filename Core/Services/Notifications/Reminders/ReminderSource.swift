public import FieldhouseKit
public import Foundation

/// The reminders of one plugin.
public struct ReminderSource: Sendable {
  /// A place among a person's reminders in a plugin: when the thing is, in milliseconds since 1970, the thing and the kind.
  public typealias Place = (at: Int64, thing: String, kind: String)

  /// Reads those of a person that are of use at an instant and stand behind a place, as many as the limit says at most, in the
  /// order of places.
  public typealias Reading =
    @Sendable (_ account: AccountID, _ now: Date, _ after: Place, _ limit: Int) async throws -> [UpcomingReminder]

  let plugin: String
  let read: Reading

  /// - Parameter plugin: its id.
  public init(plugin: String, read: @escaping Reading) { (self.plugin, self.read) = (plugin, read) }
}
