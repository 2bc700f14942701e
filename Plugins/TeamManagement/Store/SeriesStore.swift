import FieldhouseKit
import Foundation

/// Series of dates.
enum SeriesStore {
  /// What of a series is changed beside the chosen date.
  enum Reach: String, Sendable, Codable, CaseIterable {
    case this, following
    /// All that have not ended; what has been stays as it was.
    case all
  }

  /// Puts all dates of a series on the calendar.
  /// - Returns: the ids of the dates, in order.
  static func insert(
    _ plan: EventPlan, rule: String, dates: [Date], of team: String, at now: Date, in transaction: any Transaction
  ) async throws -> [String] {
    let series = TeamStore.newID()
    try await transaction.execute(
      "insert into series (id, team, rule, time_zone) values (\(series), \(team), \(rule), \(plan.timeZone))")
    var ids: [String] = []
    for date in dates {
      ids.append(
        try await EventStore.insert(plan.moved(to: date), of: team, series: series, at: now, in: transaction))
    }
    return ids
  }

  static func rule(of series: String, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select rule from series where id = \(series)").map { try $0["rule"] }
  }

  /// Changes a date, and others of its series with it.
  /// - Parameter alcoholAge: from which age on people come where there is alcohol, also on a date that was changed alone.
  /// - Returns: what was changed, the chosen date first, each before and after.
  static func change(
    _ event: TeamEvent, to plan: EventPlan, reach: Reach, alcoholAge: Int, at now: Date,
    in transaction: any Transaction
  ) async throws -> [(before: TeamEvent, after: TeamEvent)] {
    let change = PlanChange(old: event.plan, new: plan)
    guard !change.fields.isEmpty else { return [] }
    var changed = event
    changed.plan = plan
    if event.series == nil || reach == .this {
      if event.series != nil { changed.exceptions.formUnion(change.fields) }
    } else if change.isTimeChanged {
      changed.plannedAt = change.moved(event.plannedAt, in: event.plan.zone)
    }
    var all = [(before: event, after: changed)]
    for other in try await others(than: event, reach, at: now, in: transaction) {
      var next = other
      next.plan = change.applied(to: other.plan, except: other.exceptions)
      if next.plan.details.hasAlcohol { next.plan.minimumAge = max(next.plan.minimumAge ?? 0, alcoholAge) }
      if change.isTimeChanged { next.plannedAt = change.moved(other.plannedAt, in: other.plan.zone) }
      if next.plan != other.plan || next.plannedAt != other.plannedAt { all.append((other, next)) }
    }
    for (_, after) in all { try await EventStore.save(after, at: now, in: transaction) }
    return all
  }

  private static func others(
    than event: TeamEvent, _ reach: Reach, at now: Date, in transaction: any ReadTransaction
  ) async throws -> [TeamEvent] {
    guard let series = event.series, reach != .this else { return [] }
    let since = reach == .following ? event.plannedAt : Date(timeIntervalSince1970: 0)
    return try await EventStore.events(ofSeries: series, since: since, in: transaction)
      .filter { $0.id != event.id && $0.plan.endsAt > now }
  }

  /// What another rule has made of a series.
  struct Replan: Sendable {
    let series: String
    /// The ids of the dates that have come.
    let new: [String]
    let gone: [TeamEvent]
  }

  /// Has a series go on by another rule from one of its dates on. Dates that the rule makes too stay with their answers, and so
  /// do those that were changed alone or have begun; the others go, and new ones come. It is a change of the date from which on
  /// it is so.
  /// - Parameter dates: what the rule makes, from the date on.
  static func replan(
    _ event: TeamEvent, rule: String, dates: [Date], at now: Date, in transaction: any Transaction
  ) async throws -> Replan {
    let series = event.series ?? TeamStore.newID()
    if event.series == nil {
      try await transaction.execute(
        """
        insert into series (id, team, rule, time_zone) values (\(series), \(event.team), \(rule), \(event.plan.timeZone))
        """)
      try await transaction.execute("update events set series = \(series) where id = \(event.id)")
    } else {
      try await transaction.execute(
        "update series set rule = \(rule), time_zone = \(event.plan.timeZone) where id = \(series)")
    }
    let known = try await EventStore.events(ofSeries: series, since: event.plannedAt, in: transaction)
    let wanted = Set(dates)
    let gone = known.filter { $0.exceptions.isEmpty && $0.plan.startsAt > now && !wanted.contains($0.plannedAt) }
    for date in gone { try await EventStore.remove(date, in: transaction) }
    let kept = Set(known.map(\.plannedAt)).intersection(wanted)
    var new: [String] = []
    for date in dates where !kept.contains(date) {
      new.append(
        try await EventStore.insert(
          event.plan.moved(to: date), of: event.team, series: series, at: now, in: transaction))
    }
    if !new.isEmpty || !gone.isEmpty {
      try await transaction.execute(
        "update events set version = version + 1, changed_at = \(now) where id = \(event.id)")
    }
    return Replan(series: series, new: new, gone: gone)
  }
}

extension EventPlan {
  /// The same at another time; without hours as many days, however long they are.
  func moved(to instant: Date) -> EventPlan {
    var plan = self
    if isAllDay {
      let days = days.moved(to: instant)
      (plan.startsAt, plan.endsAt) = (days.startsAt, days.endsAt)
    } else {
      (plan.startsAt, plan.endsAt) = (instant, instant.addingTimeInterval(endsAt.timeIntervalSince(startsAt)))
    }
    return plan
  }
}
