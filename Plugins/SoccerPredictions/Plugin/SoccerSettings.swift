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
  var postponed: String
  var abandoned: String
  var awarded: String

  /// The void policy; the schema allows only its values.
  var policy: VoidPolicy {
    var policy = VoidPolicy()
    policy.postponed = VoidPolicy.Postponed(rawValue: postponed) ?? .keep
    policy.abandoned = VoidPolicy.Doubtful(rawValue: abandoned) ?? .void
    policy.awarded = VoidPolicy.Doubtful(rawValue: awarded) ?? .void
    return policy
  }
}
