import FieldhouseKit
import Foundation

/// What people answer at the same time, taken in one transaction.
typealias SharedAnswers = SharedWrites<GivenAnswer, MyAnswer>

/// What a member answers to an event of a team.
struct GivenAnswer: Sendable {
  let answer: TeamManagement.NewAnswer
  let event: String
  let team: String
  let now: Date
}

extension TeamManagement {
  /// A team that lives, with those on it.
  private struct Answering {
    let group: Group
    let members: Set<AccountID>
    let admins: [AccountID]
  }

  /// Takes what several members answer: mostly to events for people of any age, whose places are no positions, which statements about all
  /// of them take. Others go alone.
  func answer(_ given: [GivenAnswer], in transaction: any Transaction) async throws -> [SharedAnswers.Outcome] {
    if given.count == 1 { return [.answer(try await answer(given[0], in: transaction))] }
    var outcomes = given.map { _ in SharedAnswers.Outcome.alone }
    let teams = try await answering(Set(given.map(\.team)), in: transaction)
    var set = try await AnswerSet(given, in: transaction)
    for (index, one) in given.enumerated() {
      guard teams[one.team]?.members.contains(one.answer.of.id) == true else { continue }
      do { try set.take(one, at: index) } catch { outcomes[index] = .refusal(error) }
    }
    try await set.keep(in: transaction)
    var reminders = SeatReminders()
    for taken in set.taken {
      guard let team = teams[taken.event.team] else { continue }
      try await tell(of: taken, team, &reminders, in: transaction)
      let position = taken.places.after.position(of: taken.answer.account)
      outcomes[taken.index] = .answer(MyAnswer(taken.answer, position: position))
    }
    // Whoever watches asks for the answers to an event anew, once for all of them.
    var told: Set<String> = []
    for event in set.taken.map(\.event) where told.insert(event.id).inserted {
      try await publish("answers", of: event.team, event: event.id, in: transaction)
    }
    for (event, people) in reminders.all {
      if !people.gone.isEmpty { try await transaction.reminders.cancel(event.reminder, of: people.gone) }
      try await remind(people.new, of: event, of: teams[event.team]?.group.name, in: transaction)
    }
    if reminders.all.contains(where: { $0.event.plan.capacity != nil }) { try await lookForSpares(at: host.clock.now) }
    return outcomes
  }

  /// Takes what one member answers.
  func answer(_ given: GivenAnswer, in transaction: any Transaction) async throws -> MyAnswer {
    let group = try await TeamStore.livingGroup(given.team, in: transaction)
    return try await answer(given.answer, to: given.event, of: group, at: given.now, in: transaction)
  }

  private func answering(
    _ teams: Set<String>, in transaction: any Transaction
  ) async throws -> [String: Answering] {
    var found: [String: Answering] = [:]
    for team in teams.sorted() {
      guard let group = try await transaction.groups.group(team), group.kind == Team.kind, group.archivedAt == nil
      else { continue }
      let (members, admins) = try await TeamStore.people(of: team, in: transaction)
      found[team] = Answering(group: group, members: members, admins: admins)
    }
    return found
  }

  private func tell(
    of taken: AnswerSet.Taken, _ team: Answering, _ reminders: inout SeatReminders, in transaction: any Transaction
  ) async throws {
    let event = taken.event
    guard taken.isOther else { return }
    let seating = Seating(from: taken.places.before, to: taken.places.after)
    reminders.note(seating, in: event)
    let called = seating.called.filter { $0 != taken.answer.account }
    try await call(called, to: event, of: team.group.name, in: transaction)
    try await tell(team.admins, of: taken.given, event, team.group, in: transaction)
  }
}

/// Who is to be reminded of which events after several changes, one behind the other, and who is not any more.
private struct SeatReminders {
  /// In the order of the first change of each.
  private(set) var all: [(event: TeamEvent, people: (gone: [AccountID], new: [AccountID]))] = []

  /// Of somebody whom more than one change is about the last one counts.
  mutating func note(_ seating: Seating, in event: TeamEvent) {
    let place = all.firstIndex { $0.event.id == event.id } ?? all.count
    if place == all.count { all.append((event, ([], []))) }
    all[place].people.gone.removeAll(where: seating.new.contains)
    all[place].people.new.removeAll(where: seating.gone.contains)
    all[place].people.gone += seating.gone
    all[place].people.new += seating.new
  }
}
