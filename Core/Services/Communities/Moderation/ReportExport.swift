internal import FieldhouseKit
internal import Foundation

/// What the tables of reports keep of one person.
struct ReportExport: Sendable {
  let rows: any GroupRows
  let account: AccountID

  /// What the person has reported and decided about reports, and what of theirs was reported, each with where it lies.
  /// Who else has reported something is not told.
  var json: JSON {
    get async throws {
      [
        "reports": try await list(
          """
          select c.kind, c.group_id, f.at, f.reason as words, f.detail as more
          from fieldhouse_report_flags f join fieldhouse_report_cases c on c.id = f.case_id
          where f.reporter = \(account) order by f.at, f.case_id
          """),
        "reported": try await list(
          """
          select kind, group_id, moved_at as at, words, coalesce(appeal, '') as more
          from fieldhouse_report_cases where author = \(account) order by moved_at, id
          """),
        "decisions": try await list(
          """
          select c.kind, c.group_id, d.at, d.decision as words, d.note as more
          from fieldhouse_report_decisions d join fieldhouse_report_cases c on c.id = d.case_id
          where d.actor = \(account) order by d.at, d.case_id, d.number
          """),
      ]
    }
  }

  private func list(_ sql: SQL) async throws -> JSON {
    let found = try await rows.rows(sql)
    var names: [String: String] = [:]
    for holder in Set(try found.map { try $0["group_id"] as String }) {
      names[holder] = try await rows.group(holder)?.name
    }
    return .array(
      try found.map { row in
        let (holder, words, more): (String, String, String) = (try row["group_id"], try row["words"], try row["more"])
        var item: JSONObject = [
          "kind": .string(try row["kind"]), "at": .string(RFC3339.string(from: try row["at"]) ?? ""),
        ]
        item["name"] = names[holder].map { .string($0) }
        item["feed"] = FeedPlace(holder: holder).map { ["kind": .string($0.kind), "thing": .string($0.thing)] }
        let message = [words, more].filter { !$0.isEmpty }.joined(separator: ": ")
        if !message.isEmpty { item["message"] = .string(message) }
        return .object(item)
      })
  }
}
