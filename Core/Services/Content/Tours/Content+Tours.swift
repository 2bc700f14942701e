internal import FieldhouseKit
internal import Foundation

/// When somebody has seen the tour of the web app.
struct TourOutput: RouteOutput, Codable {
  /// Left out by whoever has not seen it yet.
  let seenAt: Date?
}

/// Who has seen the tour, in storage.
enum TourStore {
  static func seenAt(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select seen_at from content_tours where account = \(account)")
      .map { try $0["seen_at"] }
  }

  /// Notes it once: the first time stays.
  static func note(_ account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into content_tours (account, seen_at) values (\(account), \(now)) on conflict (account) do nothing
      """)
  }

  static func forget(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from content_tours where account = \(account)")
  }
}

extension Content {
  /// The tour itself is the web app's; here is kept who has seen it, so that it comes once on however many devices.
  func tourRoutes(_ routes: inout Routes) {
    routes.get("/tour", "When I have seen the tour of the web app", access: .guest) { [storage] (_: NoInput, call) in
      let account = try call.account.id
      return TourOutput(seenAt: try await storage.read { try await TourStore.seenAt(account, in: $0) })
    }
    routes.put("/tour", "Say that I have seen the tour of the web app, or left it out", access: .guest) {
      [storage] (_: NoInput, call) in
      let account = try call.account.id
      try await storage.write { try await TourStore.note(account, at: call.now, in: $0) }
      return NoContent()
    }
  }
}
