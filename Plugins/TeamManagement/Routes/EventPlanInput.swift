import FieldhouseKit
import Foundation

/// What somebody says an event is to be.
struct EventPlanInput: Decodable, Sendable {
  var kind: TeamEvent.Kind
  var title: String
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours: it takes all of the days then that its times touch.
  var allDay: Bool?
  var description: String?
  var locations: [LocationInput]?
  /// Whether the organiser confirms that the places are safe.
  var isSafePlace: Bool?
  var contacts: [AccountID]?
  var tags: [String]?
  var opponent: String?
  var meetMinutes: Int?
  var capacity: Int?
  var deadlineMinutes: Int?
  var minimumAge: Int?
  var hasAlcohol: Bool?
  /// The positions with a number of places; those who play none of them share what is left of `capacity`.
  var roles: [RolePlaces]?

  static var fields: [(String, Schema)] {
    [
      ("kind", .enumeration(TeamEvent.Kind.allCases.map { .string($0.rawValue) })),
      ("title", .string(minLength: 1, maxLength: 100).withMessage("The name of an event has 1 to 100 characters.")),
      ("startsAt", Fields.instant), ("endsAt", Fields.instant),
      ("timeZone", .string(minLength: 1, maxLength: 60, description: "Such as `Europe/Berlin`.")),
      ("allDay", .nullable(.boolean(description: "Whether it takes all of the days that its times touch."))),
      ("description", .nullable(.string(maxLength: 2_000).text(.lines))),
      ("locations", .nullable(.array(of: LocationInput.schema, count: 0...5))),
      ("isSafePlace", .nullable(.boolean(description: "Whether I confirm that the places are safe."))),
      ("contacts", .nullable(.array(of: Fields.id, count: 0...10))),
      ("tags", .nullable(.array(of: .string(minLength: 1, maxLength: 30), count: 0...10))),
      ("opponent", .nullable(.string(maxLength: 100))), ("meetMinutes", .nullable(.integer(0...1_440))),
      ("capacity", .nullable(.integer(1...10_000))), ("deadlineMinutes", .nullable(.integer(0...525_600))),
      ("minimumAge", .nullable(.integer(1...99))), ("hasAlcohol", .nullable(.boolean)),
      ("roles", .nullable(.array(of: RolePlaces.schema, count: 0...20))),
    ]
  }
  static let required = ["kind", "title", "startsAt", "endsAt", "timeZone"]

  /// - Parameter alcoholAge: from which age on people come where there is alcohol.
  /// - Throws: ``Problem`` 422 with everything that does not fit.
  func plan(isCancelled: Bool, alcoholAge: Int) throws -> EventPlan {
    let mistakes = mistakes
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    let days = days
    let hasAlcohol = hasAlcohol ?? false
    let ages = [minimumAge, hasAlcohol ? alcoholAge : nil].compactMap { $0 }
    return EventPlan(
      kind: kind, title: title.trimmingCharacters(in: .whitespacesAndNewlines), startsAt: days?.startsAt ?? startsAt,
      endsAt: days?.endsAt ?? endsAt, timeZone: timeZone, isAllDay: days != nil, capacity: capacity,
      deadlineMinutes: deadlineMinutes ?? 0, minimumAge: ages.max(), isCancelled: isCancelled,
      details: EventDetails(
        description: description ?? "", locations: (locations ?? []).map(\.location),
        tags: (tags ?? []).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, opponent: opponent ?? "",
        meetMinutes: days == nil ? meetMinutes : nil, hasAlcohol: hasAlcohol,
        roles: roles.flatMap { $0.isEmpty ? nil : $0 }),
      contacts: Array(Set(contacts ?? [])).sorted { $0.text < $1.text })
  }

  /// Nil where there are hours, and for an unknown zone.
  private var days: WholeDays? {
    guard allDay == true, let zone = TimeZone(identifier: timeZone) else { return nil }
    return WholeDays(from: startsAt, to: endsAt, in: zone)
  }

  private var mistakes: [Problem.Field] {
    var mistakes: [Problem.Field] = []
    func add(_ pointer: String, _ code: String, _ detail: String) {
      mistakes.append(Problem.Field(pointer: pointer, code: code, detail: detail))
    }
    if title.allSatisfy(\.isWhitespace) { add("/title", "too-short", "Name the event.") }
    if TimeZone(identifier: timeZone) == nil { add("/timeZone", "time-zone", "There is no such time zone.") }
    if !(startsAt < endsAt) { add("/endsAt", "end", "An event ends after it has begun.") }
    if EventStore.isTooLong(from: startsAt, to: endsAt, days) {
      add("/endsAt", "end", "An event lasts at most 31 days.")
    }
    if !Self.years.contains(startsAt) { add("/startsAt", "year", "Choose a day from 2000 to 2099.") }
    if !(locations ?? []).isEmpty, isSafePlace != true {
      add("/isSafePlace", "safe-place", "Confirm that the location is a safe place.")
    }
    let roles = roles ?? []
    if Set(roles.map { Places.key($0.name) }).count < roles.count {
      add("/roles", "not-unique", "Name each position once.")
    }
    if let capacity, roles.reduce(0, { $0 + $1.count }) > capacity {
      add("/roles", "roles-many", "The positions have more places than there are.")
    }
    return mistakes
  }

  /// 2000-01-01 to 2099-12-31, UTC.
  static let years = Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 4_102_444_800)
}

extension RolePlaces: Described {
  static var schema: Schema {
    .object(
      [("name", .string(minLength: 1, maxLength: 40)), ("count", .integer(1...1_000))], required: ["name", "count"])
  }
}

/// A place; everything is text, as addresses differ between countries.
struct LocationInput: Codable, Sendable, Described {
  var name: String?
  var number: String?
  var street: String?
  var street2: String?
  var city: String?
  var state: String?
  var zip: String?
  var country: String?

  var location: Location {
    Location(
      name: name ?? "", number: number ?? "", street: street ?? "", street2: street2 ?? "", city: city ?? "",
      state: state ?? "", zip: zip ?? "", country: country ?? "")
  }

  static var schema: Schema {
    .object(
      ["name", "number", "street", "street2", "city", "state", "zip", "country"].map {
        ($0, .nullable(.string(maxLength: 120)))
      })
  }
}

/// An event to be put on a calendar.
struct NewEventInput: RouteInput {
  var team: String
  /// A rule such as `FREQ=WEEKLY;BYDAY=TU,TH;COUNT=20` (RFC 5545).
  var repeats: String?
  var plan: EventPlanInput

  private enum CodingKeys: String, CodingKey { case team, repeats }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    team = try container.decode(String.self, forKey: .team)
    repeats = try container.decodeIfPresent(String.self, forKey: .repeats)
    plan = try EventPlanInput(from: decoder)
  }

  static let rule = Schema.string(
    minLength: 1, maxLength: 500, description: "A rule such as FREQ=WEEKLY;BYDAY=TU,TH;COUNT=20 (RFC 5545).")
  static var schema: Schema {
    .object(
      [("team", Fields.id), ("repeats", .nullable(rule))] + EventPlanInput.fields,
      required: ["team"] + EventPlanInput.required)
  }
}

/// An event as it is to be from now on.
struct EventChangeInput: RouteInput {
  var team: String
  var event: String
  /// The version that was looked at; another one now is refused.
  var version: Int?
  /// This date alone unless given.
  var reach: SeriesStore.Reach?
  var isCancelled: Bool?
  /// A rule by which the series goes on from this date on.
  var repeats: String?
  var plan: EventPlanInput

  private enum CodingKeys: String, CodingKey { case team, event, version, reach, isCancelled, repeats }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    team = try container.decode(String.self, forKey: .team)
    event = try container.decode(String.self, forKey: .event)
    version = try container.decodeIfPresent(Int.self, forKey: .version)
    reach = try container.decodeIfPresent(SeriesStore.Reach.self, forKey: .reach)
    isCancelled = try container.decodeIfPresent(Bool.self, forKey: .isCancelled)
    repeats = try container.decodeIfPresent(String.self, forKey: .repeats)
    plan = try EventPlanInput(from: decoder)
  }

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("event", Fields.id), ("version", .nullable(.integer(1...Int64.max))),
        ("reach", .nullable(.enumeration(SeriesStore.Reach.allCases.map { .string($0.rawValue) }))),
        ("isCancelled", .nullable(.boolean)), ("repeats", .nullable(NewEventInput.rule)),
      ] + EventPlanInput.fields, required: ["team", "event"] + EventPlanInput.required)
  }
}
