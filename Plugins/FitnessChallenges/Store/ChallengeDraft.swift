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
}
