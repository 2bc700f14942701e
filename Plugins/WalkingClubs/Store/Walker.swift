import FieldhouseKit
import Foundation

/// Somebody who walks, or has walked, for a club.
struct Walker: Sendable, Hashable {
  let account: AccountID
  /// Nil for who is in no club now.
  let club: String?
  let crew: String?
  /// Whether the person wants to be recognised as walking with others.
  let isRecognised: Bool
}

extension Walker {
  init(_ row: Row) throws {
    (account, club, crew, isRecognised) = (
      try row["account"], try row["club"], try row["crew"], try row["is_recognised"]
    )
  }
}

/// For whom somebody walked when.
struct Stays: Sendable, Hashable {
  struct Stay: Sendable, Hashable {
    var from: Int64
    var club: String?
    var crew: String?
  }

  /// By their beginnings.
  let all: [Stay]

  /// When the person first joined a club, in milliseconds since 1970.
  var joinedAt: Int64? { all.first { $0.club != nil }?.from }

  /// For whom an instant counts, in milliseconds since 1970.
  func stay(at instant: Int64) -> Stay? { all.last { $0.from <= instant } }
}

/// Walkers in storage.
enum WalkerStore {
  /// Zones are taken from a device no more often than this, in milliseconds.
  static let zoneRest: Int64 = 6 * 3_600_000

  static func find(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Walker? {
    try await transaction.first("select * from walkers where account = \(account)").map(Walker.init)
  }

  static func stays(of account: AccountID, in transaction: any ReadTransaction) async throws -> Stays {
    let rows = try await transaction.query(
      "select from_at, club, crew from stays where account = \(account) order by from_at")
    return Stays(
      all: try rows.map { Stays.Stay(from: try $0["from_at"], club: try $0["club"], crew: try $0["crew"]) })
  }

  static func zones(of account: AccountID, in transaction: any ReadTransaction) async throws -> DayZones {
    let rows = try await transaction.query(
      "select from_at, zone from zones where account = \(account) order by from_at")
    return DayZones(
      try rows.compactMap { row in
        let from: Int64 = try row["from_at"]
        let name: String = try row["zone"]
        return TimeZone(identifier: name).map { DayZones.Stay(from: from, zone: $0) }
      })
  }

  /// Notes for whom somebody walks from now on.
  static func place(
    _ account: AccountID, club: String?, crew: String?, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into walkers (account, club, crew) values (\(account), \(club), \(crew))
      on conflict (account) do update set club = excluded.club, crew = excluded.crew
      """)
    try await transaction.execute(
      """
      insert into stays (account, from_at, club, crew) values (\(account), \(now), \(club), \(crew))
      on conflict (account, from_at) do update set club = excluded.club, crew = excluded.crew
      """)
  }

  /// Notes in which zone somebody is from now on.
  /// - Returns: whether that is new. A zone that follows another one too soon is not taken.
  static func setZone(
    _ zone: TimeZone, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    let last = try await transaction.first(
      "select from_at, zone from zones where account = \(account) order by from_at desc limit 1")
    if let last {
      let isSame = try last["zone"] == zone.identifier
      guard !isSame, now.millisecondsSince1970 - (try last["from_at"]) >= zoneRest else { return false }
    }
    try await transaction.execute(
      "insert into zones (account, from_at, zone) values (\(account), \(now), \(zone.identifier))")
    return true
  }
}
