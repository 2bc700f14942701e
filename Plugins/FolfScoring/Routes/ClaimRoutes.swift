import FieldhouseKit
import Foundation

extension FolfScoring {
  func claimRoutes(_ routes: inout Routes) {
    routes.post(
      "/rounds/{round}/players/{player}/claim",
      "Make what lets a player without an account take over the row; for the host and whoever wrote the player down",
      access: .permission("play", in: "round"), status: 200, problems: [.playerUnknown, .notYours]
    ) { (input: PlayerName, call, transaction) in
      let (round, me) = (try await RoundStore.round(input.round, in: transaction), try call.account.id)
      let players = try await RoundStore.players(of: round.id, in: transaction)
      guard let player = players.first(where: { $0.id == input.player && $0.isGuest }) else {
        throw Problem.playerUnknown
      }
      guard me == round.host || me == player.addedBy else { throw Problem.notYours }
      let (claim, until) = try await ClaimStore.open(player, at: call.now, in: transaction)
      return ClaimOutput(claim: claim, expiresAt: until)
    }
    routes.get(
      "/claims/{claim}", "Whose row of which card a claim is for", access: .account, problems: [.claimUnknown]
    ) { (input: ClaimName, call) in
      let me = try call.account.id
      let (player, round) = try await host.storage.read { try await claimed(input.claim, by: me, at: call.now, in: $0) }
      return ClaimedOutput(name: player.name, courseName: round.courseName, startedAt: round.startedAt)
    }
    routes.put(
      "/claims/{claim}", "Take over the row of a player without an account", access: .account,
      problems: [.claimUnknown, .playsAlready]
    ) { (input: ClaimName, call, transaction) in
      let me = try call.account
      let (player, round) = try await claimed(input.claim, by: me.id, at: call.now, in: transaction)
      let players = try await RoundStore.players(of: round.id, in: transaction)
      guard !players.contains(where: { $0.account == me.id }) else { throw Problem.playsAlready }
      if let card = try await EventStore.card(ofRound: round.id, in: transaction) {
        let entrants = try await EventStore.entrants(of: card.event, in: transaction)
        guard !entrants.contains(where: { $0.account == me.id }) else { throw Problem.playsAlready }
      }
      try await ClaimStore.settle(player, of: round, for: me, at: call.now, in: transaction)
      return RoundName(round: round.id)
    }
  }

  /// People of whom one has blocked the other do not meet: for them a claim leads nowhere.
  private func claimed(
    _ claim: String, by person: AccountID, at now: Date, in transaction: any ReadTransaction
  ) async throws -> (Player, Round) {
    guard let player = try await ClaimStore.player(claim, at: now, in: transaction),
      let round = try await RoundStore.find(player.round, in: transaction), round.state != .cancelled
    else { throw Problem.claimUnknown }
    let others = try await RoundStore.players(of: round.id, in: transaction).compactMap(\.account)
    guard try await host.authentication.blocks(between: person, and: others).isEmpty else {
      throw Problem.claimUnknown
    }
    return (player, round)
  }
}

struct ClaimName: RouteInput {
  var claim: String
  static var schema: Schema { .object([("claim", .id)], required: ["claim"]) }
}

/// What a player without an account is handed.
struct ClaimOutput: RouteOutput, Decodable {
  var claim: String
  var expiresAt: Date
}

/// What a claim is for.
struct ClaimedOutput: RouteOutput, Decodable {
  /// As the player was written down.
  var name: String
  /// Empty for an unspecified course without a name.
  var courseName: String
  var startedAt: Date?
}

extension Player {
  /// Whether somebody was written down by name, and has not left the platform.
  var isGuest: Bool { account == nil && !name.isEmpty }
}
