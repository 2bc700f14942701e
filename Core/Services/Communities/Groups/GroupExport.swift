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
          select group_id, since as at, '' as message from fieldhouse_group_members
          where account = \(account) order by group_id
          """),
        "requests": try await list(
          "select group_id, at, message from fieldhouse_group_requests where account = \(account) order by group_id"),
        "invitations": try await list(
          """
          select group_id, at, '' as message from fieldhouse_group_invitations
          where account = \(account) order by group_id
          """),
        "bans": try await list(
          "select group_id, at, '' as message from fieldhouse_group_bans where account = \(account) order by group_id"),
      ]
    }
  }

  private func list(_ sql: SQL) async throws -> JSON {
    var items: [JSON] = []
    for row in try await rows.rows(sql) {
      guard let group = try await rows.group(try row["group_id"]) else { continue }
      var item: JSONObject = [
        "kind": .string(group.kind), "name": .string(group.name),
        "at": .string(RFC3339.string(from: try row["at"]) ?? ""),
      ]
      let message: String = try row["message"]
      if !message.isEmpty { item["message"] = .string(message) }
      items.append(.object(item))
    }
    return .array(items)
  }
}
