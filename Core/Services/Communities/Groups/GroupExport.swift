internal import FieldhouseKit
internal import Foundation

/// What the tables of groups keep of one person.
struct GroupExport: Sendable {
  let rows: any GroupRows
  let account: AccountID

  /// Memberships, requests, invitations, links and bans, what the person is responsible for, and what the person has written and read in chats, each with the
  /// group's name. Who else is in a group is not told.
  var json: JSON {
    get async throws {
      [
        "memberships": try await list(
          """
          select group_id, since as at, '' as message from fieldhouse_group_members
          where account = \(account) order by group_id
          """),
        "sharesContact": try await list(
          """
          select group_id, at, '' as message from fieldhouse_group_consents
          where account = \(account) order by group_id
          """),
        "requests": try await list(
          "select group_id, at, message from fieldhouse_group_requests where account = \(account) order by group_id"),
        "invitations": try await list(
          """
          select group_id, at, '' as message from fieldhouse_group_invitations
          where account = \(account) order by group_id
          """),
        "links": try await list(
          """
          select group_id, at, '' as message from fieldhouse_group_links where maker = \(account) order by group_id
          """),
        "joinedThroughLinks": try await uses(),
        "bans": try await list(
          "select group_id, at, '' as message from fieldhouse_group_bans where account = \(account) order by group_id"),
        "responsibleFor": try await list(
          """
          select o.group_id, g.created_at as at, '' as message from fieldhouse_organisations o
          join fieldhouse_groups g on g.id = o.group_id where o.contact = \(account) order by o.group_id
          """),
        "messages": try await list(
          """
          select group_id, at, text as message from fieldhouse_chat_messages
          where account = \(account) and state = 'said' order by at
          """),
        "mentions": try await numbers(
          "select group_id, number from fieldhouse_chat_mentions where account = \(account) order by group_id, number"),
        "read": try await numbers(
          "select group_id, number from fieldhouse_chat_reads where account = \(account) order by group_id"),
      ]
    }
  }

  /// The links that the person has joined through, as long as they are remembered.
  private func uses() async throws -> JSON {
    let used = try await rows.rows(
      "select link, at from fieldhouse_group_link_uses where account = \(account) order by link")
    var items: [JSON] = []
    for row in used {
      let (link, at): (String, Int64) = (try row["link"], try row["at"])
      items += try await list(
        of: "select group_id, \(at) + 0 as at, '' as message from fieldhouse_group_links where id = \(link)")
    }
    return .array(items)
  }

  private func list(_ sql: SQL) async throws -> JSON { .array(try await list(of: sql)) }

  private func list(of sql: SQL) async throws -> [JSON] {
    let found = try await rows.rows(sql)
    let groups = try await groups(of: found)
    var items: [JSON] = []
    for row in found {
      guard let group = groups[try row["group_id"]] else { continue }
      var item: JSONObject = [
        "kind": .string(group.kind), "name": .string(group.name),
        "at": .string(RFC3339.string(from: try row["at"]) ?? ""),
      ]
      let message: String = try row["message"]
      if !message.isEmpty { item["message"] = .string(message) }
      items.append(.object(item))
    }
    return items
  }

  /// Messages that name the person, and up to which one the person has read, by their numbers.
  private func numbers(_ sql: SQL) async throws -> JSON {
    let found = try await rows.rows(sql)
    let groups = try await groups(of: found)
    var items: [JSON] = []
    for row in found {
      guard let group = groups[try row["group_id"]] else { continue }
      items.append(
        ["kind": .string(group.kind), "name": .string(group.name), "number": .integer(try row["number"])])
    }
    return .array(items)
  }

  /// The groups of rows, each read once however many rows are of it.
  private func groups(of found: [Row]) async throws -> [String: Group] {
    var groups: [String: Group] = [:]
    for id in Set(try found.map { try $0["group_id"] as String }) { groups[id] = try await rows.group(id) }
    return groups
  }
}
