import FieldhouseKit
import Foundation

// Who is told of what.
extension TeamManagement {
  /// Tells a team's members of an event that has come, has changed or is off: each one notification for one update, which names
  /// the event and leads to it. Those too young for the event are not told.
  /// - Parameters:
  ///   - kind: a kind of notification, which is also the key of its text.
  ///   - event: the first date that is concerned, as it is now.
  ///   - told: who is told of the update in another way.
  ///   - more: how many others are new with it, which the text counts.
  func tell(
    _ kind: String, _ event: TeamEvent, of group: Group, by actor: AccountID, besides told: Set<AccountID> = [],
    more: Int = 0, at now: Date, in transaction: any Transaction
  ) async throws {
    guard event.plan.endsAt > now else { return }
    let members = try await TeamStore.members(of: event.team, in: transaction).filter {
      $0 != actor && !told.contains($0)
    }
    var request = NotificationRequest(
      recipients: try await oldEnough(members, for: event), about: [actor], kind: kind,
      text: more == 0 ? kind : "\(kind).more",
      arguments: ["team": group.name, "event": event.plan.title, "n": String(more)], link: event.page,
      deduplicationKey: "\(kind)/\(event.id)/\(event.version)")
    request.until = event.plan.endsAt
    try await transaction.notify(request)
  }

  /// Tells people that their answers were taken back, since an event is for older people now: who has not said how old
  /// they are is told to say it; to the others there is no such event any more.
  func tellTooYoung(
    _ people: [AccountID: TeamEvent], of group: Group, in transaction: any Transaction
  ) async throws {
    for (account, event) in people.sorted(by: { $0.key.text < $1.key.text }) {
      let isHidden = try await isTooYoung(account, for: event)
      var request = NotificationRequest(
        recipients: [account], kind: "event-changed", text: isHidden ? "event-changed.young" : "event-changed.age",
        arguments: [
          "team": group.name, "event": event.plan.title, "n": String(event.plan.minimumAge ?? settings.alcoholAge),
        ],
        link: isHidden ? Team.page(event.team) : event.page)
      request.until = event.plan.endsAt
      try await transaction.notify(request)
    }
  }

  /// Those who have said that they are old enough for an event; everybody where that does not matter.
  func mayCome(_ people: [AccountID], to event: TeamEvent) async throws -> [AccountID] {
    guard let age = event.plan.minimumAge else { return people }
    var result: [AccountID] = []
    for person in people {
      if let birth = try await birth(of: person), Age.years(from: birth, to: event.day) >= age { result.append(person) }
    }
    return result
  }

  /// The check of age that answering makes, where somebody comes in another way.
  /// - Throws: ``Problem`` 403 `age-unknown`, `too-young`.
  func checkAge(of account: AccountID, for event: TeamEvent) async throws {
    guard let age = event.plan.minimumAge else { return }
    try Age.check(age, of: try await birth(of: account), on: event.day)
  }

  /// Without those who are known to be too young for an event.
  func oldEnough(_ people: [AccountID], for event: TeamEvent) async throws -> [AccountID] {
    guard event.plan.minimumAge != nil else { return people }
    var result: [AccountID] = []
    for person in people where try await !isTooYoung(person, for: event) { result.append(person) }
    return result
  }

  /// Whether somebody is known to be too young for an event.
  func isTooYoung(_ account: AccountID, for event: TeamEvent) async throws -> Bool {
    guard let age = event.plan.minimumAge, let birth = try await birth(of: account) else { return false }
    return Age.years(from: birth, to: event.day) < age
  }

  /// The date of birth; nil when it is not told.
  func birth(of account: AccountID) async throws -> CivilDay? {
    try await host.authentication.bodyData(of: account)?.dateOfBirth.flatMap { CivilDay($0) }
  }

  /// Reminds those of an event who have a place in it, at its present time: what has no hours does not begin soon, but on a day.
  /// - Parameter team: its name; looked for unless given.
  func remind(
    _ people: [AccountID], of event: TeamEvent, of team: String? = nil, in transaction: any Transaction
  ) async throws {
    guard !people.isEmpty, !event.plan.isCancelled else { return }
    let name = if let team { team } else { try await transaction.groups.group(event.team)?.name ?? "" }
    var reminder = Reminder(
      of: event.reminder, at: event.plan.startsAt, lead: Double(settings.reminderMinutes) * 60, to: people,
      kind: "reminder", text: event.plan.isAllDay ? "reminder.\(event.day.weekday)" : "reminder",
      arguments: ["team": name, "event": event.plan.title], link: event.page)
    if event.plan.isAllDay { reminder.day = event.day }
    try await transaction.reminders.set(reminder)
  }

  /// Sees to those who come to have a place in an event: they are told and reminded; the others are not reminded any more.
  /// - Parameters:
  ///   - before: who had a place before.
  ///   - actor: who has caused it, and knows.
  func seat(
    _ event: TeamEvent, since before: Places, by actor: AccountID, in transaction: any Transaction
  ) async throws {
    let places = try await AnswerStore.places(in: event, transaction)
    let name = try await transaction.groups.group(event.team)?.name ?? ""
    try await seat(event, of: name, from: before, to: places, by: actor, in: transaction)
  }

  /// The same where it is known who has a place now, and what the team is called.
  func seat(
    _ event: TeamEvent, of name: String, from before: Places, to places: Places, by actor: AccountID,
    in transaction: any Transaction
  ) async throws {
    if event.plan.capacity != nil { try await lookForSpares(at: host.clock.now) }
    let seating = Seating(from: before, to: places)
    if !seating.gone.isEmpty { try await transaction.reminders.cancel(event.reminder, of: seating.gone) }
    try await remind(seating.new, of: event, of: name, in: transaction)
    try await call(seating.called.filter { $0 != actor }, to: event, of: name, in: transaction)
  }

  /// Tells those who have waited that a place is theirs.
  func call(
    _ called: [AccountID], to event: TeamEvent, of name: String, in transaction: any Transaction
  ) async throws {
    guard !called.isEmpty else { return }
    var request = NotificationRequest(
      recipients: called, kind: "place-free", text: "place-free",
      arguments: ["team": name, "event": event.plan.title], link: event.page)
    request.until = event.plan.startsAt
    try await transaction.notify(request)
  }

  /// Tells those who watch a team that something is new: `calendar`, `roster`, `answers`, `attendance` or `statistics`.
  func publish(_ name: String, of team: String, event: String? = nil, in transaction: any Transaction) async throws {
    let payload: JSON = event.map { ["event": .string($0)] } ?? [:]
    try await transaction.publish(Team.topic(team), LiveEvent(name, payload))
  }
}

extension TeamEvent {
  /// The day on which it begins, where it takes place.
  var day: CivilDay { CivilDay(daysSince1970: WholeDays.day(of: plan.startsAt, in: plan.zone)) }
}
