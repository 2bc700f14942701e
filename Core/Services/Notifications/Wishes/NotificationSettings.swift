public import FieldhouseKit

/// What a person wants to be told of outside the inbox, which takes everything.
public struct NotificationSettings: RouteInput, RouteOutput {
  /// The master switch; ON for everyone at first. While it is off nothing is pushed, mailed or texted.
  public var enabled: Bool
  /// The kinds that are switched off, `<owner>/<name>`.
  public var kindsOff: [String]
  /// When nothing is pushed, mailed or texted until they end; nil for never.
  public var quietHours: QuietHours?

  public static var schema: Schema {
    .object(
      [
        ("enabled", .boolean()), ("kindsOff", .array(of: .string(minLength: 1, maxLength: 100), count: 0...200)),
        ("quietHours", .nullable(QuietHours.schema)),
      ],
      required: ["enabled", "kindsOff"])
  }

  /// Everything is told, at any hour.
  static let standard = NotificationSettings(enabled: true, kindsOff: [])

  /// Whether a kind leaves the inbox.
  func lets(_ kind: NotificationKind) -> Bool { enabled && !kindsOff.contains(kind.id) }
}
