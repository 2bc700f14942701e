import FieldhouseKit
import Foundation

/// A round as it is stored: in the lobby, under way, or over.
struct Round: Sendable {
  enum State: String, Sendable, Codable, CaseIterable {
    case lobby, running, finished, cancelled
  }

  let id: String
  /// The letters to join by, until the round is over.
  let code: String?
  /// Who may start it and says who plays; nil once nobody with an account is left.
  let host: AccountID?
  let state: State
  /// Nil for an unspecified course.
  let course: String?
  /// Empty for an unspecified course without a name.
  let courseName: String
  /// As it was when the round was made, in the order of play.
  let layout: Layout
  let games: [GameChoice]
  let format: TeamFormat
  /// What lets other phones onto a card that was begun without a connection; nil for others.
  let passkey: String?
  /// Whether each player keeps a card of his or her own, as in tournaments.
  let isIndependent: Bool
  /// The first round of the game; nil for the first one itself.
  let gameOf: String?
  /// Which round of the game it is, from 1.
  let number: Int
  /// The round that followed; nil for none.
  let next: String?
  /// Counts every change of the round.
  let version: Int
  let createdAt: Date
  let startedAt: Date?
  let endedAt: Date?

  /// Whether throws may be entered: also when it is over, to correct it, and for phones that had no connection. Of a
  /// tournament's card that is over see ``open(for:)``.
  var takesEntries: Bool { state == .running || state == .finished }

  /// What the rounds of one game have in common: the id of the first.
  var gameID: String { gameOf ?? id }

  var scope: Scope { Scope("round", id) }

  func teams(_ players: [Player]) -> Teams {
    let numbered = players.compactMap { player in player.team.map { (player.id, $0) } }
    return Teams(format: format, numbers: Dictionary(numbered) { one, _ in one })
  }

  /// The card of some players.
  func card(_ players: [Player], _ entries: some Sequence<Entry>) -> Card {
    Card(layout: layout, players: players.map(\.id), tees: players.tees, entries: entries)
  }

  /// Whether a player did not finish, by all that was entered on the card; of a tournament as the group agrees.
  func isOut(_ player: String, on card: Card, among players: [Player]) -> Bool {
    isIndependent
      ? Reconciliation.isOut(player, on: card, keepers: players.keepers, director: host?.text)
      : card.cell(player, 0)?.value == 1
  }
}

extension Round {
  static let columns = columns(layout: "r.layout")

  /// - Parameter layout: where the layout comes from.
  static func columns(layout: SQL) -> SQL {
    """
    r.id, r.code, r.host, r.state, r.course, r.course_name, \(layout) as layout, r.games, r.format, r.passkey,
    r.is_independent, r.game_of, r.number, r.next, r.version, r.created_at, r.started_at, r.ended_at
    """
  }

  init(_ row: Row) throws {
    let (state, format): (String, String) = (try row["state"], try row["format"])
    (id, code, host) = (try row["id"], try row["code"], try row["host"])
    (self.state, self.format) = (State(rawValue: state) ?? .cancelled, TeamFormat(rawValue: format) ?? .own)
    (games, passkey) = (try JSONText.decode(row["games"]), try row["passkey"])
    isIndependent = try row["is_independent"]
    (course, courseName) = (try row["course"], try row["course_name"])
    layout = try LayoutMemory.layout(row["layout"])
    (gameOf, number, next) = (try row["game_of"], try row["number"], try row["next"])
    version = try row["version"]
    (createdAt, startedAt, endedAt) = (try row["created_at"], try row["started_at"], try row["ended_at"])
  }
}
