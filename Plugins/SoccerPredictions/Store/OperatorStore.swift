import FieldhouseKit

/// What the operator says of leagues and matches.
struct OperatorStore: Sendable {
  let storage: any Storage

  /// The ids of the popular leagues, in their order.
  func popular() async throws -> [String] {
    try await storage.read { try await $0.query("select league from popular_leagues order by place, league") }
      .map { try $0["league"] }
  }

  /// Calls other leagues popular.
  func setPopular(_ leagues: [String], in transaction: any Transaction) async throws {
    try await transaction.execute("delete from popular_leagues where place >= 0")
    for (place, league) in leagues.enumerated() {
      try await transaction.execute("insert into popular_leagues (league, place) values (\(league), \(place))")
    }
  }

  /// Where a match can be watched; nil where nowhere.
  func broadcast(of match: String) async throws -> String? {
    try await storage.read { try await $0.first("select address from broadcasts where match = \(match)") }
      .map { try $0["address"] }
  }

  /// Says where a match can be watched; nil takes it back.
  func setBroadcast(_ address: String?, of match: String, in transaction: any Transaction) async throws {
    guard let address else {
      try await transaction.execute("delete from broadcasts where match = \(match)")
      return
    }
    try await transaction.execute(
      """
      insert into broadcasts (match, address) values (\(match), \(address))
      on conflict (match) do update set address = excluded.address
      """)
  }
}
