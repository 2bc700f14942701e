import FieldhouseKit
import Foundation

// What the director changes of a tournament that there is: what it is called and when it begins, when a card plays, and
// who has won a playoff.
extension FolfScoring {
  func eventChangeRoutes(_ routes: inout Routes) {
    routes.put(
      "/events/{event}", "Change what a tournament is called, when and how often it is played, and who sees it",
      access: .permission("direct", in: "event"), problems: [.leagueUnknown]
    ) { (input: EventChange, call, transaction) in
      let event = try await EventStore.event(input.event, in: transaction)
      if let league = input.league { try await own(league, of: event.owner, in: transaction) }
      let played = try await EventStore.cards(of: event.id, in: transaction).map(\.number).max() ?? 0
      let rounds = input.rounds ?? 1
      guard rounds >= played else {
        throw Problem.invalid("/rounds", "played", "\(played) rounds have cards already.")
      }
      try await EventStore.change(
        event.id, name: try input.name.trimmedName("/name"), rounds: rounds, to: input, in: transaction)
      return EventName(event: event.id)
    }
    routes.put(
      "/events/{event}/cards/{card}", "Move the tee time of a card; its players are told",
      access: .permission("direct", in: "event"), problems: [.cardUnknown, .cardOver]
    ) { (input: CardChange, call, transaction) in
      guard let card = try await EventStore.card(ofRound: input.card, in: transaction), card.event == input.event else {
        throw Problem.cardUnknown
      }
      let round = try await RoundStore.round(card.round, in: transaction)
      guard round.state == .running else { throw Problem.cardOver }
      try await EventStore.move(card, to: input.teeTime, in: transaction)
      let event = try await EventStore.event(card.event, in: transaction)
      let players = try await RoundStore.players(of: card.round, in: transaction)
      let told = players.compactMap(\.account).filter { $0 != event.owner }
      if !told.isEmpty && card.teeTime != input.teeTime {
        try await transaction.notify(
          NotificationRequest(
            recipients: told, about: [event.owner], kind: "card", text: "cardMoved", arguments: ["event": event.name],
            link: "/folf-scoring/events/\(event.id)/cards",
            deduplicationKey: "\(card.round)/\(input.teeTime.millisecondsSince1970)"))
      }
      return EventName(event: card.event)
    }
    routes.put(
      "/events/{event}/playoffs/{entrant}", "Say who of those who share a first place has won the playoff",
      access: .permission("direct", in: "event"), problems: [.entrantUnknown, .notTied]
    ) { (input: EntrantName, _, transaction) in
      let reading = try await EventReading(input.event, in: transaction)
      guard let winner = reading.entrants.first(where: { $0.id == input.entrant }) else { throw Problem.entrantUnknown }
      let division = reading.entrants.filter { $0.division == winner.division }
      // Who was named by mistake is taken back by naming another one.
      guard Placing.ties(division.map { reading.score($0).withoutPlayoff }).contains(winner.id) else {
        throw Problem.notTied
      }
      try await EventStore.wonPlayoff(winner, among: division, in: transaction)
      return EventName(event: input.event)
    }
  }

  /// - Throws: ``Problem`` 404 `league-unknown` for one of somebody else's.
  func own(_ league: String, of owner: AccountID, in transaction: any ReadTransaction) async throws {
    let known = try await transaction.first("select id from leagues where id = \(league) and owner = \(owner)")
    guard known != nil else { throw Problem.leagueUnknown }
  }
}

/// What a tournament is from now on. Course and layout stay, and cards that are made keep their times.
struct EventChange: RouteInput {
  var event: String
  var name: String
  var about: String?
  /// How many rounds are played; 1 unless given. No fewer than have cards.
  var rounds: Int?
  var startsAt: Date
  /// Minutes between two cards; a shotgun start unless given.
  var interval: Int?
  /// How many play on a card; 4 unless given.
  var groupSize: Int?
  /// Whether everybody sees the board; of the names those who agree. Not unless given.
  var isPublic: Bool?
  /// A league of mine; none unless given.
  var league: String?

  static var schema: Schema {
    .object([("event", .id)] + EventInput.fields, required: ["event", "name", "startsAt"])
  }
}

struct CardChange: RouteInput {
  var event: String
  /// The round of the card.
  var card: String
  var teeTime: Date

  static var schema: Schema {
    .object(
      [("event", .id), ("card", .id), ("teeTime", .string(format: .dateTime))], required: ["event", "card", "teeTime"])
  }
}

extension Problem {
  fileprivate static var cardUnknown: Problem { .notFound("card-unknown", "The tournament has no such card.") }
  fileprivate static var cardOver: Problem { .conflict("card-over", "The card is submitted already.") }
  fileprivate static var notTied: Problem {
    .conflict("not-tied", "Only of those who share the first place one can win a playoff.")
  }
}
