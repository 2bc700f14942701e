import FieldhouseKit
import Foundation

extension FolfScoring {
  /// How many people play on one card.
  static let mostPlayers = 20

  func roundRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds", "Open a round that others join by its code", access: .account,
      problems: [.courseUnknown, .layoutUnknown, .codesExhausted]
    ) { (input: RoundInput, call, transaction) in
      let draft = try await draft(input, for: try call.account.id, in: transaction)
      return RoundName(round: try await RoundStore.open(draft, by: try call.account, at: call.now, in: transaction))
    }
    routes.get("/rounds/{round}", "A round with its card", access: .permission("play", in: "round")) {
      (input: RoundName, call) in
      let me = try call.account.id
      let reading = try await host.storage.read { try await RoundReading(input.round, for: me, in: $0) }
      let people = try await host.authentication.accounts(reading.people)
      return reading.output(for: try call.account.id, people)
    }
    routes.post(
      "/rounds/{round}/finish", "End the game for all players; the card can still be corrected",
      access: .permission("host", in: "round"), status: 204, problems: [.notStarted, .over]
    ) { (input: RoundName, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction)
      guard round.state != .lobby else { throw Problem.notStarted }
      guard round.state == .running else { throw Problem.over }
      try await RoundStore.move(round, to: .finished, at: call.now, in: transaction)
      return NoContent()
    }
    routes.post(
      "/rounds/{round}/sign", "Agree to my row of the card", access: .permission("play", in: "round"), status: 204,
      problems: [.notStarted, .over, .playerUnknown]
    ) { (input: RoundName, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction).open
      let me = try await player(of: try call.account.id, round: round.id, in: transaction)
      try await RoundStore.sign(me.id, of: round, at: call.now, in: transaction)
      return NoContent()
    }
  }

  /// The row of somebody.
  /// - Throws: ``Problem`` 404 `player-unknown`.
  func player(of account: AccountID, round: String, in transaction: any ReadTransaction) async throws -> Player {
    let players = try await RoundStore.players(of: round, in: transaction)
    guard let mine = players.first(where: { $0.account == account }) else { throw Problem.playerUnknown }
    return mine
  }

  private func draft(
    _ input: RoundInput, for account: AccountID, in transaction: any ReadTransaction
  ) async throws -> RoundDraft {
    let (games, format) = (input.games ?? [GameChoice(kind: .stroke)], input.format ?? .own)
    guard let id = input.course else {
      let name = (input.courseName ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      let layout = Layout.plain(input.holes ?? 18).played(from: input.start ?? 1, isReversed: input.isReversed ?? false)
      return RoundDraft(course: nil, courseName: name, layout: layout, games: games, format: format)
    }
    guard let course = try await courses.find(id, for: account, in: transaction) else { throw Problem.courseUnknown }
    guard
      let layout = course.layouts.first(where: { $0.endedOn == nil && (input.layout == nil || $0.name == input.layout) }
      )
    else {
      throw Problem.layoutUnknown
    }
    return RoundDraft(
      course: course.id, courseName: course.name,
      layout: layout.played(from: input.start ?? 1, isReversed: input.isReversed ?? false), games: games,
      format: format)
  }
}

extension Round {
  /// The round, when throws may be entered.
  /// - Throws: ``Problem`` 409 `round-not-started` or `round-over`.
  var open: Round {
    get throws {
      guard state != .lobby else { throw Problem.notStarted }
      guard takesEntries else { throw Problem.over }
      return self
    }
  }

  /// The round, when somebody may enter throws: on a card of a tournament that is over only the director does, as the
  /// group has agreed about it.
  /// - Throws: ``Problem`` 409 `round-not-started` or `round-over`.
  func open(for account: AccountID) throws -> Round {
    guard !isIndependent || state != .finished || host == account else { throw Problem.over }
    return try open
  }
}
