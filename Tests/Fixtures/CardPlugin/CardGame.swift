import FieldhouseKit

/// Score cards that only their players see, and only their scorers write.
struct CardGame: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func routes(_ routes: inout Routes) {
    cards(&routes)
    players(&routes)
    rounds(&routes)
    routes.get("/totals", "What all cards add up to", access: .permission("see-totals")) { [host] (_: NoInput, _) in
      Card(
        card: "all", throws: try await host.storage.read { try await $0.query("select sum(throws) from cards")[0][0] })
    }
    routes.get("/cards/{card}/mine", "Whether I may enter scores", access: .guest) { [host] (input: CardInput, call) in
      let scope = Scope("card", input.card)
      let me = try call.account.id
      return Standing(
        has: try await host.rights.has("enter-scores", me, in: scope),
        permits: try await host.rights.permits(try call.principal.required, "enter-scores", in: scope),
        roles: try await host.rights.grants(of: me).filter { $0.scope == scope }.map(\.role))
    }
  }

  private func cards(_ routes: inout Routes) {
    routes.post("/cards", "Begin a card", access: .guest) { (input: CardInput, call, transaction) in
      try await transaction.execute("insert into cards (card, throws) values (\(input.card), 0)")
      try await transaction.grant("scorer", to: try call.account.id, in: Scope("card", input.card))
      if input.card.hasPrefix("spoilt") { throw Problem.conflict("spoilt", "It was spoilt.") }
      return Card(card: input.card, throws: 0)
    }
    routes.get("/cards/{card}", "A card", access: .permission("see-card", in: "card")) {
      [host] (input: CardInput, _) in
      Card(
        card: input.card,
        throws: try await host.storage.read {
          try await $0.first("select throws from cards where card = \(input.card)").map { try $0[0] } ?? -1
        })
    }
    routes.put("/cards/{card}/throws", "Enter scores", access: .permission("enter-scores", in: "card")) {
      [host] (input: ThrowsInput, _) in
      try await host.storage.write { transaction in
        try await transaction.execute("update cards set throws = \(input.throws) where card = \(input.card)")
        try await transaction.publish("cards/\(input.card)", LiveEvent("throws", .integer(Int64(input.throws))))
        // Nobody plays a round of so many throws: whoever entered them is told, and nobody else may see them.
        guard input.throws < 1_000 else { throw Problem.conflict("too-many-throws", "Nobody throws so often.") }
      }
      return NoContent()
    }
    routes.post("/cards/{card}/throws", "Add to scores", access: .permission("enter-scores", in: "card")) {
      (input: ThrowsInput, _, transaction) in
      try await transaction.execute("update cards set throws = throws + \(input.throws) where card = \(input.card)")
      return NoContent()
    }
    routes.delete("/cards/{card}", "Throw a card away", access: .permission("enter-scores", in: "card")) {
      [host] (input: CardInput, _) in
      try await host.storage.write { transaction in
        try await transaction.execute("delete from cards where card = \(input.card)")
        try await transaction.revokeAll(in: Scope("card", input.card))
      }
      return NoContent()
    }
  }

  private func players(_ routes: inout Routes) {
    routes.put("/cards/{card}/players/{id}", "Add a player", access: .permission("enter-scores", in: "card")) {
      [host] (input: PlayerInput, _) in
      try await host.storage.write { transaction in
        try await transaction.grant("player", to: AccountID(input.id), in: Scope("card", input.card))
        try await transaction.notify(
          NotificationRequest(
            recipients: [AccountID(input.id)], kind: "added", text: "added", arguments: ["card": input.card]))
      }
      return NoContent()
    }
    routes.delete("/cards/{card}/players/{id}", "Remove a player", access: .permission("enter-scores", in: "card")) {
      [host] (input: PlayerInput, _) in
      try await host.storage.write { transaction in
        try await transaction.revoke("player", from: AccountID(input.id), in: Scope("card", input.card))
      }
      return NoContent()
    }
    routes.get("/cards/{card}/players", "Who plays", access: .permission("see-card", in: "card")) {
      [host] (input: CardInput, _) in
      let grants = try await host.rights.holders(in: Scope("card", input.card))
      return Page(items: grants.map { Player(id: $0.account.text, role: $0.role) })
    }
  }
}

extension Optional {
  var required: Wrapped {
    get throws {
      guard let self else { throw Problem.unauthenticated() }
      return self
    }
  }
}

struct CardInput: RouteInput {
  var card: String
}

struct ThrowsInput: RouteInput {
  var card: String
  var `throws`: Int
}

struct PlayerInput: RouteInput {
  var card: String
  var id: String
}

struct Card: RouteOutput, Decodable {
  var card: String
  var `throws`: Int
}

struct Player: RouteOutput, Decodable {
  var id: String
  var role: String
}

struct Standing: RouteOutput, Decodable {
  var has: Bool
  var permits: Bool
  var roles: [String]
}

@c(card_game_plugin)
public func cardGamePlugin() -> UnsafeMutableRawPointer { PluginEntry.export(CardGame.self) }
