public import Foundation

/// Until when a match can be predicted.
public enum PredictionWindow {
  /// How long before kick-off predictions close: 15 minutes, in seconds.
  public static let margin = 15.0 * 60

  /// How long before the noon that stands for a time which nobody knows yet predictions close, in seconds: 12 hours.
  public static let untimedMargin = 12.0 * 3600

  /// When predictions close: 15 minutes before the scheduled kick-off.
  public static func closing(kickOff: Date) -> Date { kickOff - margin }

  /// When the predictions of a match close. While only its day is known, that is when the day begins where it is played (on the two days
  /// of a year on which clocks are changed an hour before or after that), since it may begin at any time of it.
  public static func closing(of match: Match) -> Date {
    match.kickOffConfirmed ? closing(kickOff: match.kickOff) : match.kickOff - untimedMargin
  }

  /// Whether a prediction can be made, changed or withdrawn at `now`: no longer at exactly 15 minutes before kick-off.
  ///
  /// A kick-off that moves takes the closing time with it.
  public static func isOpen(now: Date, kickOff: Date) -> Bool { now < closing(kickOff: kickOff) }
}
