import FieldhouseKit
import Foundation

/// A challenge to be made.
struct ChallengeDraft: Sendable {
  var coach: AccountID?
  var isPersonal = false
  var kind: Challenge.Kind
  var title: String
  var about: String
  var difficulty: Int
  var zone: TimeZone
  var start: Int?
  var length: Int
  var graceHours: Int
  var teamSize: Int?
  /// How many teams there are from the beginning.
  var teams = 0
  var mayFound = false
  var rules: ChallengeRules
  var isListed: Bool
  var capacity: Int?
  var cover: String?
  /// The group whose members alone see and join it.
  var organisation: String?

  /// When its teams are drawn: at the beginning of the first day.
  var drawsAt: Date? { rules.drawsAtStart == true ? start.map(zone.beginning) : nil }
}
