import FieldhouseKit
import Foundation

extension FolfScoring {
  func lobbyRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds/join", "Join by code, or come back to where I play already", access: .guest, status: 200,
      problems: [.codeUnknown("ABC"), .started, .full]
    ) { (input: JoinInput, call, transaction) in
      RoundName(round: try await join(input.code.uppercased(), try call.account, at: call.now, in: transaction))
    }
    routes.put(
      "/rounds/{round}/games", "Choose the games, any number at once, and how teams throw",
      access: .permission("host", in: "round"), problems: [.started]
    ) { (input: GamesChange, call, transaction) in
      let round = try await lobby(input.round, in: transaction)
      try await RoundStore.set(
        input.games.once, input.format ?? .own, of: round.id, at: call.now, in: transaction)
      return RoundName(round: round.id)
    }
    routes.put(
      "/rounds/{round}/players/{player}",
      "Say how a player plays: for the player, the host, and whoever wrote the player down",
      access: .permission("play", in: "round"), problems: [.started, .playerUnknown, .notTheirs]
    ) { (input: PlayerChange, call, transaction) in
      let (round, me) = (try await lobby(input.round, in: transaction), try call.account.id)
      let players = try await RoundStore.players(of: round.id, in: transaction)
      guard let player = players.first(where: { $0.id == input.player }) else { throw Problem.playerUnknown }
      guard [player.account, player.addedBy, round.host].contains(me) else { throw Problem.notTheirs }
      try await RoundStore.set(
        player.id, tee: round.layout.tee(input.tee ?? player.tee),
        team: input.team.map { $0 == 0 ? nil : $0 } ?? player.team, handicap: input.handicap ?? player.handicap,
        cardName: try input.cardName?.cardName ?? player.cardName, of: round.id, at: call.now, in: transaction)
      return RoundName(round: round.id)
    }
    routes.post(
      "/rounds/{round}/guests", "Write down a player without an account", access: .permission("play", in: "round"),
      status: 204, problems: [.over, .full, .directed]
    ) { (input: GuestInput, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction)
      guard round.state == .lobby || round.state == .running else { throw Problem.over }
      guard !round.isIndependent else { throw Problem.directed }
      try await checkRoom(round, in: transaction)
      try await RoundStore.add(
        account: nil, name: try input.name.trimmedName("/name"), by: try call.account.id, to: round.id, in: transaction)
      try await RoundStore.touch(round.id, at: call.now, in: transaction)
      return NoContent()
    }
    routes.delete(
      "/rounds/{round}/players/{player}", "Leave the lobby, or remove somebody from it",
      access: .permission("play", in: "round"), problems: [.started, .playerUnknown, .alone]
    ) { (input: PlayerName, call, transaction) in
      let round = try await lobby(input.round, in: transaction)
      try await remove(input.player, from: round, by: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
    moveRoutes(&routes)
  }

  private func moveRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds/{round}/start", "Start the game", access: .permission("host", in: "round"), status: 204,
      problems: [.started, .unfit(.match)]
    ) { (input: RoundName, call, transaction) in
      let round = try await lobby(input.round, in: transaction)
      let players = try await RoundStore.players(of: round.id, in: transaction)
      let teams = round.teams(players)
      if let game = round.games.first(where: { !$0.fits(players.map(\.id), teams) }) { throw Problem.unfit(game.kind) }
      try await RoundStore.move(round, to: .running, at: call.now, in: transaction)
      return NoContent()
    }
    routes.post(
      "/rounds/{round}/cancel", "Give the game up: it comes into nobody's history",
      access: .permission("host", in: "round"), status: 204, problems: [.over, .ofTournament]
    ) { (input: RoundName, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction)
      guard !round.isIndependent else { throw Problem.ofTournament }
      guard round.state == .lobby || round.state == .running else { throw Problem.over }
      try await RoundStore.move(round, to: .cancelled, at: call.now, in: transaction)
      return NoContent()
    }
  }

  /// A round that has not started.
  /// - Throws: ``Problem`` 409.
  func lobby(_ id: String, in transaction: any ReadTransaction) async throws -> Round {
    let round = try await RoundStore.round(id, in: transaction)
    guard round.state != .running else { throw Problem.started }
    guard round.state == .lobby else { throw Problem.over }
    return round
  }

  private func checkRoom(_ round: Round, in transaction: any ReadTransaction) async throws {
    let count = try await RoundStore.players(of: round.id, in: transaction).count
    guard count < Self.mostPlayers else { throw Problem.full }
  }

  /// People of whom one has blocked the other do not meet: for them the code leads nowhere.
  private func join(
    _ code: String, _ person: Account, at now: Date, in transaction: any Transaction
  ) async throws -> String {
    guard let round = try await RoundStore.find(code: code, in: transaction) else { throw Problem.codeUnknown(code) }
    let others = try await RoundStore.players(of: round.id, in: transaction).compactMap(\.account)
    if others.contains(person.id) { return round.id }
    guard try await host.authentication.blocks(between: person.id, and: others).isEmpty else {
      throw Problem.codeUnknown(code)
    }
    guard round.state == .lobby else { throw Problem.started(code) }
    try await enter(round, person, at: now, in: transaction)
    return round.id
  }

  /// Somebody comes into a lobby.
  /// - Throws: ``Problem`` 409 `card-full`.
  func enter(_ round: Round, _ person: Account, at now: Date, in transaction: any Transaction) async throws {
    try await checkRoom(round, in: transaction)
    try await RoundStore.add(person, to: round.id, layout: round.layout, in: transaction)
    try await RoundStore.touch(round.id, at: now, in: transaction)
  }

  private func remove(
    _ id: String, from round: Round, by person: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let players = try await RoundStore.players(of: round.id, in: transaction)
    guard let player = players.first(where: { $0.id == id }) else { throw Problem.playerUnknown }
    guard person == player.account || person == round.host || person == player.addedBy else { throw Problem.alone }
    try await RoundStore.remove(player, from: round, at: now, in: transaction)
  }
}

extension [GameChoice] {
  /// Each game once.
  fileprivate var once: [GameChoice] {
    var seen: Set<GameChoice> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Problem {
  static var directed: Problem { .forbidden("The director of a tournament says who plays on which card.") }
  static var ofTournament: Problem {
    .forbidden("The card of a tournament is not given up or handed on: its director ends it, and makes the next ones.")
  }
  fileprivate static var notTheirs: Problem {
    .forbidden("Only the player, the host and whoever wrote the player down say how somebody plays.")
  }
}
