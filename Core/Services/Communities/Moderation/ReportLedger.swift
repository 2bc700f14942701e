internal import FieldhouseKit
internal import Foundation

/// What was reported in a plugin's groups and feeds, in one of its transactions.
///
/// A report counts, and hides what enough people have reported, in the transaction that has seen the thing: of reports at
/// once exactly one hides it, on every host.
struct ReportLedger: Sendable {
  let ledger: GroupLedger
  let limits: ReportLimits

  var tables: any GroupTables { ledger.tables }
  var now: Date { ledger.now }

  /// Counts that somebody reports a thing. Once they have, reporting it again changes nothing.
  /// - Returns: their report, the first one if there are more.
  /// - Throws: ``Problem`` 429 `reports-too-many`.
  func report(
    _ thing: ReportedThing, _ reason: ReportReason, _ detail: String, by reporter: AccountID
  ) async throws -> ReportFlag {
    if let flag = try await flag(by: reporter, of: thing.place) { return flag }
    try await checkPace(of: reporter)
    let isNews = try await tables.report(of: thing.place)?.state != .open
    let found = try await open(thing)
    let flag = ReportFlag(reporter: reporter, reason: reason, detail: detail, at: now, round: found.round)
    try await add(flag, to: found)
    let kind = try ReportKinds.named(thing.place.kind).init(ledger: ledger)
    let tally = try await tables.tally(of: found)
    if isNews { try await kind.mark(thing.place, isFlagged: true) } else { try await kind.touch(thing.place) }
    if !found.isHidden, limits.hide(thing.place.kind, at: tally.total), try await kind.hide(thing.place) {
      try await set(found.id, isHidden: true)
      try await write(ReportEntry.flagged, by: nil, of: found.id)
      try await tellOwners(of: found, .removed, tally)
    }
    return flag
  }

  /// What somebody has reported of a thing.
  func flag(by reporter: AccountID, of place: ReportPlace) async throws -> ReportFlag? {
    guard let found = try await tables.report(of: place) else { return nil }
    return try await tables.rows(
      """
      select reporter, reason, detail, at, round from fieldhouse_report_flags
      where case_id = \(found.id) and reporter = \(reporter)
      """
    ).first.map(ReportFlag.init)
  }

  private func checkPace(of reporter: AccountID) async throws {
    let span = ReportPace.seconds
    let latest: [Date] = try await tables.rows(
      """
      select at from fieldhouse_report_flags where reporter = \(reporter) and at > \(now.addingTimeInterval(-span))
      order by at desc limit \(ReportPace.most)
      """
    ).map { try $0["at"] }
    guard latest.count >= ReportPace.most, let first = latest.last else { return }
    let wait = first.addingTimeInterval(span).timeIntervalSince(now)
    throw ReportProblem.tooMany(seconds: max(1, Int(wait.rounded(.up))))
  }

  /// The case of a thing; one that was decided waits for a decision again, with what it says now.
  private func open(_ thing: ReportedThing) async throws -> ReportCase {
    let rows = try await tables.rows(
      """
      insert into fieldhouse_report_cases as c (id, kind, group_id, thing, scope, position, author, words, state,
        is_hidden, round, moved_at)
      values (\(GroupID.random()), \(thing.place.kind), \(thing.place.holder), \(thing.place.thing), \(thing.scope),
        \(thing.position), \(thing.author?.text ?? ""), \(thing.words), \(ReportCase.State.open.rawValue), 0, 1, \(now))
      on conflict (kind, group_id, thing) do update set state = excluded.state,
        round = c.round + c.is_hidden, is_hidden = 0,
        words = case when c.state = excluded.state then c.words else excluded.words end,
        moved_at = case when c.state = excluded.state then c.moved_at else excluded.moved_at end
      returning *
      """)
    return try ReportCase(rows[0])
  }

  private func add(_ flag: ReportFlag, to found: ReportCase) async throws {
    let number: Int = try await tables.rows(
      "select coalesce(max(number), 0) + 1 as next from fieldhouse_report_flags where case_id = \(found.id)")[0]["next"]
    _ = try await tables.rows(
      """
      insert into fieldhouse_report_flags (case_id, number, reporter, reason, detail, at, round)
      values (\(found.id), \(number), \(flag.reporter), \(flag.reason.rawValue), \(flag.detail), \(flag.at),
        \(flag.round))
      """)
  }

  func set(_ id: String, isHidden: Bool) async throws {
    _ = try await tables.rows(
      "update fieldhouse_report_cases set is_hidden = \(isHidden) where id = \(id) returning id")
  }

  /// Adds to what was decided about a thing, whose case this transaction has changed. Nothing changes what is written there.
  func write(_ decision: String, _ note: String = "", by actor: AccountID?, of id: String) async throws {
    let number: Int = try await tables.rows(
      "select coalesce(max(number), 0) + 1 as next from fieldhouse_report_decisions where case_id = \(id)")[0]["next"]
    _ = try await tables.rows(
      """
      insert into fieldhouse_report_decisions (case_id, number, at, actor, decision, note)
      values (\(id), \(number), \(now), \(actor?.text ?? ""), \(decision), \(note))
      """)
  }
}
