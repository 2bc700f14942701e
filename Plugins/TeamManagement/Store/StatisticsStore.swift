import FieldhouseKit
import Foundation

/// Figures and records of teams and their members.
enum StatisticsStore {
  /// How many fields a team has at most.
  static let mostFields = 30
  /// How many records a team has at most.
  static let mostRecords = 500

  /// Something worth remembering of a member, or of the whole team.
  struct Record: Sendable {
    let id: String
    let account: AccountID?
    let title: String
    let value: String
    let day: String?

    init(_ row: Row) throws {
      (id, account, title) = (try row["id"], try row["account"], try row["title"])
      (value, day) = (try row["value"], try row["day"])
    }
  }

  static func fields(of team: String, in transaction: any ReadTransaction) async throws -> [String] {
    try await transaction.query("select name, place from fields where team = \(team)")
      .map { (name: try $0["name"] as String, place: try $0["place"] as Int) }.sorted {
        ($0.place, $0.name) < ($1.place, $1.name)
      }
      .map(\.name)
  }

  /// Names the fields of a team, in order; the figures of those that go are gone.
  static func set(_ names: [String], of team: String, in transaction: any Transaction) async throws {
    let old = try await fields(of: team, in: transaction)
    for name in old where !names.contains(name) {
      try await transaction.execute("delete from figures where team = \(team) and field = \(name)")
    }
    try await transaction.execute("delete from fields where team = \(team)")
    for (place, name) in names.enumerated() {
      try await transaction.execute("insert into fields (team, name, place) values (\(team), \(name), \(place))")
    }
  }

  /// What follows from the fields, in order.
  static func formulas(of team: String, in transaction: any ReadTransaction) async throws -> [FormulaValue] {
    try await transaction.query("select name, formula from formulas where team = \(team) order by place").map {
      FormulaValue(name: try $0["name"], formula: try $0["formula"])
    }
  }

  static func set(_ formulas: [FormulaValue], of team: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from formulas where team = \(team)")
    for (place, one) in formulas.enumerated() {
      try await transaction.execute(
        "insert into formulas (team, name, formula, place) values (\(team), \(one.name), \(one.formula), \(place))")
    }
  }

  /// The figures of a team's members, by member and field.
  static func figures(of team: String, in transaction: any ReadTransaction) async throws -> [AccountID: [String:
    Double]]
  {
    var figures: [AccountID: [String: Double]] = [:]
    for row in try await transaction.query("select account, field, value from figures where team = \(team)") {
      figures[try row["account"], default: [:]][try row["field"]] = try row["value"]
    }
    return figures
  }

  /// Puts the figures of a member in the place of those before.
  static func set(
    _ values: [String: Double], of account: AccountID, in team: String, _ transaction: any Transaction
  ) async throws {
    try await transaction.execute("delete from figures where team = \(team) and account = \(account)")
    for (field, value) in values {
      try await transaction.execute(
        "insert into figures (team, account, field, value) values (\(team), \(account), \(field), \(value))")
    }
  }

  static func set(wins: Int, losses: Int, ties: Int, of team: String, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "update teams set wins = \(wins), losses = \(losses), ties = \(ties) where team = \(team)")
  }

  /// The latest first.
  static func records(of team: String, in transaction: any ReadTransaction) async throws -> [Record] {
    try await transaction.query(
      "select id, account, title, value, day from records where team = \(team) order by created_at desc, id desc"
    ).map(Record.init)
  }

  static func add(
    title: String, value: String, day: String?, account: AccountID?, to team: String, at now: Date,
    in transaction: any Transaction
  ) async throws -> String {
    let id = TeamStore.newID()
    try await transaction.execute(
      """
      insert into records (id, team, account, title, value, day, created_at)
      values (\(id), \(team), \(account), \(title), \(value), \(day), \(now))
      """)
    return id
  }

  /// - Returns: whether there was such a record of the team.
  static func change(
    _ id: String, title: String, value: String, day: String?, of team: String, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      "update records set title = \(title), value = \(value), day = \(day) where id = \(id) and team = \(team)") == 1
  }

  static func remove(_ id: String, of team: String, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from records where id = \(id) and team = \(team)") == 1
  }
}
