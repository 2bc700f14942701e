import FieldhouseKit
import Foundation

/// The plugin's settings as the manifest's schema describes them.
struct SoccerSettings: Decodable, Sendable {
  struct Feed: Decodable, Sendable {
    /// `fieldhouse` (the shipped format) or `openfootball` for files, `http` for providers that are called.
    var provider: String
    /// The folder with the files; relative ones lie in the plugin's own folder.
    var directory: String?
    /// How often the folder is looked at, or providers are asked for a season in which nothing is played, in seconds of the host's clock.
    var pollSeconds: Double
    /// How often providers are asked for a season in which a match is played, in seconds; 30 without it.
    var liveSeconds: Double?
    /// How long after its last answer a provider that fails gives way to the next one, in seconds; 600 without it.
    var fallbackSeconds: Double?
    /// The providers, the first one first.
    var sources: [Source]?
    /// `at-once` or `at-kick-off`: when it is told that a match is put off, cancelled or awarded.
    var announces: String?

    /// How often the feed is looked at, in seconds.
    var lookSeconds: Double { provider == "http" ? min(pollSeconds, liveSeconds ?? 30) : pollSeconds }

    /// At once unless a season is replayed, as the shipped ones are.
    var disclosure: Match.Disclosure {
      (announces ?? (provider == "fieldhouse" ? "at-kick-off" : "at-once")) == "at-once" ? .atOnce : .atKickOff
    }
  }

  /// A provider that is called.
  struct Source: Decodable, Sendable {
    /// `football-data`, `api-football` or `openligadb`.
    var provider: String
    /// What the provider knows the operator by.
    var key: String?
    /// Where its interface begins; that of the provider without it.
    var address: String?
    var seasons: [ProviderSeason]

    var format: any ProviderFormat {
      switch provider {
      case "football-data": FootballData()
      case "api-football": APIFootball()
      default: OpenLigaDB()
      }
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
