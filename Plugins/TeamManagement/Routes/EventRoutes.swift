import FieldhouseKit
import Foundation

extension TeamManagement {
  func eventRoutes(_ routes: inout Routes) {
    routes.post(
      "/teams/{team}/events", "Put an event, a practice or a game on the calendar, once or again and again",
      access: .permission(Permission.calendar, in: "team"), problems: [.teamArchived, .memberUnknown]
    ) { (input: NewEventInput, call, transaction) in
      let (_, group) = try await TeamStore.living(input.team, in: transaction)
      let plan = try input.plan.plan(isCancelled: false, alcoholAge: settings.alcoholAge)
      for contact in plan.contacts { try await checkMember(contact, of: input.team, in: transaction) }
      let ids = try await insert(plan, input, at: call.now, in: transaction)
      let first = try await EventStore.event(ids[0], of: input.team, in: transaction)
      try await tell("event-new", first, of: group, by: try call.account.id, at: call.now, in: transaction)
      try await publish("calendar", of: input.team, event: first.id, in: transaction)
      if plan.capacity != nil { try await lookForSpares(at: call.now) }
      try await lookForSilent(at: call.now)
      try await TeamLog.note(
        .eventNew, in: input.team, by: try call.account.id, first.plan.title, at: call.now, transaction)
      return NewEventOutput(event: first.id, count: ids.count)
    }
    routes.get(
      "/teams/{team}/events/{event}", "An event", access: .permission(Permission.view, in: "team"),
      problems: [.eventUnknown]
    ) { (input: EventInput, call) in try await output(input, for: try call.account.id) }
    routes.put(
      "/teams/{team}/events/{event}", "Change an event, and others of its series with it, or call it off",
      access: .permission(Permission.calendar, in: "team"),
      problems: [.teamArchived, .eventUnknown, .memberUnknown, .changedMeanwhile]
    ) { (input: EventChangeInput, call, transaction) in
      EventChangeOutput(changed: try await change(input, by: try call.account.id, at: call.now, in: transaction))
    }
    routes.put(
      "/teams/{team}/events/{event}/seen", "Note that I have seen the event as it is now",
      access: .permission(Permission.view, in: "team"), problems: [.eventUnknown]
    ) { (input: EventInput, call, transaction) in
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      guard try await !isTooYoung(try call.account.id, for: event) else { throw Problem.eventUnknown }
      try await AnswerStore.see(event, by: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
  }

  private func insert(
    _ plan: EventPlan, _ input: NewEventInput, at now: Date, in transaction: any Transaction
  ) async throws -> [String] {
    guard let text = input.repeats else {
      return [try await EventStore.insert(plan, of: input.team, series: nil, at: now, in: transaction)]
    }
    let dates = try Self.dates(of: text, from: plan)
    return try await SeriesStore.insert(plan, rule: text, dates: dates, of: input.team, at: now, in: transaction)
  }

  /// The beginnings that a rule makes from an event on.
  /// - Throws: ``Problem`` 422 for what is no rule, and for one that makes no dates or too many.
  static func dates(of text: String, from plan: EventPlan) throws -> [Date] {
    guard let rule = RecurrenceRule(text) else {
      throw Problem.invalid("/repeats", "recurrence", "This is no rule by which something comes again.")
    }
    let recurrence = Recurrence(rule: rule, zone: plan.zone)
    let dates = recurrence.instants(from: plan.wall)
    guard !dates.isEmpty else { throw Problem.invalid("/repeats", "recurrence-empty", "The rule makes no dates.") }
    guard dates.count <= Recurrence.mostDates, dates.allSatisfy(EventPlanInput.years.contains) else {
      throw Problem.invalid(
        "/repeats", "recurrence-long",
        "A series has at most \(Recurrence.mostDates) dates, up to 2099. Let it end earlier.")
    }
    return dates
  }

  /// - Returns: how many dates were changed, have come or have gone.
  private func change(
    _ input: EventChangeInput, by actor: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Int {
    let (_, group) = try await TeamStore.living(input.team, in: transaction)
    let event = try await EventStore.event(input.event, of: input.team, in: transaction)
    guard input.version == nil || input.version == event.version else { throw Problem.changedMeanwhile }
    var asked = input.plan
    // Where nothing is said of hours, what has none goes on so.
    asked.allDay = asked.allDay ?? event.plan.isAllDay
    let plan = try asked.plan(
      isCancelled: input.isCancelled ?? event.plan.isCancelled, alcoholAge: settings.alcoholAge)
    for contact in plan.contacts where !event.plan.contacts.contains(contact) {
      try await checkMember(contact, of: input.team, in: transaction)
    }
    var before: [String: Places] = [:]
    let changes = try await SeriesStore.change(
      event, to: plan, reach: input.reach ?? .this, alcoholAge: settings.alcoholAge, at: now, in: transaction)
    for (old, _) in changes { before[old.id] = try await AnswerStore.places(in: old, transaction) }
    var tooYoung: [AccountID: TeamEvent] = [:]
    for (old, new) in changes {
      let gone = try await withdrawTooYoung(old, new, at: now, in: transaction)
      for account in gone where tooYoung[account] == nil { tooYoung[account] = new }
      try await follow(
        old, new, since: before[old.id] ?? Places([], capacity: nil), isFreed: !gone.isEmpty, by: actor,
        in: transaction)
    }
    try await tellTooYoung(tooYoung, of: group, in: transaction)
    let replan = try await replan(input, at: now, in: transaction)
    let count = changes.count + (replan.map { $0.new.count + $0.gone.count } ?? 0)
    guard count > 0 else { return 0 }
    let concerned = Set(changes.map(\.after.id) + (replan?.new ?? []))
    let current = try await told(event, replan?.series ?? event.series, concerned, at: now, in: transaction)
    let isOff = current.plan.isCancelled && !event.plan.isCancelled
    try await tell(
      isOff ? "event-cancelled" : "event-changed", current, of: group, by: actor, besides: Set(tooYoung.keys), at: now,
      in: transaction)
    try await publish("calendar", of: input.team, event: current.id, in: transaction)
    if plan.capacity != nil { try await lookForSpares(at: now) }
    try await lookForSilent(at: now)
    try await TeamLog.note(
      isOff ? .eventCancelled : .eventChanged, in: input.team, by: actor, current.plan.title, at: now, transaction)
    return count
  }

  /// The date of which people are told: the chosen one; where that is over, or has gone with another rule, the first one ahead that
  /// is concerned.
  private func told(
    _ event: TeamEvent, _ series: String?, _ concerned: Set<String>, at now: Date, in transaction: any ReadTransaction
  ) async throws -> TeamEvent {
    let chosen = try await EventStore.find(event.id, in: transaction)
    if let chosen, chosen.plan.endsAt > now { return chosen }
    let start = Date(timeIntervalSince1970: 0)
    let ahead = try await EventStore.events(ofSeries: series ?? "", since: start, in: transaction)
      .filter { $0.plan.endsAt > now }
    guard let told = ahead.first(where: { concerned.contains($0.id) }) ?? ahead.first ?? chosen else {
      throw Problem.eventUnknown
    }
    return told
  }

  /// Takes back what those have answered who are not old enough any more, or have not said how old they are, since an
  /// event is for other ages or on another day. What has been stays.
  /// - Returns: whose answers are gone.
  private func withdrawTooYoung(
    _ old: TeamEvent, _ new: TeamEvent, at now: Date, in transaction: any Transaction
  ) async throws -> [AccountID] {
    guard new.plan.minimumAge != nil, new.plan.endsAt > now,
      old.plan.minimumAge != new.plan.minimumAge || old.day != new.day
    else { return [] }
    let coming = try await AnswerStore.answers(to: new.id, in: transaction).filter { $0.reply != .no }.map(\.account)
    let able = Set(try await mayCome(coming, to: new))
    let gone = coming.filter { !able.contains($0) }
    for account in gone { try await AnswerStore.remove(account, from: new, in: transaction) }
    return gone
  }

  /// Lets reminders and places follow what an event has become.
  /// - Parameter isFreed: whether answers were taken back.
  private func follow(
    _ old: TeamEvent, _ new: TeamEvent, since before: Places, isFreed: Bool, by actor: AccountID,
    in transaction: any Transaction
  ) async throws {
    if new.plan.isCancelled {
      try await transaction.reminders.cancel(new.reminder)
    } else {
      let places = try await AnswerStore.places(in: new, transaction)
      try await remind(places.going, of: new, in: transaction)
      if isFreed || old.plan.capacity != new.plan.capacity || old.plan.details.roles != new.plan.details.roles {
        try await seat(new, since: before, by: actor, in: transaction)
      }
    }
  }

  /// - Returns: nil where the rule is as it was.
  private func replan(
    _ input: EventChangeInput, at now: Date, in transaction: any Transaction
  ) async throws -> SeriesStore.Replan? {
    guard let text = input.repeats else { return nil }
    let event = try await EventStore.event(input.event, of: input.team, in: transaction)
    let known =
      if let series = event.series { try await SeriesStore.rule(of: series, in: transaction) } else { nil as String? }
    guard text != known else { return nil }
    let dates = try Self.dates(of: text, from: event.plan)
    return try await SeriesStore.replan(event, rule: text, dates: dates, at: now, in: transaction)
  }
}

struct NewEventOutput: RouteOutput, Decodable {
  /// The id of the event, or of the first one of a series.
  var event: String
  /// How many there are.
  var count: Int
}

struct EventChangeOutput: RouteOutput, Decodable {
  /// How many dates are other ones now.
  var changed: Int
}
