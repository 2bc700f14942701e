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
  /// The day on which the event begins, where it takes place; asked for only where there is an age.
  let day: @Sendable () -> CivilDay

  /// - Parameter birth: the date of birth; nil when it is not told.
  /// - Throws: ``Problem`` 409 `event-cancelled`, `answers-closed`; 403 `age-unknown`, `too-young`.
  func check(_ reply: Answer.Reply, at now: Date, birth: CivilDay?) throws {
    guard !isCancelled else { throw Problem.eventCancelled }
    guard now < deadline else { throw Problem.answersClosed }
    guard let minimumAge, reply != .no else { return }
    try Age.check(minimumAge, of: birth, on: day())
  }
}

/// How old people are.
enum Age {
  /// - Parameter birth: the date of birth; nil when it is not told.
  /// - Throws: ``Problem`` 403 `age-unknown`, `too-young` for who is not known to be so old on a day.
  static func check(_ age: Int, of birth: CivilDay?, on day: CivilDay) throws {
    guard let birth else { throw Problem.ageUnknown(age) }
    guard years(from: birth, to: day) >= age else { throw Problem.tooYoung(age) }
  }

  /// Whole years that have passed on a day. Who was born on 29 February is a year older on 1 March of other years.
  static func years(from birth: CivilDay, to day: CivilDay) -> Int {
    let hasHadBirthday = (day.month, day.day) >= (birth.month, birth.day)
    return day.year - birth.year - (hasHadBirthday ? 0 : 1)
  }
}

/// How many of those who play a position have a place in an event.
struct RolePlaces: Sendable, Codable, Equatable {
  /// A position as the roster has it; letter case and white space around it aside.
  var name: String
  var count: Int
}

/// Somebody who has said yes, with the position that the roster gives; empty for none.
struct Comer: Sendable, Equatable {
  let account: AccountID
  var position = ""
}

/// Who has a place in an event, and who waits for one.
struct Places: Sendable, Equatable {
  /// In the order in which they said yes.
  let going: [AccountID]
  let waiting: [AccountID]

  /// - Parameters:
  ///   - yes: who has said yes, in that order.
  ///   - capacity: nil for everybody.
  init(_ yes: [AccountID], capacity: Int?) { self.init(yes.map { Comer(account: $0) }, capacity: capacity, roles: []) }

  /// Positions with places of their own are filled by those who play them, in the order of their answers; everybody else shares
  /// what the event has beside those.
  /// - Parameters:
  ///   - yes: who has said yes, in that order.
  ///   - capacity: of all together; nil for everybody.
  ///   - roles: the positions with a number of places.
  init(_ yes: [Comer], capacity: Int?, roles: [RolePlaces]) {
    var left = Dictionary(roles.map { (Self.key($0.name), $0.count) }, uniquingKeysWith: { one, _ in one })
    var others = capacity.map { max(0, $0 - roles.reduce(0) { $0 + $1.count }) }
    var (going, waiting): ([AccountID], [AccountID]) = ([], [])
    for comer in yes {
      let role = Self.key(comer.position)
      let free = left[role] ?? others ?? 1
      guard free > 0 else {
        waiting.append(comer.account)
        continue
      }
      going.append(comer.account)
      if left[role] != nil { left[role] = free - 1 } else if others != nil { others = free - 1 }
    }
    (self.going, self.waiting) = (going, waiting)
  }

  /// What tells positions apart.
  static func key(_ position: String) -> String { position.foldingWhiteSpace.lowercased() }

  /// Where somebody waits, from 1; nil for who does not.
  func position(of account: AccountID) -> Int? { waiting.firstIndex(of: account).map { $0 + 1 } }
}

/// Who comes to have a place in an event by a change, and who has none any more.
struct Seating: Sendable, Equatable {
  let gone: [AccountID]
  let new: [AccountID]
  /// Those of the new ones who have waited for it.
  let called: [AccountID]

  init(from before: Places, to after: Places) {
    gone = before.going.filter { !after.going.contains($0) }
    new = after.going.filter { !before.going.contains($0) }
    called = new.filter { before.waiting.contains($0) }
  }
}
