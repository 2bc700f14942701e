import FieldhouseKit
import Foundation

/// Something on a team's calendar: a date by itself, or one of a series.
struct TeamEvent: Sendable {
  enum Kind: String, Sendable, Codable, CaseIterable {
    /// A normal session that comes again.
    case practice
    /// A match against others.
    case game
    /// What is no normal practice: a party, a trip, the day on which forms are due.
    case event
  }

  let id: String
  let team: String
  let series: String?
  /// When the series has it, whatever became of this one since: an instant.
  var plannedAt: Date
  var plan: EventPlan
  /// What was changed of this one alone and stays when the series changes: names of fields.
  var exceptions: Set<String>
  let version: Int
  let changedAt: Date

  /// The last instant for answers is the one before it.
  var deadline: Date { plan.deadline }
  /// What reminders call it.
  var reminder: String { "event/\(id)" }
  var page: String { "\(Team.page(team))/events/\(id)" }
}

/// What an event is to be.
struct EventPlan: Sendable, Equatable {
  var kind: TeamEvent.Kind
  var title: String
  var startsAt: Date
  var endsAt: Date
  /// The name of a zone such as `Europe/Berlin`, where it takes place.
  var timeZone: String
  /// Whether it has no hours; its times are those of ``days`` then.
  var isAllDay = false
  /// How many have a place; nil for everybody.
  var capacity: Int?
  /// How long before the beginning answers end, in minutes.
  var deadlineMinutes: Int
  /// From which age on, in years.
  var minimumAge: Int?
  var isCancelled: Bool
  var details: EventDetails
  /// Members to turn to.
  var contacts: [AccountID]

  /// The last instant for answers is the one before it.
  var deadline: Date { startsAt.addingTimeInterval(-60 * Double(deadlineMinutes)) }

  /// Whether not everybody has a place.
  var isLimited: Bool { capacity != nil || details.roles != nil }

  var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }

  /// The days that it takes, where it takes place.
  var days: WholeDays { WholeDays(from: startsAt, to: endsAt, in: zone) }

  /// What clocks show there when it begins; without hours midnight, also where clocks leave it out.
  var wall: Date {
    guard isAllDay else { return WallTime.wall(of: startsAt, in: zone) }
    return Date(timeIntervalSince1970: Double(days.days.lowerBound) * 86_400)
  }
}

/// What is told of an event and nothing searches for in the store.
struct EventDetails: Sendable, Codable, Equatable {
  var description = ""
  var locations: [Location] = []
  var tags: [String] = []
  /// Of a game.
  var opponent = ""
  /// How long before the beginning the team meets, in minutes.
  var meetMinutes: Int?
  var hasAlcohol = false
  /// The positions with a number of places; nil for none.
  var roles: [RolePlaces]?
}

/// Where something takes place.
struct Location: Sendable, Codable, Equatable {
  var name = ""
  var number = ""
  var street = ""
  var street2 = ""
  var city = ""
  var state = ""
  var zip = ""
  var country = ""

  /// In one line.
  var line: String {
    let road = [street, number].filter { !$0.isEmpty }.joined(separator: " ")
    let town = [zip, city].filter { !$0.isEmpty }.joined(separator: " ")
    return [name, road, street2, town, state, country].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension TeamEvent {
  static let columns: SQL =
    """
    id, team, series, kind, title, starts_at, ends_at, time_zone, is_all_day, planned_at, details, changed, capacity,
    deadline_minutes, minimum_age, is_cancelled, version, changed_at
    """

  /// - Parameter contacts: of this event.
  init(_ row: Row, contacts: [AccountID]) throws {
    let kind: String = try row["kind"]
    (id, team, series) = (try row["id"], try row["team"], try row["series"])
    (plannedAt, version, changedAt) = (try row["planned_at"], try row["version"], try row["changed_at"])
    let changed: String = try row["changed"]
    exceptions = changed == "[]" ? [] : try JSONText.decode(changed)
    plan = EventPlan(
      kind: Kind(rawValue: kind) ?? .event, title: try row["title"], startsAt: try row["starts_at"],
      endsAt: try row["ends_at"], timeZone: try row["time_zone"], isAllDay: try row["is_all_day"],
      capacity: try row["capacity"], deadlineMinutes: try row["deadline_minutes"], minimumAge: try row["minimum_age"],
      isCancelled: try row["is_cancelled"], details: try DetailsMemory.details(row["details"]), contacts: contacts)
  }
}
