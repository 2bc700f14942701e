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
      where kind = \(place.kind) and group_id = \(place.holder) and thing = \(place.thing)
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

  /// The latest reports of a thing, the first first.
  func flags(of report: String, limit: Int) async throws -> [ReportFlag] {
    try await rows(
      """
      select reporter, reason, detail, at, round from fieldhouse_report_flags
      where case_id = \(report) order by number desc limit \(limit)
      """
    ).map(ReportFlag.init).reversed()
  }

  /// How many people have reported a thing in the current round, and why.
  func tally(of found: ReportCase) async throws -> ReportTally {
    let rows = try await rows(
      """
      select reason, count(*) as number from fieldhouse_report_flags
      where case_id = \(found.id) and round = \(found.round) group by reason
      """)
    return ReportTally(
      counts: Dictionary(uniqueKeysWithValues: try rows.map { (try $0.choice("reason"), try $0["number"]) }))
  }

  /// Who has reported a thing in the current round, but for those who have left.
  func reporters(of found: ReportCase) async throws -> [AccountID] {
    try await rows(
      """
      select reporter from fieldhouse_report_flags
      where case_id = \(found.id) and round = \(found.round) and reporter is not null order by number
      """
    ).map { try $0["reporter"] }
  }

  /// What was decided about a thing, the first first.
  func entries(of report: String) async throws -> [ReportEntry] {
    try await rows(
      "select at, actor, decision, note from fieldhouse_report_decisions where case_id = \(report) order by number"
    ).map(ReportEntry.init)
  }

  /// Which of some things of a kind were reported. What lies between their numbers is looked at, too.
  /// - Parameters:
  ///   - holder: what they lie in (``ReportPlace/holder``).
  ///   - base: where their positions begin to count.
  func marks(
    _ kind: String, in holder: String, from base: Int = 0, of numbers: [Int], for account: AccountID
  ) async throws -> ReportMarks {
    guard let least = numbers.min(), let most = numbers.max() else { return ReportMarks() }
    let found = try await rows(
      """
      select c.position, c.state, f.reporter from fieldhouse_report_cases c
      left join fieldhouse_report_flags f on f.case_id = c.id and f.reporter = \(account)
      where c.group_id = \(holder) and c.kind = \(kind)
        and c.position >= \(base + least) and c.position <= \(base + most)
      """)
    var marks = ReportMarks()
    for row in found {
      let (position, state): (Int, String) = (try row["position"], try row["state"])
      if state == ReportCase.State.open.rawValue { marks.all.insert(position - base) }
      if try row["reporter"] as AccountID? != nil { marks.own.insert(position - base) }
    }
    return marks
  }
}

/// Which of some things were reported, by their numbers.
struct ReportMarks: Sendable {
  /// Those that wait for a decision.
  var all: Set<Int> = []
  /// Those that the reader has reported.
  var own: Set<Int> = []
}
