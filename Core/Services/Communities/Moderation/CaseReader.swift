internal import FieldhouseKit

/// What was reported in the groups and feeds of one plugin, as who decides about it sees it.
struct CaseReader: Sendable {
  let rules: GroupRules
  let rows: any GroupRows
  let people: any Authentication

  /// How many reports of a thing are shown one by one.
  private static let mostFlags = 100

  func views(_ found: [ReportCase]) async throws -> [CaseView] {
    let accounts = try await people.accounts(Array(Set(found.compactMap(\.author))))
    var views: [CaseView] = []
    for one in found { views.append(try await view(one, accounts)) }
    return views
  }

  private func view(_ found: ReportCase, _ accounts: [AccountID: Account]) async throws -> CaseView {
    let tally = try await rows.tally(of: found)
    let home = try await rows.home(of: found.place, rules)
    return CaseView(
      id: found.id, area: rules.area, kind: found.place.kind,
      group: found.place.group.isEmpty ? nil : found.place.group, feed: found.place.feed, place: home?.name ?? "",
      link: home?.link,
      thing: found.place.thing.isEmpty ? nil : found.place.thing,
      author: found.author.flatMap { accounts[$0] }.map(PersonView.init), words: found.words, state: found.state,
      isHidden: found.isHidden, reports: tally.total, reason: tally.leading, at: found.movedAt, appeal: found.appeal)
  }

  /// - Parameters:
  ///   - showsNames: whether it is told who has reported it.
  ///   - may: the decisions that the reader has the right to.
  func details(
    _ found: ReportCase, showsNames: Bool, may: Set<ReportDecision>
  ) async throws -> CaseDetails {
    let kind = try ReportKinds.named(found.place.kind)
    let flags = try await rows.flags(of: found.id, limit: Self.mostFlags)
    let entries = try await rows.entries(of: found.id)
    let around = try await kind.surroundings(of: found.place, in: rows)
    let words = try await kind.words(of: found.place, in: rows)
    let named =
      (showsNames ? flags.compactMap(\.reporter) : []) + entries.compactMap(\.actor) + around.compactMap(\.author)
    let accounts = try await people.accounts(Array(Set(named)))
    let person = { (id: AccountID?) in id.flatMap { accounts[$0] }.map(PersonView.init) }
    return CaseDetails(
      report: try await views([found])[0],
      flags: flags.map { flag in
        FlagView(
          reason: flag.reason, detail: flag.detail, at: flag.at, counts: flag.round == found.round,
          by: showsNames ? person(flag.reporter) : nil)
      },
      now: words == found.words ? nil : words,
      around: around.map { AroundView(kind: $0.kind, author: person($0.author), at: $0.at, text: $0.text) },
      decisions: entries.map { EntryView(decision: $0.decision, note: $0.note, at: $0.at, by: person($0.actor)) },
      mayDecide: ReportDecision.allCases.filter { decision in
        may.contains(decision) && decision.conflict(with: found, canBeHidden: kind.canBeHidden) == nil
      })
  }

  /// A thing as its author sees what has become of it.
  func own(_ found: ReportCase) async throws -> OwnCaseView {
    let reason = try await found.isHidden ? rows.tally(of: found).leading ?? .other : nil
    return OwnCaseView(
      id: found.id, kind: found.place.kind, place: try await rows.home(of: found.place, rules)?.name ?? "",
      words: found.words,
      isHidden: found.isHidden, reason: reason, appeal: found.appeal,
      isDecided: found.state == .decided, mayAppeal: found.isHidden && found.appeal == nil)
  }
}
