import FieldhouseKit

extension FolfScoring {
  func gameRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds/{round}/another", "End the round, and play another one with the same people",
      access: .permission("host", in: "round"), problems: [.notStarted, .over, .codesExhausted, .ofTournament]
    ) { (input: AnotherInput, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction).open
      guard !round.isIndependent else { throw Problem.ofTournament }
      let next = try await RoundStore.another(
        after: round, isReversed: input.isReversed ?? false, at: call.now, in: transaction)
      return RoundName(round: next)
    }
    routes.get(
      "/rounds/{round}/game", "What the rounds of a game add up to", access: .permission("play", in: "round")
    ) { (input: RoundName, _) in
      let reading = try await host.storage.read { try await GameReading(of: input.round, in: $0) }
      return reading.output(try await host.authentication.accounts(reading.people))
    }
    routes.put(
      "/rounds/{round}/host/{player}", "Make another player the host", access: .permission("host", in: "round"),
      problems: [.playerUnknown, .over, .ofTournament]
    ) { (input: PlayerName, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction)
      guard !round.isIndependent else { throw Problem.ofTournament }
      guard round.state != .cancelled else { throw Problem.over }
      let players = try await RoundStore.players(of: round.id, in: transaction)
      guard let heir = players.first(where: { $0.id == input.player })?.account else { throw Problem.playerUnknown }
      if heir != round.host { try await RoundStore.hand(round, to: heir, at: call.now, in: transaction) }
      return RoundName(round: round.id)
    }
  }
}
