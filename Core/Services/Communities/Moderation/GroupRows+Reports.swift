internal import FieldhouseKit
internal import Foundation

private let columns: SQL = """
  id, kind, group_id, thing, scope, author, words, state, is_hidden, round, moved_at, appeal, appealed_at
  """

// What the tables say of what was reported.
extension GroupRows {
  func report(_ id: String) async throws -> ReportCase? {
    try await rows("select \(columns) from fieldhouse_report_cases where id = \(id)").first.map(ReportCase.init)
  }

  func report(of place: ReportPlace) async throws -> ReportCase? {
    try await rows(
      """
      select \(columns) from fieldhouse_report_cases
      where kind = \(place.kind) and group_id = \(place.group) and thing = \(place.thing)
      """
    ).first.map(ReportCase.init)
  }

  /// A page of cases in a state: those that wait from the longest on, those that are decided from the latest on.
  /// - Parameters:
  ///   - scope: the group in whose care they are; nil for all.
  ///   - author: whose things are left out.
  func reports(
    _ state: ReportCase.State, scope: String? = nil, without author: AccountID? = nil, after place: HistoryPlace?,
    limit: Int
  ) async throws -> [ReportCase] {
    let among: SQL = scope.map { "scope = \($0) and author <> \(author?.text ?? "-") and " } ?? ""
    let from: SQL = "\(among)state = \(state.rawValue)"
    return try await rows(
      state == .open
        ? """
        select \(columns) from fieldhouse_report_cases
        where \(from) and (moved_at, id) > (\(place?.at ?? .min), \(place?.id ?? ""))
        order by moved_at, id limit \(limit)
        """
        : """
        select \(columns) from fieldhouse_report_cases
        where \(from) and (moved_at, id) < (\(place?.at ?? .max), \(place?.id ?? ""))
        order by moved_at desc, id desc limit \(limit)
        """
    ).map(ReportCase.init)
  }

  /// Who has reported a thing, the first first.
  func flags(of report: String) async throws -> [ReportFlag] {
    try await rows(
      """
      select reporter, reason, detail, at, round from fieldhouse_report_flags where case_id = \(report) order by number
      """
    ).map(ReportFlag.init)
  }

  /// What was decided about a thing, the first first.
  func entries(of report: String) async throws -> [ReportEntry] {
    try await rows(
      "select at, actor, decision, note from fieldhouse_report_decisions where case_id = \(report) order by number"
    ).map(ReportEntry.init)
  }

  /// Of the messages from one number to another, those that were reported and wait for a decision, and those that somebody
  /// has reported.
  func flagged(
    from least: Int, to most: Int, in group: String, by account: AccountID
  ) async throws -> (all: Set<Int>, own: Set<Int>) {
    let found = try await rows(
      """
      select c.position, c.state, f.reporter from fieldhouse_report_cases c
      left join fieldhouse_report_flags f on f.case_id = c.id and f.reporter = \(account)
      where c.group_id = \(group) and c.kind = \(ReportableMessage.kind)
        and c.position >= \(least) and c.position <= \(most)
      """)
    var (all, own): (Set<Int>, Set<Int>) = ([], [])
    for row in found {
      let (number, state): (Int, String) = (try row["position"], try row["state"])
      if state == ReportCase.State.open.rawValue { all.insert(number) }
      if try row["reporter"] as AccountID? != nil { own.insert(number) }
    }
    return (all, own)
  }
}
