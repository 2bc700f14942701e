import FieldhouseKit
import Foundation

/// The plugin's settings as the manifest's schema describes them.
struct SoccerSettings: Decodable, Sendable {
  struct Feed: Decodable, Sendable {
    /// `fieldhouse` (the shipped format) or `openfootball`.
    var provider: String
    /// The folder with the files; relative ones lie in the plugin's own folder.
    var directory: String
    /// How often the folder is looked at, in seconds of the host's clock.
    var pollSeconds: Double
    /// `at-once` or `at-kick-off`: when it is told that a match is put off, cancelled or awarded.
    var announces: String?

    /// At once unless a season is replayed, as the shipped ones are.
    var disclosure: Match.Disclosure {
      (announces ?? (provider == "fieldhouse" ? "at-kick-off" : "at-once")) == "at-once" ? .atOnce : .atKickOff
    }
  }

  struct Points: Decodable, Sendable {
    var win: Int
    var score: Int
    var scorer: Int
  }

  var feed: Feed
  var points: Points
  /// A function of the plugin's rule modules that gives the points instead of `points`.
  var pointsRule: String?
  /// How long before predictions close people are reminded, in minutes; 0 for never.
  var reminderMinutes: Double
  var postponed: VoidPolicy.Postponed
  var abandoned: VoidPolicy.Doubtful
  var awarded: VoidPolicy.Doubtful

  /// When a prediction earns nothing.
  var policy: VoidPolicy {
    var policy = VoidPolicy()
    (policy.postponed, policy.abandoned, policy.awarded) = (postponed, abandoned, awarded)
    return policy
  }
}
