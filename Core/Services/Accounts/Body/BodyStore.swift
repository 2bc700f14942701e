internal import FieldhouseKit
internal import Foundation

/// Weight, height and fitness in storage.
enum BodyStore {
  static func find(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Body {
    try await transaction.first("select * from bodies where account = \(account)").map(Body.init) ?? Body()
  }

  static func put(_ body: Body, of account: AccountID, in transaction: any Transaction) async throws {
    try await remove(account, in: transaction)
    try await transaction.execute(
      """
      insert into bodies (account, weight, height, fitness_level, weighed_at, remind_at) values
      (\(account), \(body.weight), \(body.height), \(body.fitnessLevel?.rawValue), \(body.weighedAt), \(body.remindAt))
      """)
  }

  static func remove(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from bodies where account = \(account)")
  }

  /// Whose reminder is due, at most 200.
  static func due(now: Date, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query("select account from bodies where remind_at <= \(now) order by remind_at limit 200")
      .map { try $0[0] }
  }

  /// Moves the next reminder.
  /// - Returns: whether this call did, and no other process before it.
  static func moveReminder(
    of account: AccountID, due now: Date, to next: Date, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      "update bodies set remind_at = \(next) where account = \(account) and remind_at <= \(now)") > 0
  }

  /// What plugins are told; nil when neither anything of the body nor the date of birth is known.
  static func data(of account: AccountID, in transaction: any ReadTransaction) async throws -> BodyData? {
    let body = try await find(account, in: transaction)
    guard let person = try await PersonStore.find(account, in: transaction) else { return nil }
    var data = BodyData()
    // The date of birth stands in the profile: it is there without any health data, and without the consent that these need.
    if body == Body() {
      data.dateOfBirth = person.dateOfBirth?.description
      return data == BodyData() ? nil : data
    }
    (data.weight, data.weighedAt, data.height) = (body.weight, body.weighedAt, body.height)
    data.fitnessLevel = body.fitnessLevel?.rawValue
    data.gender = person.gender?.rawValue
    data.dateOfBirth = person.dateOfBirth?.description
    return data
  }
}
