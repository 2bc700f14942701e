import FieldhouseKit
import Foundation

extension WalkingClubs {
  func dayRoutes(_ routes: inout Routes) {
    routes.get("/me/days", "My sessions, a day each, the latest first", access: .guest) {
      (input: DaysInput, call) in
      let before = try input.after.map { try Fields.day($0, at: "/after") } ?? Int(Int32.max)
      return try await days(of: try call.account.id, before: before, limit: input.limit ?? 20)
    }
    routes.get(
      "/me/days/{day}", "A session of mine: what counted, what did not and why, and what it brought", access: .guest,
      problems: [.dayUnknown]
    ) { (input: DayInput, call) in try await day(try Fields.day(input.day), of: try call.account.id) }
    routes.get(
      "/me/days/{day}/route", "The routes of a session of mine, on their own ground", access: .guest,
      problems: [.dayUnknown]
    ) { (input: DayInput, call) in
      let account = try call.account.id
      let session = try await session(try Fields.day(input.day), of: account)
      return RouteOutputOfDay(shape: try await shape(of: session))
    }
  }

  private func days(of account: AccountID, before: Int, limit: Int) async throws -> Page<DayOutput> {
    let now = host.clock.now
    return try await host.storage.read { transaction in
      let found = try await SessionStore.page(of: account, before: before, limit: limit + 1, in: transaction)
      let shown = Array(found.prefix(limit))
      let items = try await DayOutput.list(shown, at: now, in: transaction)
      return Page(items: items, next: found.count > limit ? shown.last.map { CivilDay.text($0.day) } : nil)
    }
  }

  private func day(_ day: Int, of account: AccountID) async throws -> DayDetailOutput {
    let now = host.clock.now
    return try await host.storage.read { transaction in
      guard let session = try await SessionStore.session(account, day: day, in: transaction),
        !session.content.lines.isEmpty
      else { throw Problem.dayUnknown }
      let summary = try await DayOutput.list([session], at: now, in: transaction)[0]
      let season = try await SeasonStore.season(of: day, in: transaction)
      let club = try await ClubStore.club(session.club, in: transaction)
      let crew = try await ClubStore.crew(session.crew, in: transaction)
      let share = try await ShareStore.share(of: day, account, in: transaction)
      return DayDetailOutput(
        summary: summary, club: club.map(ClubOutput.init), group: crew.map(CrewOutput.init),
        lines: session.content.lines.map { LineOutput($0, tellsEnergy: summary.metres != nil) },
        points: PointsOutput(session, summary, season?.rules), share: share)
    }
  }

  /// - Throws: ``Problem`` 404 `day-unknown`.
  func session(_ day: Int, of account: AccountID) async throws -> Session {
    let found = try await host.storage.read { try await SessionStore.session(account, day: day, in: $0) }
    guard let found, !found.content.lines.isEmpty else { throw Problem.dayUnknown }
    return found
  }

  /// The routes of a day as their owner lets them be told; nil where there are none.
  func shape(of session: Session) async throws -> RouteShape? {
    var routes: [[[Double]]] = []
    for line in session.content.lines where line.activity.hasRoute && line.cut?.isImplausible != true {
      guard routes.count < 10 else { break }
      let answer: Answer<RouteAnswer> = try await host.questions.ask(
        Asked.route, RouteInputOfActivity(activity: line.activity.id), about: session.account)
      if let found = answer.value { routes.append(found.points) }
    }
    return RouteShape(routes)
  }
}

struct DaysInput: RouteInput {
  var limit: Int?
  /// The `next` of the page before: a day.
  var after: String?
  static var schema: Schema { .object([("limit", Fields.limit), ("after", Fields.day)]) }
}

struct DayInput: RouteInput {
  var day: String
  static var schema: Schema { .object([("day", Fields.day)], required: ["day"]) }
}

struct RouteOutputOfDay: RouteOutput {
  /// Null where there is none, or it is not told.
  var shape: RouteShape?
  static var schema: Schema { .object([("shape", .nullable(RouteShape.schema))]) }
}

extension RouteShape: RouteOutput {
  static var schema: Schema {
    .object(
      [
        ("width", .integer()), ("height", .integer()), ("lines", .array(of: .array(of: .integer()))),
      ], required: ["width", "height", "lines"])
  }
}
