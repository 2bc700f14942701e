import FieldhouseKit
import Foundation

/// What somebody has answered to an event. Who has not is pending.
struct Answer: Sendable {
  enum Reply: String, Sendable, Codable, CaseIterable { case yes, no, maybe }

  let event: String
  let account: AccountID
  let reply: Reply
  let note: String
  /// The order of answers to the event.
  let place: Int
  let answeredAt: Date
  /// The guardian who has answered; nil for the member.
  let by: AccountID?
}

extension Answer {
  static let columns: SQL = "event, account, reply, note, place, answered_at, answered_by"

  init(_ row: Row) throws {
    let text: String = try row["reply"]
    (event, account, note) = (try row["event"], try row["account"], try row["note"])
    (reply, place, answeredAt) = (Reply(rawValue: text) ?? .no, try row["place"], try row["answered_at"])
    by = try row["answered_by"]
  }
}
