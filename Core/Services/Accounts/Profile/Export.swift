internal import FieldhouseKit
internal import Foundation

/// Everything that accounts keep of a person, as JSON.
enum Export {
  static func make(_ account: AccountID, in transaction: any ReadTransaction) async throws -> JSONObject {
    let me = try await Profiles.me(account, in: transaction)
    let profile = try JSON(encoding: me)
    return [
      "profile": profile,
      "identifiers": try await rows(
        "select kind, value, verified_at from identifiers where account = \(account) order by kind, value",
        in: transaction),
      "sessions": try await rows(
        """
        select id, address, created_at, seen_at, expires_at from sessions where account = \(account)
        order by created_at, id
        """, in: transaction),
      "passwordToChange": try await rows(
        "select expires_at from provisional_passwords where account = \(account)", in: transaction),
      "devices": try await rows(
        "select seen_at from known_devices where account = \(account) order by seen_at", in: transaction),
      "following": try await rows(
        "select followed as account, created_at from follows where follower = \(account) order by created_at",
        in: transaction),
      "followers": try await rows(
        "select follower as account, created_at from follows where followed = \(account) order by created_at",
        in: transaction),
      "friends": try await rows(
        """
        select requester, addressee, created_at, accepted_at from friendships
        where requester = \(account) or addressee = \(account) order by created_at
        """, in: transaction),
      "blocked": try await rows(
        "select blocked as account, created_at from blocks where blocker = \(account) order by created_at",
        in: transaction),
      "invitations": try await rows(
        """
        select id, kind, subject, remaining, created_at, expires_at from invitations where inviter = \(account)
        order by created_at, id
        """, in: transaction),
      "joined": try await rows(
        "select invitation, used_at from invitation_uses where account = \(account) order by used_at, invitation",
        in: transaction),
      "cameThrough": try await rows(
        "select inviter, kind, subject, joined_at, counted_at from newcomers where account = \(account)",
        in: transaction),
      "newcomers": try await rows(
        "select account, kind, subject, joined_at, counted_at from newcomers where inviter = \(account) order by joined_at",
        in: transaction),
      "body": try await rows(
        "select weight, height, fitness_level, weighed_at, remind_at from bodies where account = \(account)",
        in: transaction),
      "grants": try await rows(
        "select role, scope, granted_at from grants where account = \(account) order by role, scope", in: transaction),
      "secondFactorAsked": try await rows(
        "select factor_asked_at from people where id = \(account) and factor_asked_at is not null", in: transaction),
      "consents": try JSON(encoding: try await ConsentStore.list(of: account, in: transaction)),
      "reports": try await rows(
        """
        select id, subject_kind, subject, reason, detail, state, created_at from reports
        where reporter = \(account) and reporter <> '' order by created_at
        """, in: transaction),
    ]
  }

  /// Rows as objects: column names in camelCase, columns that end in `_at` as times.
  private static func rows(_ sql: SQL, in transaction: any ReadTransaction) async throws -> JSON {
    .array(
      try await transaction.query(sql).map { row in
        .object(JSONObject(zip(row.columns.names, row.values).map { (camelCase($0), json($1, column: $0)) }))
      })
  }

  private static func json(_ value: SQLValue, column: String) -> JSON {
    switch value {
    case .null: .null
    case .integer(let number) where column.hasSuffix("_at"):
      RFC3339.string(from: Date(millisecondsSince1970: number)).map { .string($0) } ?? .integer(number)
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .text(let text): .string(text)
    case .blob(let bytes): .string(Base64URL.encode(bytes))
    }
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
