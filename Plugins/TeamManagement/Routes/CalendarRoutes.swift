import FieldhouseKit
import Foundation

extension TeamManagement {
  func calendarRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/events", "What is on a team's calendar", access: .permission(Permission.view, in: "team")
    ) { (input: SpanInput, call) in
      guard let group = try await host.groups.group(input.team ?? "") else { throw Problem.notFound() }
      return try await events(of: [group], input, for: try call.account.id)
    }
    routes.get("/me/events", "What is on the calendars of my teams", access: .guest) { (input: MySpanInput, call) in
      let me = try call.account.id
      let groups = try await host.groups.groups(of: me, kind: Team.kind)
      return try await events(of: groups, input.span, for: me)
    }
  }

  private func events(of groups: [Group], _ span: SpanInput, for viewer: AccountID) async throws -> Page<EventLine> {
    guard span.from < span.to, span.to.timeIntervalSince(span.from) <= SpanInput.longest else {
      throw Problem.invalid("/to", "span", "Ask for a year at most.")
    }
    let (found, tallies) = try await host.storage.read { transaction in
      let events = try await EventStore.events(
        of: groups.map(\.id), from: span.from, to: span.to, withContacts: false, in: transaction
      ).filter(span.wants)
      return (events, try await AnswerStore.tallies(of: events.map(\.id), for: viewer, in: transaction))
    }
    let names = Dictionary(groups.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
    return Page(
      items: try await seen(found, by: viewer).map { event in
        EventLine(event, team: names[event.team] ?? "", tallies[event.id] ?? AnswerStore.Tally())
      })
  }

  /// Without events that somebody is too young for.
  func seen(_ events: [TeamEvent], by viewer: AccountID) async throws -> [TeamEvent] {
    guard events.contains(where: { $0.plan.minimumAge != nil }), let birth = try await birth(of: viewer) else {
      return events
    }
    return events.filter { event in event.plan.minimumAge.map { Age.years(from: birth, to: event.day) >= $0 } ?? true }
  }
}

/// What to list of a team's calendar.
struct SpanInput: RouteInput {
  static let longest: TimeInterval = 366 * 86_400

  var team: String?
  var from: Date
  var to: Date
  var kind: TeamEvent.Kind?
  var tag: String?
  /// A part of the name, the description, the opponent or a place, letter case and accents aside.
  var search: String?

  static var fields: [(String, Schema)] {
    [
      ("from", Fields.instant), ("to", Fields.instant),
      ("kind", .enumeration(TeamEvent.Kind.allCases.map { .string($0.rawValue) })), ("tag", .string(maxLength: 30)),
      ("search", .string(maxLength: 100)),
    ]
  }
  static var schema: Schema { .object([("team", Fields.id)] + fields, required: ["team", "from", "to"]) }

  func wants(_ event: TeamEvent) -> Bool {
    if let kind, event.plan.kind != kind { return false }
    if let tag, !event.plan.details.tags.contains(where: { Self.fold($0) == Self.fold(tag) }) { return false }
    guard let search, !search.isEmpty else { return true }
    let details = event.plan.details
    let texts = [event.plan.title, details.description, details.opponent] + details.locations.map(\.line)
    return texts.contains { Self.fold($0).contains(Self.fold(search)) }
  }

  private static func fold(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

/// What to list of my calendars.
struct MySpanInput: RouteInput {
  var span: SpanInput

  init(from decoder: any Decoder) throws { span = try SpanInput(from: decoder) }

  static var schema: Schema { .object(SpanInput.fields, required: ["from", "to"]) }
}

/// An event in a list.
struct EventLine: RouteOutput {
  var id: String
  var team: String
  var teamName: String
  var kind: TeamEvent.Kind
  var title: String
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours.
  var allDay: Bool
  /// The first place, in one line; empty when it is not told.
  var place: String
  var opponent: String
  var tags: [String]
  var isSeries: Bool
  var isCancelled: Bool
  var capacity: Int?
  var yes: Int
  var maybe: Int
  var no: Int
  /// What I have answered.
  var mine: Answer.Reply?

  init(_ event: TeamEvent, team name: String, _ tally: AnswerStore.Tally) {
    let (plan, counts) = (event.plan, tally.counts)
    (id, team, teamName, kind, title) = (event.id, event.team, name, plan.kind, plan.title)
    (startsAt, endsAt, timeZone, allDay) = (plan.startsAt, plan.endsAt, plan.timeZone, plan.isAllDay)
    (place, opponent, tags) = (plan.details.locations.first?.line ?? "", plan.details.opponent, plan.details.tags)
    (isSeries, isCancelled, capacity) = (event.series != nil, plan.isCancelled, plan.capacity)
    (yes, maybe, no) = (counts[.yes] ?? 0, counts[.maybe] ?? 0, counts[.no] ?? 0)
    mine = tally.mine
  }

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("team", .string()), ("teamName", .string()), ("kind", .string()), ("title", .string()),
        ("startsAt", Fields.instant), ("endsAt", Fields.instant), ("timeZone", .string()), ("allDay", .boolean),
        ("place", .string()), ("opponent", .string()), ("tags", .array(of: .string())), ("isSeries", .boolean),
        ("isCancelled", .boolean),
        ("capacity", .integer()), ("yes", .integer()), ("maybe", .integer()), ("no", .integer()), ("mine", .string()),
      ],
      required: [
        "id", "team", "teamName", "kind", "title", "startsAt", "endsAt", "timeZone", "allDay", "place", "opponent",
        "tags", "isSeries", "isCancelled", "yes", "maybe", "no",
      ])
  }
}
