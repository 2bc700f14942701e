public import Foundation

/// Until when a match can be predicted.
public enum PredictionWindow {
  /// How long before kick-off predictions close: 15 minutes, in seconds.
  public static let margin = 15.0 * 60

  /// When predictions close: 15 minutes before the scheduled kick-off.
  public static func closing(kickOff: Date) -> Date { kickOff - margin }

  /// Whether a prediction can be made, changed or withdrawn at `now`: no longer at exactly 15 minutes before kick-off.
  ///
  /// A kick-off that moves takes the closing time with it.
  public static func isOpen(now: Date, kickOff: Date) -> Bool { now < closing(kickOff: kickOff) }
}
