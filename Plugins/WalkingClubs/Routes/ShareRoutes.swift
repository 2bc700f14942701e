import FieldhouseKit
import Foundation

extension WalkingClubs {
  func shareRoutes(_ routes: inout Routes) {
    routes.action(
      "/me/days/{day}/share", "Share a session: its figures, and the route without its place", access: .account,
      problems: [.dayUnknown]
    ) { (input: ShareInput, call) in
      try await share(try Fields.day(input.day), withRoute: input.withRoute ?? true, try call.account.id, at: call.now)
    }
    routes.delete("/me/days/{day}/share", "Share a session no more", access: .account) {
      (input: DayInput, call, transaction) in
      try await ShareStore.remove(try Fields.day(input.day), of: try call.account.id, in: transaction)
      return NoContent()
    }
    routes.get("/shared/{share}", "A session that somebody shares", access: .everyone, problems: [.shareUnknown]) {
      (input: SharedInput, _) in SharedOutput(try await content(input.share))
    }
    routes.get(
      "/shared/{share}/card", "What the link to a shared session shows", access: .everyone, problems: [.shareUnknown]
    ) { (input: SharedInput, call) in card(try await content(input.share), in: call.language) }
  }

  private func content(_ share: String) async throws -> SharedDay {
    try await host.storage.read { try await ShareStore.content(share, in: $0) }
  }

  private func share(
    _ day: Int, withRoute: Bool, _ account: AccountID, at now: Date
  ) async throws -> ShareName {
    let session = try await session(day, of: account)
    let shape = withRoute ? try await shape(of: session) : nil
    let share = try await host.storage.write { transaction in
      let summary = try await DayOutput.list([session], at: now, in: transaction)[0]
      let club = try await ClubStore.club(session.club, in: transaction)
      let crew = try await ClubStore.crew(session.crew, in: transaction)
      let content = SharedDay(
        day: summary.day, steps: summary.steps, metres: summary.metres, calories: summary.activeCalories,
        points: summary.points, club: club?.name ?? "", clubPicture: club?.picture, group: crew?.name,
        groupPicture: crew?.picture, shape: shape)
      return try await ShareStore.put(content, day: day, of: account, at: now, in: transaction)
    }
    return ShareName(share: share)
  }

  /// Words and figures of the link's picture, in a language.
  private func card(_ day: SharedDay, in language: String) -> ShareCard {
    func text(_ key: String, _ arguments: [String: String]) -> String {
      host.texts.text(key, language: language, arguments: arguments)
    }
    var lines = [day.day, [day.club, day.group].compactMap { $0 }.joined(separator: " · ")]
    if let metres = day.metres { lines.append(text("card.distance", ["km": Self.decimal(metres / 1_000)])) }
    if let calories = day.calories { lines.append(text("card.calories", ["kcal": "\(Int(calories.rounded()))"])) }
    return ShareCard(
      label: text("title", [:]), title: text("card.title", ["steps": "\(day.steps)"]),
      value: day.points.map { text("card.points", ["points": "\($0)"]) }, lines: lines, accent: "#b3123f")
  }

  /// With one digit behind the point.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

struct ShareInput: RouteInput {
  var day: String
  /// Whether the shape of the route is shared, too: it is unless told.
  var withRoute: Bool?
  static var schema: Schema {
    .object([("day", Fields.day), ("withRoute", .nullable(.boolean))], required: ["day"])
  }
}

struct ShareName: RouteOutput, Decodable {
  var share: String
}

struct SharedInput: RouteInput {
  var share: String
  static var schema: Schema { .object([("share", Fields.id)], required: ["share"]) }
}

/// A shared session: of nobody in particular.
struct SharedOutput: RouteOutput {
  var day: String
  var steps: Int
  var metres: Double?
  var calories: Double?
  var points: Int?
  var club: String
  var clubPicture: String?
  var group: String?
  var groupPicture: String?
  var shape: RouteShape?

  init(_ day: SharedDay) {
    (self.day, steps, metres, calories) = (day.day, day.steps, day.metres, day.calories)
    (points, club, clubPicture) = (day.points, day.club, day.clubPicture)
    (group, groupPicture, shape) = (day.group, day.groupPicture, day.shape)
  }

  static var schema: Schema {
    .object(
      [
        ("day", .string()), ("steps", .integer()), ("metres", .number()), ("calories", .number()),
        ("points", .integer()), ("club", .string()), ("clubPicture", .string()), ("group", .string()),
        ("groupPicture", .string()), ("shape", RouteShape.schema),
      ], required: ["day", "steps", "club"])
  }
}

struct ShareCard: RouteOutput, Decodable {
  var label: String
  var title: String
  var value: String?
  var lines: [String]
  var accent: String
}
