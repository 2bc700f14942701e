internal import FieldhouseKit
internal import Foundation

// What moderators decide.
extension ReportLedger {
  /// Decides about a thing.
  /// - Parameters:
  ///   - note: what is written down beside the decision, for other moderators.
  ///   - moderator: who has shown that they may decide about it.
  /// - Throws: ``Problem`` 403 `report-own`; 409 `report-hidden`, `report-not-hidden`, `report-not-removable`,
  ///   `report-decided`, `report-nobody`, and what keeps somebody from being banned or a group from being restored.
  func decide(_ decision: ReportDecision, _ note: String, of found: ReportCase, by moderator: AccountID) async throws {
    let type = try ReportKinds.named(found.place.kind)
    if let problem = decision.conflict(with: found, canBeHidden: type.canBeHidden) { throw problem }
    let kind = type.init(ledger: ledger)
    let owners = try await kind.owners(of: found)
    guard !owners.contains(moderator) else { throw ReportProblem.own }
    try await close(found, decision)
    try await write(decision.rawValue, note, by: moderator, of: found.id)
    let tally = try await tables.tally(of: found)
    try await carryOut(decision, about: found, kind, owners, tally, by: moderator)
    guard found.state == .open else { return }
    try await kind.mark(found.place, isFlagged: false)
    let isGone = decision == .remove || (found.isHidden && decision != .restore)
    try await tellReporters(of: found, isGone: isGone)
  }

  private func close(_ found: ReportCase, _ decision: ReportDecision) async throws {
    let round = found.round + (decision.beginsAnew ? 1 : 0)
    _ = try await tables.rows(
      """
      update fieldhouse_report_cases set state = \(ReportCase.State.decided.rawValue), moved_at = \(now), round = \(round)
      where id = \(found.id) returning id
      """)
  }

  private func carryOut(
    _ decision: ReportDecision, about found: ReportCase, _ kind: any Reportable, _ owners: [AccountID],
    _ tally: ReportTally, by moderator: AccountID
  ) async throws {
    switch decision {
    case .dismiss: break
    case .restore:
      let isBack = try await kind.show(found.place, words: found.words)
      try await set(found.id, isHidden: false)
      if isBack { try await tellOwners(of: found, .restored, tally) }
    case .remove:
      guard !found.isHidden, try await kind.hide(found.place) else { return }
      try await set(found.id, isHidden: true)
      try await tellOwners(of: found, .removed, tally)
    case .warn:
      guard !owners.isEmpty else { throw ReportProblem.nobody }
      try await tellOwners(of: found, .warned, tally)
    case .ban:
      guard let author = found.author, let group = try await ledger.group(found.place.group) else {
        throw ReportProblem.nobody
      }
      _ = try await ledger.ban(author, from: group, by: moderator)
    case .suspend: guard found.author != nil else { throw ReportProblem.nobody }
    }
  }

  /// Notes that a moderator has taken away a thing where it stands: what was reported of it is decided by that.
  func noteRemoval(of place: ReportPlace, by moderator: AccountID) async throws {
    guard let found = try await tables.report(of: place), found.state == .open, !found.isHidden else { return }
    try await close(found, .remove)
    try await set(found.id, isHidden: true)
    try await write(ReportDecision.remove.rawValue, by: moderator, of: found.id)
    let tally = try await tables.tally(of: found)
    try await tellOwners(of: found, .removed, tally)
    try await tellReporters(of: found, isGone: true)
  }

  /// Notes what the author of a thing that was taken away says against that; it waits for a decision again.
  /// - Throws: ``Problem`` 404 `report-unknown` for who is not its author or where it is not removed; 409 `report-appealed`.
  func appeal(_ id: String, _ words: String, by author: AccountID) async throws {
    guard let found = try await tables.report(id), found.author == author, found.isHidden else {
      throw ReportProblem.unknown
    }
    guard found.appeal == nil else { throw ReportProblem.appealed }
    _ = try await tables.rows(
      """
      update fieldhouse_report_cases set state = \(ReportCase.State.open.rawValue), moved_at = \(now), appeal = \(words),
        appealed_at = \(now)
      where id = \(id) returning id
      """)
    try await write(ReportEntry.appealed, by: author, of: id)
  }
}
