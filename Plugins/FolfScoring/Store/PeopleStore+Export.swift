import FieldhouseKit
import Foundation

extension PeopleStore {
  /// Somebody's rounds with the own row, what the person has entered, and the own courses; nil for nothing.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let rounds = try await transaction.query(
      """
      select \(Round.columns), \(Player.columns) from players p join rounds r on r.id = p.round
      where p.account = \(account) order by r.created_at, r.id
      """
    ).map(round)
    let entries = try await transaction.query(
      """
      select round, id, player, hole, value, device, entered_at from entries where author = \(account)
      order by entered_at, round, id
      """
    ).map(entry)
    let courses = try await transaction.query(
      "select id, name, layouts from courses where owner = \(account) order by created_at, id"
    ).map(course)
    guard !(rounds.isEmpty && entries.isEmpty && courses.isEmpty) else { return nil }
    return ["rounds": .array(rounds), "entries": .array(entries), "courses": .array(courses)]
  }

  private static func round(_ row: Row) throws -> JSON {
    let (round, player) = (try Round(row), try Player(row))
    return [
      "id": .string(round.id), "course": .string(round.courseName), "layout": .string(round.layout.name),
      "state": .string(round.state.rawValue), "createdAt": time(round.createdAt), "startedAt": time(round.startedAt),
      "endedAt": time(round.endedAt), "throws": .integer(Int64(player.result.throwCount)),
      "toPar": .integer(Int64(player.result.toPar)), "holes": .integer(Int64(player.result.holes)),
      "signedAt": time(player.signedAt),
    ]
  }

  private static func entry(_ row: Row) throws -> JSON {
    [
      "round": .string(try row["round"]), "id": .string(try row["id"]), "player": .string(try row["player"]),
      "hole": .integer(try row["hole"]), "value": .integer(try row["value"]), "device": .string(try row["device"]),
      "enteredAt": time(try row["entered_at"]),
    ]
  }

  private static func course(_ row: Row) throws -> JSON {
    let layouts: String = try row["layouts"]
    return [
      "id": .string(try row["id"]), "name": .string(try row["name"]),
      "layouts": try JSON(parsing: Array(layouts.utf8)),
    ]
  }

  private static func time(_ instant: Date?) -> JSON {
    instant.flatMap { RFC3339.string(from: $0) }.map { .string($0) } ?? .null
  }
}
