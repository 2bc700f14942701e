import FieldhouseKit
import Foundation

/// Somebody on a card, with an account or without.
struct Player: Sendable {
  let id: String
  let round: String
  /// Nil for somebody who was written down by name, and for whoever has left the platform.
  let account: AccountID?
  /// The same for all rounds of a game in which somebody plays.
  let seat: String
  /// The name at that time; empty for whoever has left the platform.
  let name: String
  /// Who wrote a player without an account down.
  let addedBy: AccountID?
  /// When the player agreed to what the card says of him or her.
  let signedAt: Date?
  /// The version of the round that was signed.
  let signedVersion: Int
  let tee: TeeColour
  /// The number of the team; nil for none.
  let team: Int?
  /// Throws that are given in games with handicaps.
  let handicap: Int
  /// Two or three letters for the head of the card; empty in rows of before all had some.
  var cardName: String
  /// What the row adds up to, as the card said last.
  let result: Result

  struct Result: Sendable {
    let throwCount: Int
    let toPar: Int
    let holes: Int
    let isComplete: Bool
    let isOut: Bool
  }
}

extension Player {
  static let columns: SQL =
    """
    p.id as player, p.round, p.account, coalesce(p.seat, p.id) as seat, p.name, p.added_by, p.signed_at, p.signed_version,
    p.throws, p.to_par, p.holes, p.is_complete, p.is_out, p.tee, p.team, p.handicap, p.card_name
    """

  init(_ row: Row) throws {
    (id, round, account) = (try row["player"], try row["round"], try row["account"])
    (seat, name, addedBy) = (try row["seat"], try row["name"], try row["added_by"])
    (signedAt, signedVersion) = (try row["signed_at"], try row["signed_version"])
    let colour: String = try row["tee"]
    tee = TeeColour(rawValue: colour) ?? .red
    (team, handicap, cardName) = (try row["team"], try row["handicap"], try row["card_name"])
    result = Result(
      throwCount: try row["throws"], toPar: try row["to_par"], holes: try row["holes"],
      isComplete: try row["is_complete"], isOut: try row["is_out"])
  }
}

extension [Player] {
  /// Where they throw from.
  var tees: [String: TeeColour] { Dictionary(map { ($0.id, $0.tee) }) { one, _ in one } }

  /// Each with letters for the head of the card: those of before all had some get what is proposed.
  var named: [Player] {
    guard contains(where: \.cardName.isEmpty) else { return self }
    var taken = cardNames
    return enumerated().map { seat, player in
      var player = player
      player.cardName = CardName.given(player.cardName, or: player.name, seat: seat, besides: taken)
      taken.insert(player.cardName)
      return player
    }
  }

  var cardNames: Set<String> { Set(map(\.cardName)) }

  /// What the others on the card have.
  func cardNames(besides row: Player) -> Set<String> { filter { $0.id != row.id }.cardNames }

  var handicaps: [String: Int] { Dictionary(map { ($0.id, $0.handicap) }) { one, _ in one } }

  /// The accounts that keep a card of a tournament, with the row of each.
  var keepers: [String: String] {
    Dictionary(compactMap { player in player.account.map { ($0.text, player.id) } }) { one, _ in one }
  }
}
