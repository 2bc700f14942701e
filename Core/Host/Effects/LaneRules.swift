import FieldhouseKit
import FieldhouseStorage
import Foundation

/// How long events are kept for a subscriber, and how often it is tried.
struct LaneRules: Sendable {
  /// For how long the events of a plugin are kept that is switched off, by the host's clock.
  var subscriptionAge: Duration = .seconds(30 * 86_400)
  /// After how many failures an event is put aside.
  var tries = 10
  /// How long a subscriber may take for an event; what has not returned by then counts as failed.
  var patience = Patience.ofPlugins

  /// From which failure on an event, or a hook, is shown as failing. After the first one it is tried again so soon that
  /// nobody could do anything.
  static let triesUntilShown = 2
  /// For how long delivered events are remembered, so that none is put into a lane twice: longer than any process needs
  /// from reading an event to putting it there.
  static let memory = Duration.seconds(3_600)
  /// How long a subscriber is left alone that its own database keeps from working.
  static let outage = Duration.seconds(5)

  /// How long a subscriber is left alone after it has failed: 250 ms at first, then twice as long each time, at most a
  /// minute.
  static func pause(after tries: Int) -> Duration { .milliseconds(min(60_000, 250 << min(tries - 1, 16))) }

  /// Whether an event failed through no fault of its subscriber's: it is tried for as long as that lasts.
  static func isOutage(_ error: any Error) -> Bool {
    guard let error = error as? StorageError else { return false }
    return [.unavailable, .full, .readOnly, .corrupt].contains(error.code)
  }
}
