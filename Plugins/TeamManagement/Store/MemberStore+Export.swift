import FieldhouseKit
import Foundation

extension MemberStore {
  /// What is kept of a person; nil for nothing.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let parts: [(String, SQL)] = [
      (
        "roster",
        "select team, position, number, nickname, school_year, member_type, is_spare from roster where account = \(account)"
      ),
      ("biographies", "select team, text, written_at from biographies where account = \(account)"),
      ("statistics", "select team, field, value from figures where account = \(account)"),
      ("records", "select team, title, value, day from records where account = \(account)"),
      ("contactOf", "select event from event_contacts where account = \(account)"),
      ("answers", "select event, reply, note, answered_at, answered_by from answers where account = \(account)"),
      ("seen", "select event, version, seen_at from seen where account = \(account)"),
      (
        "attendance",
        "select event, team, own, own_at, ruling, ruled_at, checked_in_at from attendance where account = \(account)"
      ),
      (
        "guardians",
        "select team, child, guardian, since as since_at from guardians where child = \(account) or guardian = \(account)"
      ), ("answerLinks", "select event, created_at from answer_links where account = \(account)"),
      ("calls", "select event, called_at, until_at from spare_calls where account = \(account)"),
      (
        "emergencyCards",
        "select team, contact, phone, notes, consented_at from emergency_cards where account = \(account)"
      ), ("substitutes", "select team, until_at from substitutes where account = \(account)"),
      (
        "adminInvitations",
        """
        select team, account, inviter, invited_at, expires_at from admin_invitations
        where account = \(account) or inviter = \(account)
        """
      ),
      (
        "log",
        "select team, kind, subject, noted_at from team_log where actor = \(account) or account = \(account) order by id"
      ),
      ("files", "select team, event, name, type, size, added_at from attachments where added_by = \(account)"),
      ("calendars", "select id, team, created_at from feeds where account = \(account)"),
    ]
    var result: JSONObject = [:]
    for (name, sql) in parts {
      let rows = try await transaction.query(sql)
      if !rows.isEmpty { result[name] = .array(rows.map(json)) }
    }
    return result.isEmpty ? nil : .object(result)
  }

  private static func json(_ row: Row) -> JSON {
    .object(JSONObject(zip(row.columns.names, row.values).map { ($0, value($1, of: $0)) }))
  }

  /// Instants are kept as milliseconds, in columns that end with `_at`.
  private static func value(_ value: SQLValue, of column: String) -> JSON {
    switch value {
    case .integer(let number):
      guard column.hasSuffix("_at") else { return .integer(number) }
      let text = RFC3339.string(from: Date(millisecondsSince1970: number))
      return text.map { .string($0) } ?? .null
    case .real(let number): return .number(number)
    case .text(let text): return .string(text)
    default: return .null
    }
  }
}
