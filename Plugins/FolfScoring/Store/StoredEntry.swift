import FieldhouseKit
import Foundation

/// An entry with its place in the order in which the host took them.
struct StoredEntry: Sendable {
  let entry: Entry
  /// The version of the round with which it came.
  let version: Int
}

extension StoredEntry {
  static let columns: SQL = "id, player, hole, mark, value, base, author, device, entered_at, version, more"

  init(_ row: Row) throws {
    let (base, mark): ([String], String) = (try JSONText.list(row["base"]), try row["mark"])
    let more: String = try row["more"]
    let place = CellPlace(player: try row["player"], hole: try row["hole"], mark: Mark(rawValue: mark) ?? .throwing)
    entry = Entry(
      id: try row["id"], place: place, value: try row["value"],
      base: Set(base), author: try row["author"], device: try row["device"], enteredAt: try row["entered_at"],
      more: try more == "[]" ? [] : JSONText.decode(more))
    version = try row["version"]
  }
}
