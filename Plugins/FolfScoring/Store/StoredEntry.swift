import FieldhouseKit
import Foundation

/// An entry with its place in the order in which the host took them.
struct StoredEntry: Sendable {
  let entry: Entry
  /// The version of the round with which it came.
  let version: Int
}

extension StoredEntry {
  static let columns: SQL = "id, player, hole, value, base, author, device, entered_at, version"

  init(_ row: Row) throws {
    let base: [String] = try JSONText.decode(row["base"])
    entry = Entry(
      id: try row["id"], place: CellPlace(player: try row["player"], hole: try row["hole"]), value: try row["value"],
      base: Set(base), author: try row["author"], device: try row["device"], enteredAt: try row["entered_at"])
    version = try row["version"]
  }
}
