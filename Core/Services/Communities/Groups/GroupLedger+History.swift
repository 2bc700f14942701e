internal import FieldhouseKit
internal import Foundation

// What is written down of groups.
extension GroupLedger {
  /// How many entries a group's history has for sure; older ones are let go from time to time.
  static let mostRemembered = 10_000
  /// After how many entries those are looked for that are let go.
  static let rememberedBeside = 100
  /// For how long something is remembered, in days.
  static let rememberedDays = 730

  /// Writes down what has become of a group.
  func remember(_ change: GroupChange) async throws {
    let group = change.group.id
    _ = try await tables.rows(
      """
      insert into fieldhouse_group_history (group_id, at, id, action, account, actor, role)
      values (\(group), \(now), \(GroupID.random()), \(change.kind.name), \(change.account?.text ?? ""),
        \(change.by?.text ?? ""), \(change.role ?? ""))
      """)
    let noted: Int = try await tables.rows(
      """
      insert into fieldhouse_group_history_counts as c (group_id, noted) values (\(group), 1)
      on conflict (group_id) do update set noted = c.noted + 1 returning noted
      """)[0]["noted"]
    if noted % Self.rememberedBeside == 0 { try await letGo(of: group) }
  }

  /// Forgets all but the latest entries of a group.
  private func letGo(of group: String) async throws {
    let oldest = try await tables.rows(
      """
      select at, id from fieldhouse_group_history where group_id = \(group)
      order by at desc, id desc limit 1 offset \(Self.mostRemembered)
      """
    ).first.map(HistoryPlace.init)
    guard let oldest else { return }
    _ = try await tables.rows(
      """
      delete from fieldhouse_group_history
      where group_id = \(group) and (at, id) <= (\(oldest.at), \(oldest.id))
      """)
  }

  /// Forgets entries that are too old.
  /// - Returns: how many there were.
  func clearHistory(at now: Date, most: Int) async throws -> Int {
    let end = now.addingTimeInterval(-Double(Self.rememberedDays) * 86_400)
    let ended = try await tables.rows(
      "select group_id, at, id from fieldhouse_group_history where at <= \(end) order by at limit \(most)")
    for row in ended {
      let (group, at, id): (String, Int64, String) = (try row["group_id"], try row["at"], try row["id"])
      _ = try await tables.rows(
        "delete from fieldhouse_group_history where group_id = \(group) and at = \(at) and id = \(id)")
    }
    return ended.count
  }
}
