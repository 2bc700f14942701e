import FieldhouseKit
import Foundation

/// Whether somebody may answer an event now: a member of the team (the route sees to that), before the deadline, old enough,
/// and an event that takes place.
struct AnswerRule: Sendable {
  let isCancelled: Bool
  /// The last instant is the one before it.
  let deadline: Date
  /// In whole years; nil for none.
  let minimumAge: Int?
  /// The day on which the event begins, where it takes place.
  let day: CivilDay

  /// - Parameter birth: the date of birth; nil when it is not told.
  /// - Throws: ``Problem`` 409 `event-cancelled`, `answers-closed`; 403 `age-unknown`, `too-young`.
  func check(_ reply: Answer.Reply, at now: Date, birth: CivilDay?) throws {
    guard !isCancelled else { throw Problem.eventCancelled }
    guard now < deadline else { throw Problem.answersClosed }
    guard let minimumAge, reply != .no else { return }
    guard let birth else { throw Problem.ageUnknown(minimumAge) }
    guard Age.years(from: birth, to: day) >= minimumAge else { throw Problem.tooYoung(minimumAge) }
  }
}

/// How old people are.
enum Age {
  /// Whole years that have passed on a day. Who was born on 29 February is a year older on 1 March of other years.
  static func years(from birth: CivilDay, to day: CivilDay) -> Int {
    let hasHadBirthday = (day.month, day.day) >= (birth.month, birth.day)
    return day.year - birth.year - (hasHadBirthday ? 0 : 1)
  }
}

/// Who has a place in an event, and who waits for one.
struct Places: Sendable, Equatable {
  /// In the order in which they said yes.
  let going: [AccountID]
  let waiting: [AccountID]

  /// - Parameters:
  ///   - yes: who has said yes, in that order.
  ///   - capacity: nil for everybody.
  init(_ yes: [AccountID], capacity: Int?) {
    let count = min(yes.count, capacity ?? yes.count)
    (going, waiting) = (Array(yes.prefix(count)), Array(yes.dropFirst(count)))
  }

  /// Where somebody waits, from 1; nil for who does not.
  func position(of account: AccountID) -> Int? { waiting.firstIndex(of: account).map { $0 + 1 } }
}
