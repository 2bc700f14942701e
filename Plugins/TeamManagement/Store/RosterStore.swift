import FieldhouseKit
import Foundation

/// Positions, numbers, what the team calls them, and biographies of members.
enum RosterStore {
  struct Place: Sendable {
    let position: String
    let number: Int?
    /// What the team calls the member; empty for the name.
    let nickname: String
    let schoolYear: Int?
    /// Such as player, coach or parent; empty when it is not told.
    let memberType: String
    /// Whether the member steps in where others leave a place empty.
    let isSpare: Bool
  }

  struct Biography: Sendable {
    let text: String
    /// Nil once the author has left.
    let author: AccountID?
    let writtenAt: Date
  }

  private static let columns: SQL = "account, position, number, nickname, school_year, member_type, is_spare"

  static func places(of team: String, in transaction: any ReadTransaction) async throws -> [AccountID: Place] {
    var places: [AccountID: Place] = [:]
    for row in try await transaction.query("select \(columns) from roster where team = \(team)") {
      places[try row["account"]] = try Place(row)
    }
    return places
  }

  static func place(
    of account: AccountID, in team: String, _ transaction: any ReadTransaction
  ) async throws -> Place? {
    try await transaction.first("select \(columns) from roster where team = \(team) and account = \(account)")
      .map(Place.init)
  }

  /// - Throws: ``Problem`` 409 `number-taken`.
  static func set(
    _ place: Place, of account: AccountID, in team: String, _ transaction: any Transaction
  ) async throws {
    if let number = place.number {
      let holder: AccountID? = try await transaction.first(
        "select account from roster where team = \(team) and number = \(number)"
      ).map { try $0["account"] }
      guard holder == nil || holder == account else { throw Problem.numberTaken }
    }
    try await transaction.execute(
      """
      insert into roster (team, account, position, number, nickname, school_year, member_type, is_spare)
      values (\(team), \(account), \(place.position), \(place.number), \(place.nickname), \(place.schoolYear),
        \(place.memberType), \(place.isSpare))
      on conflict (team, account) do update set position = excluded.position, number = excluded.number,
        nickname = excluded.nickname, school_year = excluded.school_year, member_type = excluded.member_type,
        is_spare = excluded.is_spare
      """)
  }

  /// How many versions of a biography are kept.
  static let mostVersions = 50

  /// The versions of a member's biography, the latest first.
  static func biographies(
    of account: AccountID, in team: String, _ transaction: any ReadTransaction
  ) async throws -> [Biography] {
    try await transaction.query(
      """
      select text, author, written_at from biographies where team = \(team) and account = \(account)
      order by id desc limit \(mostVersions)
      """
    ).map { Biography(text: try $0["text"], author: try $0["author"], writtenAt: try $0["written_at"]) }
  }

  /// Writes down a version; of those before as many stay as are kept.
  static func write(
    _ text: String, of account: AccountID, in team: String, by author: AccountID, at now: Date,
    _ transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into biographies (team, account, text, author, written_at)
      values (\(team), \(account), \(text), \(author), \(now))
      """)
    try await transaction.execute(
      """
      delete from biographies where team = \(team) and account = \(account) and id not in (
        select id from biographies where team = \(team) and account = \(account) order by id desc limit \(mostVersions))
      """)
  }
}

extension RosterStore.Place {
  fileprivate init(_ row: Row) throws {
    self.init(
      position: try row["position"], number: try row["number"], nickname: try row["nickname"],
      schoolYear: try row["school_year"], memberType: try row["member_type"], isSpare: try row["is_spare"])
  }
}
