internal import FieldhouseKit
internal import Foundation

/// Somebody who signed up through another person's link or code. It counts for the other once there is a real person
/// behind it: one who has come back a day or more after joining, from no device that the other has signed in on, and whose
/// account has not become one with another since.
struct Newcomer: Sendable, Hashable {
  /// How old an account may be to have come through the link that it joins with, in seconds: as long as a browser knows
  /// why somebody came.
  static let youngest = 86_400.0
  /// How long after joining somebody has to come back for it to count, in seconds.
  static let absence = 86_400.0
  /// How long somebody has to do so, in seconds.
  static let patience = 60 * 86_400.0
  /// The shortest and the longest time between two looks, in seconds.
  private static let looks = 3_600.0...86_400.0

  let account: AccountID
  let inviter: AccountID
  /// What was joined: `friend`, `group`, or the kind of a plugin's invitation.
  let kind: String
  /// The id of what was joined.
  let subject: String
  let joinedAt: Date
  /// When it came to count; nil while it does not.
  let countedAt: Date?

  /// Whether an account came through a link, rather than being there already.
  static func isOne(createdAt: Date, joining link: Date, at now: Date) -> Bool {
    createdAt >= link && now.timeIntervalSince(createdAt) <= youngest
  }

  /// Whether a use of the account shows that the person has come back.
  func hasComeBack(_ lastSeen: Date?) -> Bool {
    guard let lastSeen else { return false }
    return lastSeen >= joinedAt.addingTimeInterval(Self.absence)
  }

  /// When to look at somebody who has not come back next; nil when it is too late.
  func nextLook(after now: Date) -> Date? {
    let age = now.timeIntervalSince(joinedAt)
    guard age < Self.patience else { return nil }
    return now.addingTimeInterval(min(max(age / 24, Self.looks.lowerBound), Self.looks.upperBound))
  }

  /// When somebody who joined at an instant is looked at first.
  static func firstLook(_ joinedAt: Date) -> Date { joinedAt.addingTimeInterval(absence) }
}

extension Newcomer {
  init(_ row: Row) throws {
    self.init(
      account: try row["account"], inviter: try row["inviter"], kind: try row["kind"], subject: try row["subject"],
      joinedAt: try row["joined_at"], countedAt: try row["counted_at"])
  }
}
