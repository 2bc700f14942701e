internal import FieldhouseKit
internal import Foundation

/// What the tables of feeds keep of one person.
struct FeedExport: Sendable {
  let rows: any GroupRows
  let account: AccountID

  /// Posts, comments, what stood there before they were edited, and which posts the person likes; of others nothing.
  var json: JSON {
    get async throws {
      [
        "posts": try await words("select kind, thing, number as post, at, text, media from fieldhouse_posts", by: "at"),
        "comments": try await words(
          "select kind, thing, post, at, text, '[]' as media from fieldhouse_post_comments", by: "at"),
        "earlier": try await words(
          "select kind, thing, post, at, text, media from fieldhouse_post_versions", by: "at"),
        "likes": try await words(
          "select kind, thing, post, at, '' as text, '[]' as media from fieldhouse_post_likes", by: "kind, thing, post"),
      ]
    }
  }

  private func words(_ columns: SQL, by order: SQL) async throws -> JSON {
    let found = try await rows.rows("\(columns) where account = \(account) order by \(order)")
    var names: [String: String] = [:]
    for thing in Set(try found.map { try $0["thing"] as String }) {
      names[thing] = try await rows.group(thing)?.name
    }
    return .array(
      try found.map { row in
        let (thing, text): (String, String) = (try row["thing"], try row["text"])
        let media = try FeedMedia.list(try row["media"])
        var item: JSONObject = [
          "kind": .string(try row["kind"]), "thing": .string(thing), "post": .integer(try row["post"]),
          "at": .string(RFC3339.string(from: try row["at"]) ?? ""),
        ]
        item["name"] = names[thing].map { .string($0) }
        if !text.isEmpty { item["text"] = .string(text) }
        if !media.isEmpty { item["media"] = .array(media.map { .string($0) }) }
        return .object(item)
      })
  }
}
