public import FieldhouseKit
public import Foundation

/// A reminder as the person sees it whom it is for.
public struct ReminderView: RouteOutput, Decodable {
  /// The id, which its notification has too.
  public var id: String
  /// The plugin it comes from.
  public var plugin: String
  /// The kind, as the plugin's manifest declares it.
  public var kind: String
  /// The title of the kind, in the reader's language.
  public var title: String
  /// The text in the reader's language.
  public var text: String
  /// The path in the web app of what it is about.
  public var link: String?
  /// When that is, UTC.
  public var at: Date
  /// The day on which that is, such as `2025-09-02`, where it has no hours.
  public var day: String?
  /// When the reminder is due, UTC.
  public var due: Date
  /// From when on it comes too late, UTC.
  public var until: Date
  /// When a device may show it by itself, behind quiet hours, UTC; left out where it may not: it was sent, its kind or everything is
  /// switched off or not pushed, or quiet hours end too late.
  public var showAt: Date?
  /// Of two notifications with the same the later takes the place of the earlier on a device.
  public var tag: String
  /// Whether it was sent.
  public var isSent: Bool
}

/// Which page of my reminders.
struct RemindersInput: RouteInput {
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object([("limit", .integer(1...100)), ("after", .string(maxLength: 600))], required: [])
  }
}
