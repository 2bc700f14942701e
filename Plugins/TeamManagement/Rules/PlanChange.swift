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
      let time = new.moved(to: moved(plan.startsAt, in: plan.zone))
      (result.startsAt, result.endsAt) = (time.startsAt, time.endsAt)
      (result.timeZone, result.isAllDay) = (new.timeZone, new.isAllDay)
    }
    return result
  }

  /// An instant so much earlier or later on the wall as the beginning has become. Where one of the plans has no hours, it is so
  /// many days earlier or later, at the hour of the new one.
  func moved(_ instant: Date, in zone: TimeZone) -> Date {
    var (wall, before) = (WallTime.wall(of: instant, in: zone), old.wall)
    if old.isAllDay || new.isAllDay { (wall, before) = (Self.midnight(wall), Self.midnight(before)) }
    return WallTime.instant(of: wall.addingTimeInterval(new.wall.timeIntervalSince(before)), in: new.zone)
  }

  /// The beginning of the day of a time on the wall.
  private static func midnight(_ wall: Date) -> Date {
    Date(timeIntervalSince1970: (wall.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }

  private struct Field: Sendable {
    let isEqual: @Sendable (EventPlan, EventPlan) -> Bool
    let copy: @Sendable (EventPlan, inout EventPlan) -> Void

    init<Value: Equatable & SendableMetatype>(_ path: any WritableKeyPath<EventPlan, Value> & Sendable) {
      isEqual = { $0[keyPath: path] == $1[keyPath: path] }
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    /// The beginning, the end, the zone and whether there are hours, which change together.
    init() {
      isEqual = {
        ($0.startsAt, $0.endsAt, $0.timeZone, $0.isAllDay) == ($1.startsAt, $1.endsAt, $1.timeZone, $1.isAllDay)
      }
      copy = {
        ($1.startsAt, $1.endsAt, $1.timeZone, $1.isAllDay) = ($0.startsAt, $0.endsAt, $0.timeZone, $0.isAllDay)
      }
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
