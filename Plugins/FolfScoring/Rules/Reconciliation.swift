import Foundation

/// Cards that the players of a group keep each for himself or herself, compared hole by hole. Source: PDGA, Official
/// Rules of Disc Golf, 808.A: each player keeps a card of the whole group; they are compared, and submitted within 30
/// minutes of the end of the group's round.
struct Reconciliation: Sendable {
  /// How long after the group has finished cards may be submitted.
  static let time: TimeInterval = 30 * 60
  /// Throws that a card costs which comes later.
  static let latePenalty = 2

  /// A score of which the cards say different things, or too few say something.
  struct Difference: Sendable, Equatable {
    let player: String
    /// The position of the hole, from 1; 0 is whether the player did not finish.
    let hole: Int
    /// What each keeper says; who says nothing is not there.
    let values: [String: Int]
  }

  /// What has to be settled, hole by hole.
  let differences: [Difference]

  /// - Parameters:
  ///   - card: all entries of the group together.
  ///   - keepers: the accounts that keep a card, with the row of each.
  ///   - director: the account whose word is enough; nil once it has left.
  init(_ card: Card, keepers: [String: String], director: String?) {
    var differences: [Difference] = []
    var playing: [String] = []
    for player in card.players where !Self.isOut(player, on: card, keepers: keepers, director: director) {
      let values = Self.said(of: player, 0, on: card)
      if values.values.contains(1) {
        differences.append(Difference(player: player, hole: 0, values: values))
      } else {
        playing.append(player)
      }
    }
    for hole in card.layout.holes.indices.map({ $0 + 1 }) {
      for player in playing {
        let values = Self.said(of: player, hole, on: card)
        // Of somebody who says several things, such as on two phones, the last one stands here.
        if card.cell(player, hole)?.isDisputed == true || !Self.isSettled(values, of: player, keepers) {
          differences.append(Difference(player: player, hole: hole, values: values))
        }
      }
    }
    self.differences = differences
  }

  /// Whether a player did not finish. One keeper alone puts nobody else out: the player has to say so too, and of
  /// somebody who keeps no card all who keep one; or the director says so.
  static func isOut(_ player: String, on card: Card, keepers: [String: String], director: String?) -> Bool {
    let sayers = said(of: player, 0, on: card).filter { $0.value == 1 }
    if let director, sayers[director] != nil { return true }
    let others = keepers.filter { $0.value != player }.keys
    guard keepers.count > others.count else {
      return !others.isEmpty && others.allSatisfy { sayers[$0] != nil }
    }
    let isSaidByPlayer = keepers.contains { $0.value == player && sayers[$0.key] != nil }
    return isSaidByPlayer && (others.isEmpty || others.contains { sayers[$0] != nil })
  }

  /// What each who says something says of a player at a hole.
  private static func said(of player: String, _ hole: Int, on card: Card) -> [String: Int] {
    let current = card.cell(player, hole)?.current ?? []
    return Dictionary(current.compactMap { entry in entry.author.map { ($0, entry.value) } }) { _, last in last }
  }

  /// Whether all who say something say the same, and somebody else than the player does. The director, who keeps no
  /// card, settles it alone; so does a group in which nobody else has one.
  private static func isSettled(_ values: [String: Int], of player: String, _ keepers: [String: String]) -> Bool {
    guard let value = values.values.first, value > 0, Set(values.values).count == 1 else { return false }
    let others = keepers.filter { $0.value != player }
    return others.isEmpty || values.keys.contains { keepers[$0] == nil || others[$0] != nil }
  }
}
