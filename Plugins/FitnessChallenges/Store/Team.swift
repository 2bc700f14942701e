import FieldhouseKit

/// A team of a challenge.
struct Team: Sendable {
  let id: String
  let challenge: String
  let name: String
  /// In the order in which the teams were made, from 1.
  let place: Int

  static let columns: SQL = "id, challenge, name, place"

  init(_ row: Row) throws {
    (id, challenge, name, place) = (try row["id"], try row["challenge"], try row["name"], try row["place"])
  }
}
