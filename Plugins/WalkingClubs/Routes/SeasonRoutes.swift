import FieldhouseKit
import Foundation

extension WalkingClubs {
  func seasonRoutes(_ routes: inout Routes) {
    routes.get("/seasons", "All seasons, the latest first", access: .everyone) { (_: NoInput, _) in
      Page(items: try await host.storage.read { try await SeasonStore.all(in: $0).map(SeasonOutput.init) })
    }
    routes.put(
      "/seasons/{season}", "Make a season, or change it: what was walked in it is counted anew", access: .operators,
      problems: [.seasonsOverlap]
    ) { (input: SeasonDraft, call, transaction) in
      let (first, last) = (
        try Fields.day(input.firstDay, at: "/firstDay"), try Fields.day(input.lastDay, at: "/lastDay")
      )
      guard first <= last, last - first < 800 else {
        throw Problem.invalid("/lastDay", "season-order", "A season ends behind its beginning, within 800 days.")
      }
      let season = Season(
        id: input.season, title: input.title, firstDay: first, lastDay: last, rules: input.rules ?? SeasonRules(),
        version: 1)
      try await SeasonStore.put(season, at: call.now, in: transaction)
      try await host.schedules.schedule("close", due: call.now.addingTimeInterval(ClosingStore.gathering)) { due in
        try await close(due)
      }
      guard let kept = try await SeasonStore.season(season.id, in: transaction) else { throw Problem.seasonUnknown }
      return SeasonOutput(kept)
    }
  }
}

struct SeasonDraft: RouteInput {
  var season: String
  var title: String
  var firstDay: String
  var lastDay: String
  /// The usual ones unless given.
  var rules: SeasonRules?

  static var schema: Schema {
    .object(
      [
        ("season", .string(minLength: 1, maxLength: 40, pattern: "^[a-z0-9][a-z0-9.-]*$")), ("title", Fields.title),
        ("firstDay", Fields.day), ("lastDay", Fields.day), ("rules", .nullable(SeasonRules.schema)),
      ], required: ["season", "title", "firstDay", "lastDay"])
  }
}

struct SeasonOutput: RouteOutput, Decodable {
  var id: String
  var title: String
  var firstDay: String
  var lastDay: String
  var rules: SeasonRules
  var version: Int

  init(_ season: Season) {
    (id, title, rules, version) = (season.id, season.title, season.rules, season.version)
    (firstDay, lastDay) = (CivilDay.text(season.firstDay), CivilDay.text(season.lastDay))
  }
}
