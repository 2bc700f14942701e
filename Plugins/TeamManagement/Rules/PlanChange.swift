import Foundation

/// What of a plan is changed, field by field, and what becomes of the other dates of a series.
struct PlanChange: Sendable {
  let old: EventPlan
  let new: EventPlan

  /// The names of the fields that differ.
  var fields: Set<String> {
    Set(Self.fields.filter { !$0.value.isEqual(old, new) }.keys)
  }

  var isTimeChanged: Bool { fields.contains(Self.time) }

  static let time = "time"

  /// Another date of the series with the same changes: but for the fields that were changed of it alone, and so much earlier or
  /// later on the wall as this one.
  func applied(to plan: EventPlan, except exceptions: Set<String>) -> EventPlan {
    var result = plan
    for name in fields.subtracting(exceptions) where name != Self.time { Self.fields[name]?.copy(new, &result) }
    if isTimeChanged, !exceptions.contains(Self.time) {
      result.timeZone = new.timeZone
      result.startsAt = moved(plan.startsAt, in: plan.zone)
      result.endsAt = result.startsAt.addingTimeInterval(new.endsAt.timeIntervalSince(new.startsAt))
    }
    return result
  }

  /// An instant so much earlier or later on the wall as the beginning has become.
  func moved(_ instant: Date, in zone: TimeZone) -> Date {
    let shift = WallTime.wall(of: new.startsAt, in: new.zone).timeIntervalSince(
      WallTime.wall(of: old.startsAt, in: old.zone))
    return WallTime.instant(of: WallTime.wall(of: instant, in: zone).addingTimeInterval(shift), in: new.zone)
  }

  private struct Field: Sendable {
    let isEqual: @Sendable (EventPlan, EventPlan) -> Bool
    let copy: @Sendable (EventPlan, inout EventPlan) -> Void

    init<Value: Equatable & SendableMetatype>(_ path: any WritableKeyPath<EventPlan, Value> & Sendable) {
      isEqual = { $0[keyPath: path] == $1[keyPath: path] }
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    /// The beginning, the end and the zone, which change together.
    init() {
      isEqual = { ($0.startsAt, $0.endsAt, $0.timeZone) == ($1.startsAt, $1.endsAt, $1.timeZone) }
      copy = { ($1.startsAt, $1.endsAt, $1.timeZone) = ($0.startsAt, $0.endsAt, $0.timeZone) }
    }
  }

  private static let fields: [String: Field] = [
    time: Field(), "kind": Field(\.kind), "title": Field(\.title), "capacity": Field(\.capacity),
    "deadlineMinutes": Field(\.deadlineMinutes), "minimumAge": Field(\.minimumAge), "isCancelled": Field(\.isCancelled),
    "description": Field(\.details.description), "locations": Field(\.details.locations), "tags": Field(\.details.tags),
    "opponent": Field(\.details.opponent), "meetMinutes": Field(\.details.meetMinutes),
    "hasAlcohol": Field(\.details.hasAlcohol), "roles": Field(\.details.roles), "contacts": Field(\.contacts),
  ]
}
