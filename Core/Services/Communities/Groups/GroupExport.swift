internal import FieldhouseKit
internal import Foundation

/// What the tables of groups keep of one person.
struct GroupExport: Sendable {
  let rows: any GroupRows
  let account: AccountID

  /// Memberships, requests, invitations and bans, each with the group's name. Who else is in a group is not told.
  var json: JSON {
    get async throws {
      [
        "memberships": try await list(
          """
          select g.kind, g.name, m.since as at, '' as message from fieldhouse_group_members m
          join fieldhouse_groups g on g.id = m.group_id where m.account = \(account) order by m.since, g.id
          """),
        "requests": try await list(
          """
          select g.kind, g.name, r.at, r.message from fieldhouse_group_requests r
          join fieldhouse_groups g on g.id = r.group_id where r.account = \(account) order by r.at, g.id
          """),
        "invitations": try await list(
          """
          select g.kind, g.name, i.at, '' as message from fieldhouse_group_invitations i
          join fieldhouse_groups g on g.id = i.group_id where i.account = \(account) order by i.at, g.id
          """),
        "bans": try await list(
          """
          select g.kind, g.name, b.at, '' as message from fieldhouse_group_bans b
          join fieldhouse_groups g on g.id = b.group_id where b.account = \(account) order by b.at, g.id
          """),
      ]
    }
  }

  private func list(_ sql: SQL) async throws -> JSON {
    .array(
      try await rows.rows(sql).map { row in
        var item: JSONObject = [
          "kind": .string(try row["kind"]), "name": .string(try row["name"]),
          "at": .string(RFC3339.string(from: try row["at"]) ?? ""),
        ]
        let message: String = try row["message"]
        if !message.isEmpty { item["message"] = .string(message) }
        return .object(item)
      })
  }
}
