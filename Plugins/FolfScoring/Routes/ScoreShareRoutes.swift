import FieldhouseKit
import Foundation

// What people show of disc golf elsewhere: the own score of a round, and a tournament that is for everybody.
extension FolfScoring {
  func scoreShareRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds/{round}/share", "Show my score of a finished round to whoever has the link; without anybody's name",
      access: .permission("play", in: "round"), status: 200, problems: [.playerUnknown, .notOver, .nothingThrown]
    ) { (input: RoundName, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction)
      guard round.state == .finished else { throw Problem.notOver }
      let mine = try await player(of: try call.account.id, round: round.id, in: transaction)
      guard mine.result.holes > 0 else { throw Problem.nothingThrown }
      return ShareName(
        share: try await ScoreShareStore.put(try call.account.id, round: round.id, at: call.now, in: transaction))
    }
    routes.delete("/rounds/{round}/share", "Show my score no more", access: .account) {
      (input: RoundName, call, transaction) in
      try await ScoreShareStore.remove(try call.account.id, round: input.round, in: transaction)
      return NoContent()
    }
    routes.get("/shared/{share}", "A score that somebody shows", access: .everyone, problems: [.shareUnknown]) {
      (input: ShareInput, _) in
      SharedScore(try await host.storage.read { try await ScoreShareStore.content(input.share, in: $0) })
    }
    routes.get(
      "/shared/{share}/card", "What the link to a score shows", access: .everyone, problems: [.shareUnknown]
    ) { (input: ShareInput, call) in
      card(try await host.storage.read { try await ScoreShareStore.content(input.share, in: $0) }, in: call.language)
    }
    routes.get(
      "/events/{event}/card", "What the link to a tournament shows that is for everybody", access: .everyone,
      problems: [.notFound()]
    ) { (input: EventName, call) in
      let event = try await host.storage.read { try await EventStore.event(input.event, in: $0) }
      guard event.isPublic else { throw Problem.notFound() }
      let state = host.texts.text("eventState.\(event.state.rawValue)", language: call.language, arguments: [:])
      return LinkCard(
        label: host.texts.text("event", language: call.language, arguments: [:]), title: event.name, value: nil,
        lines: [course(event.courseName, event.layout.name, call.language), day(event.startsAt, call.language), state])
    }
  }

  private func card(_ score: ScoreShareStore.Shared, in language: String) -> LinkCard {
    func text(_ key: String, _ arguments: [String: String] = [:]) -> String {
      host.texts.text(key, language: language, arguments: arguments)
    }
    let names = score.holes.compactMap { hole in hole.throwCount.map { RoundStatistics.Name($0, par: hole.par) } }
    let best = [RoundStatistics.Name.ace, .eagle, .birdie].map { name in (name, names.count { $0 == name }) }
    let told = best.filter { $0.1 > 0 }.map { "\($0.1) × \(text($0.0.rawValue))" }
    let above = score.toPar == 0 ? text("even") : "\(score.toPar > 0 ? "+" : "−")\(abs(score.toPar))"
    return LinkCard(
      label: text("title"), title: course(score.courseName, score.layoutName, language),
      value: score.isOut ? text("dnf") : above,
      lines: [
        text("throwsOnHoles", ["throws": "\(score.throwCount)", "holes": "\(score.scored)"]),
        score.startedAt.map { day($0, language) }, told.isEmpty ? nil : told.joined(separator: " · "),
      ].compactMap { $0 })
  }

  private func course(_ name: String, _ layout: String, _ language: String) -> String {
    let course = name.isEmpty ? host.texts.text("unspecified", language: language, arguments: [:]) : name
    return [course, layout].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func day(_ instant: Date, _ language: String) -> String {
    instant.formatted(
      Date.FormatStyle(date: .abbreviated, time: .omitted, locale: Locale(identifier: language), timeZone: .gmt))
  }
}

struct ShareInput: RouteInput {
  var share: String
  static var schema: Schema { .object([("share", .id)], required: ["share"]) }
}

struct ShareName: RouteOutput, Decodable {
  var share: String
}

/// What strangers are shown of a link: nothing that is about a person.
struct LinkCard: RouteOutput, Decodable {
  var label: String
  var title: String
  /// A score against par; nil for a tournament.
  var value: String?
  var lines: [String]
}

/// A score that is shown to whoever has the link: of nobody in particular.
struct SharedScore: RouteOutput {
  struct OnHole: RouteOutput, Decodable {
    /// As it stands on the tee sign.
    var number: Int
    var par: Int
    /// Nil without a score.
    var throwCount: Int?
  }

  /// Empty for an unspecified course without a name.
  var courseName: String
  var layoutName: String
  var toPar: Int
  var throwCount: Int
  var isOut: Bool
  /// Empty of a team's score.
  var holes: [OnHole]
  /// Nil where nobody knows.
  var startedAt: Date?

  init(_ score: ScoreShareStore.Shared) {
    (courseName, layoutName, toPar) = (score.courseName, score.layoutName, score.toPar)
    (throwCount, isOut, startedAt) = (score.throwCount, score.isOut, score.startedAt)
    holes = score.holes.map { OnHole(number: $0.number, par: $0.par, throwCount: $0.throwCount) }
  }

  static var schema: Schema {
    .object(
      [
        ("courseName", .string()), ("layoutName", .string()), ("toPar", .integer()), ("throwCount", .integer()),
        ("isOut", .boolean), ("holes", .array(of: OnHole.schema)), ("startedAt", .string(format: .dateTime)),
      ], required: ["courseName", "layoutName", "toPar", "throwCount", "isOut", "holes"])
  }
}

extension Problem {
  static var shareUnknown: Problem { .notFound("share-unknown", "This score is not shown any more.") }
  fileprivate static var notOver: Problem { .conflict("round-not-over", "The game is not over yet.") }
  fileprivate static var nothingThrown: Problem { .conflict("nothing-thrown", "You have no score in this round.") }
}
