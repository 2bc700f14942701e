import FieldhouseKit
import Foundation

// Whole seasons come from a file: a calendar of another program, or a spreadsheet.
extension TeamManagement {
  func importRoutes(_ routes: inout Routes) {
    routes.action(
      "/teams/{team}/imports", "Take over the events of a file, or show what would come of it",
      access: .permission(Permission.calendar, in: "team"),
      problems: [.teamArchived, .importUnreadable("ics")]
    ) { (input: ImportInput, call) in
      try await takeOver(input, by: try call.caller, at: call.now)
    }
  }

  /// The file is read before the transaction begins, in which nobody else can write. What is known is not taken over
  /// twice, so that it may be repeated.
  func takeOver(_ input: ImportInput, by caller: Principal, at now: Date) async throws -> ImportOutput {
    let events = try input.events()
    let dates = ImportedEvent.dates(of: events, at: now)
    return try await host.storage.write { transaction in
      try await checkStill(caller, Permission.calendar, on: input.team, in: transaction)
      let (_, group) = try await TeamStore.living(input.team, in: transaction)
      let lines = try await lines(events, dates, of: input.team, in: transaction)
      if input.isPreview != true {
        let news = lines.compactMap { $0.dates == nil ? nil : $0 }
        guard input.isSafePlace == true || news.allSatisfy(\.event.place.isEmpty) else {
          throw Problem.invalid("/isSafePlace", "safe-place", "Confirm that the location is a safe place.")
        }
        try await take(news, to: group, by: caller.account.id, at: now, in: transaction)
      }
      return ImportOutput(items: lines.map(\.output), added: lines.reduce(0) { $0 + ($1.dates?.dates.count ?? 0) })
    }
  }

  /// An event of the file, with what becomes of it.
  private struct ImportLine: Sendable {
    let event: ImportedEvent
    /// What comes on the calendar; nil for what is wrong, and for what is there already.
    let dates: (rule: String?, dates: [Date])?
    let mistake: ImportedEvent.Mistake?

    var output: ImportLineOutput {
      let first = event.plan.moved(to: dates?.dates.first ?? event.startsAt)
      return ImportLineOutput(
        line: event.line, title: event.title, kind: event.kind, startsAt: Self.writable(first.startsAt),
        endsAt: Self.writable(first.endsAt), timeZone: event.timeZone, allDay: event.isAllDay, place: event.place,
        count: dates?.dates.count ?? 0,
        state: mistake != nil ? .wrong : dates == nil ? .known : .new, mistake: mistake)
    }

    /// What is wrong may lie outside the years 0 to 9999, which no answer can tell.
    private static func writable(_ instant: Date) -> Date {
      RFC3339.string(from: instant) == nil ? Date(timeIntervalSince1970: 0) : instant
    }
  }

  /// How many dates a file has at most.
  static let mostImported = 2_000

  private func lines(
    _ events: [ImportedEvent], _ dates: [ImportedEvent.Dates], of team: String, in transaction: any ReadTransaction
  ) async throws -> [ImportLine] {
    var known = Set(
      try await transaction.query("select title, starts_at from events where team = \(team)").map { row in
        "\(try row["starts_at"] as Int64) \(try row["title"] as String)"
      })
    var (lines, count): ([ImportLine], Int) = ([], 0)
    for (event, dates) in zip(events, dates) {
      switch dates {
      case .failure(let mistake): lines.append(ImportLine(event: event, dates: nil, mistake: mistake))
      case .success(let all):
        let new = all.dates.filter { known.insert("\($0.millisecondsSince1970) \(event.title)").inserted }
        let isTooMany = count + new.count > Self.mostImported
        count += isTooMany ? 0 : new.count
        lines.append(
          ImportLine(
            event: event, dates: new.isEmpty || isTooMany ? nil : (all.rule, new), mistake: isTooMany ? .many : nil))
      }
    }
    return lines
  }

  /// Puts what is new on the calendar. The team is told once, however much there is.
  private func take(
    _ lines: [ImportLine], to group: Group, by actor: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    var ids: [(at: Date, id: String)] = []
    for line in lines {
      guard let (rule, dates) = line.dates, let first = dates.first else { continue }
      let plan = line.event.plan.moved(to: first)
      if let rule {
        let new = try await SeriesStore.insert(plan, rule: rule, dates: dates, of: group.id, at: now, in: transaction)
        ids += zip(dates, new).map { ($0, $1) }
      } else {
        ids.append((first, try await EventStore.insert(plan, of: group.id, series: nil, at: now, in: transaction)))
      }
    }
    guard let next = (ids.filter { $0.at > now }.min { $0.at < $1.at } ?? ids.last) else { return }
    let event = try await EventStore.event(next.id, of: group.id, in: transaction)
    try await tell("event-new", event, of: group, by: actor, more: ids.count - 1, at: now, in: transaction)
    try await publish("calendar", of: group.id, event: event.id, in: transaction)
    try await lookForSilent(at: now)
    try await TeamLog.note(.eventNew, in: group.id, by: actor, event.plan.title, at: now, transaction)
  }
}

/// A file to be read.
struct ImportInput: RouteInput {
  /// What the file is.
  enum Format: String, Sendable, Codable, CaseIterable {
    /// A calendar (RFC 5545).
    case ics
    /// A spreadsheet, saved as text.
    case csv
  }

  /// How many events a file has at most.
  static let most = 1_000

  var team: String
  var format: Format
  var text: String
  /// Of times that name no zone, such as `Europe/Berlin`.
  var timeZone: String
  /// Whether only to say what would come of it.
  var isPreview: Bool?
  /// Whether the organiser confirms that the places are safe.
  var isSafePlace: Bool?

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("format", .enumeration(Format.allCases.map { .string($0.rawValue) })),
        (
          "text",
          .string(minLength: 1, maxLength: 500_000).text(.pasted).withMessage("A file has at most 500,000 characters.")
        ),
        ("timeZone", .string(minLength: 1, maxLength: 60)), ("isPreview", .nullable(.boolean)),
        ("isSafePlace", .nullable(.boolean)),
      ], required: ["team", "format", "text", "timeZone"])
  }

  /// - Throws: ``Problem`` 422 for an unknown zone, and for what is no such file.
  func events() throws -> [ImportedEvent] {
    guard let zone = TimeZone(identifier: timeZone) else {
      throw Problem.invalid("/timeZone", "time-zone", "There is no such time zone.")
    }
    let found =
      switch format {
      case .ics: CalendarReader(zone: zone).events(in: text, most: Self.most + 1)
      case .csv: TableReader(zone: zone).events(in: text, most: Self.most + 1)
      }
    guard var events = found, !events.isEmpty else { throw Problem.importUnreadable(format.rawValue) }
    // The first one too many says that there are more.
    if events.count > Self.most { events[Self.most].mistake = .many }
    return events
  }
}

/// What becomes of the events of a file.
struct ImportOutput: RouteOutput, Decodable {
  var items: [ImportLineOutput]
  /// How many dates come on the calendar.
  var added: Int
}

struct ImportLineOutput: RouteOutput, Decodable {
  enum State: String, Sendable, Codable, CaseIterable {
    case new
    /// There is one of this name at this time.
    case known
    case wrong
  }

  /// Where it stands in the file, from 1.
  var line: Int
  var title: String
  var kind: TeamEvent.Kind
  /// The first date that is new.
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours.
  var allDay: Bool
  var place: String
  /// How many dates come on the calendar.
  var count: Int
  var state: State
  var mistake: ImportedEvent.Mistake?
}
