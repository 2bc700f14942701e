import FieldhouseKit

/// What operators say of where teams play, and how far away is nearby.
struct PlaceStore: Sendable {
  /// In kilometres, before an operator says something else.
  static let usualRadius = 50
  private static let radius = "nearby-kilometres"

  let storage: any Storage

  /// Where teams play, by their ids.
  func places() async throws -> [String: Place] {
    let rows = try await storage.read {
      try await $0.query("select team, town, latitude, longitude from team_places order by team")
    }
    let all = try rows.compactMap { row -> (String, Place)? in
      guard let point = Coordinates(latitude: try row["latitude"], longitude: try row["longitude"]) else { return nil }
      return (try row["team"], Place(town: try row["town"], coordinates: point))
    }
    return Dictionary(all, uniquingKeysWith: { $1 })
  }

  func set(_ place: Place, of team: String, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into team_places (team, town, latitude, longitude)
      values (\(team), \(place.town), \(place.coordinates.latitude), \(place.coordinates.longitude))
      on conflict (team) do update set town = excluded.town, latitude = excluded.latitude, longitude = excluded.longitude
      """)
  }

  func remove(_ team: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from team_places where team = \(team)")
  }

  /// How far away a match may be to be nearby, in kilometres.
  func kilometres() async throws -> Int {
    let row = try await storage.read {
      try await $0.first("select figure from operator_figures where name = \(Self.radius)")
    }
    return try row.map { try $0["figure"] } ?? Self.usualRadius
  }

  func setKilometres(_ kilometres: Int, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into operator_figures (name, figure) values (\(Self.radius), \(kilometres))
      on conflict (name) do update set figure = excluded.figure
      """)
  }
}
