import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

/// The plugin's tables on a database of their own, without a host: for what its stores promise.
struct WalkingStore: Sendable {
  /// 2025-08-15, a Friday.
  static let day = 20_315
  /// Noon of it, in UTC.
  static let noon = Date(timeIntervalSince1970: 20_315.5 * 86_400)
  static let board = BoardDeclaration(id: "points", title: "Points", operator: .sum, seasons: .manual)

  let storage: any Storage

  /// The plugin's migrations as they are delivered, the oldest first.
  static func migrations() throws -> [Migration] {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Plugins/WalkingClubs/migrations").standardized
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      Migration(id: name, sql: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
  }

  /// Runs a test in empty tables on one engine.
  static func run(on engine: TestEngine, _ body: (WalkingStore) async throws -> Void) async throws {
    try await engine.run { database in
      try await body(WalkingStore(storage: try await database.open("walking-clubs", migrations(), boards: [board])))
    }
  }

  /// Keeps a season.
  @discardableResult
  func season(
    _ id: String, _ days: ClosedRange<Int> = Self.day - 30...Self.day + 30, at now: Date = Self.noon,
    _ change: (inout SeasonRules) -> Void = { _ in }
  ) async throws -> Season {
    var rules = SeasonRules()
    change(&rules)
    let season = Season(
      id: id, title: id, firstDay: days.lowerBound, lastDay: days.upperBound, rules: rules, version: 1)
    let kept = try await storage.write { transaction in
      try await SeasonStore.put(season, at: now, in: transaction)
      return try await SeasonStore.season(id, in: transaction)
    }
    return try #require(kept)
  }

  func club(
    _ id: String, country: String = "NL", zone: String = "UTC", members: Int = 0, team: String? = nil,
    isArchived: Bool = false
  ) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        """
        insert into clubs (club, name, country, zone, members, fixture_team, is_archived)
        values (\(id), \(id), \(country), \(zone), \(members), \(team), \(isArchived))
        """)
    }
  }

  func crew(_ id: String, of club: String) async throws {
    try await storage.write { transaction in
      try await transaction.execute("insert into crews (crew, club, name) values (\(id), \(club), \(id))")
    }
  }

  /// Somebody who walks for a club.
  func walker(_ account: String, _ club: String?, _ crew: String? = nil, at now: Date = Self.noon) async throws {
    try await storage.write { transaction in
      try await WalkerStore.place(AccountID(account), club: club, crew: crew, at: now, in: transaction)
    }
  }

  /// A day of somebody in the season `s` as it was closed.
  func closed(
    _ account: String, _ club: String, day: Int = Self.day, points: Int, match: Int = 0, together: String = ""
  ) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        """
        insert into day_points (account, day, season, club, crew, steps, base, social, match, points, together, closed_at)
        values (\(account), \(day), 's', \(club), '', \(points * 1_000), \(points - match), 0, \(match), \(points),
          \(together), 0)
        """)
    }
  }

  /// The days of clubs that wait to be closed, such as `psv 1`: that behind ``day``.
  func closings() async throws -> [String] {
    try await storage.read { transaction in
      try await transaction.query("select club, day from closings order by club, day").map { row in
        let (club, day): (String, Int) = (try row["club"], try row["day"])
        return "\(club) \(day - Self.day)"
      }
    }
  }

  /// Forgets which days wait.
  func forgetClosings() async throws {
    try await storage.write { transaction in try await transaction.execute("delete from closings") }
  }

  /// The numbers of a query's rows, column by column.
  func numbers(_ query: SQL) async throws -> [[Int?]] {
    try await storage.read { transaction in
      try await transaction.query(query).map { row in
        row.values.map { value -> Int? in
          guard case .integer(let number) = value else { return nil }
          return Int(number)
        }
      }
    }
  }
}
