internal import FieldhouseKit
internal import Foundation

/// What somebody is told of a thing of theirs that was reported.
enum ReportNews: String, Sendable {
  case removed, restored, warned
}

// Who is told what. Nobody is told who has reported something.
extension ReportLedger {
  /// Tells those whose a thing is what has become of it, and why, once it is written down.
  func tellOwners(of found: ReportCase, _ news: ReportNews, _ tally: ReportTally) async throws {
    let kind = try ReportKinds.named(found.place.kind)
    let owners = try await kind.init(ledger: ledger).owners(of: found)
    guard !owners.isEmpty, let home = try await tables.home(of: found.place, ledger.rules) else { return }
    let reason = tally.leading ?? .other
    let number = try await tables.entries(of: found.id).count
    let text = news == .restored ? "moderation-restored" : "moderation-\(news.rawValue)-\(reason.rawValue)"
    try await tables.transaction.notify(
      NotificationRequest(
        recipients: owners, kind: "moderation-\(news.rawValue)", text: "\(PluginGroups.textPrefix)\(text)",
        arguments: ["group": home.name], link: "/reports/\(ledger.rules.area)/\(found.id)",
        deduplicationKey: "\(found.id)/\(number)"))
  }

  /// Tells those who have reported a thing in the current round that it was decided, each round once.
  func tellReporters(of found: ReportCase, isGone: Bool) async throws {
    let reporters = try await tables.reporters(of: found)
    guard !reporters.isEmpty, let home = try await tables.home(of: found.place, ledger.rules) else { return }
    try await tables.transaction.notify(
      NotificationRequest(
        recipients: reporters, kind: "report-decided",
        text: "\(PluginGroups.textPrefix)report-decided-\(isGone ? "removed" : "seen")",
        arguments: ["group": home.name], link: home.link, deduplicationKey: "\(found.id)/\(found.round)"))
  }
}
