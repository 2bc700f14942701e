public import FieldhouseKit
internal import FieldhouseMachine
internal import Foundation

extension GroupRoutes {
  /// Declares the routes by which people report what lies in the groups of a plugin, and others decide about it, to be mounted
  /// at `/v1/moderation/<area>`.
  public func moderation(_ routes: inout Routes) {
    reportRoute(&routes)
    decidingRoutes(&routes)
    ownRoutes(&routes)
  }

  private func reportRoute(_ routes: inout Routes) {
    routes.action(
      "/reports", "Report something; the first report of a thing counts", access: .account,
      status: 201,
      problems: Self.guarded + [
        ReportProblem.own, ReportProblem.tooMany, ChatProblem.unknown, ChatProblem.none, GroupProblem.archived,
        ReportableMember.unknown, FeedProblem.none, FeedProblem.unknownPost, FeedProblem.unknownComment,
      ]
    ) { [self] (input: ReportInput, call) in
      let place = try input.place
      try await checkThing(place, call)
      try await checkBlocks(place, call)
      let flag = try await services.turns.take(groups.rules.area) {
        try await storage.write { transaction in try await report(input, place, call, transaction) }
      }
      return ReceiptView(flag, place)
    }
  }

  /// A thing as the caller may report it.
  private static func thing(
    _ place: ReportPlace, _ call: Call, _ gate: GroupGate
  ) async throws -> ReportedThing {
    guard let principal = call.principal else { throw Problem.unauthenticated() }
    return try await ReportKinds.named(place.kind).thing(place, for: Reporter(principal: principal, gate: gate))
  }

  /// Nobody reports what lies in the feed of a thing that the plugin does not show them. It is asked before the
  /// transaction.
  private func checkThing(_ place: ReportPlace, _ call: Call) async throws {
    guard let feed = place.feed else { return }
    _ = try gate(call).feed(of: call.principal, feed.kind, feed.thing)
    guard try await sees(feed.kind, feed.thing, call.principal) else { throw FeedProblem.none }
  }

  /// Nobody reports what a block keeps from them. Blocks lie with accounts, so that they are asked before the transaction.
  private func checkBlocks(_ place: ReportPlace, _ call: Call) async throws {
    let me = try call.account.id
    for (account, problem) in try await seen(place, call)?.keepers ?? [] where account != me {
      if try await people.blocks(between: me, and: account) { throw problem }
    }
  }

  /// The thing as it is seen now; nil where it cannot be reported (any more), which the transaction says why.
  private func seen(_ place: ReportPlace, _ call: Call) async throws -> ReportedThing? {
    do { return try await Self.thing(place, call, gate(call)) } catch is Problem { return nil }
  }

  /// Whoever has reported a thing gets the same answer again, also where it is not to be seen any more.
  private func report(
    _ input: ReportInput, _ place: ReportPlace, _ call: Call, _ transaction: any Transaction
  ) async throws -> ReportFlag {
    let (ledger, gate) = try Self.open(transaction, call)
    let reports = ReportLedger(ledger: ledger, limits: services.limits)
    let me = try call.account.id
    if let flag = try await reports.flag(by: me, of: place) { return flag }
    let thing = try await Self.thing(place, call, gate)
    return try await reports.report(thing, input.reason, input.detail ?? "", by: me)
  }
}

// For those who decide.
extension GroupRoutes {
  /// What somebody may do about what was reported.
  private struct Moderator: Sendable {
    /// Whether for the whole host, and is told who has reported something.
    let isOperator: Bool
    var may: Set<ReportDecision>
  }

  private func decidingRoutes(_ routes: inout Routes) {
    routes.get("/cases", "What was reported, for who decides about it", access: .guest, problems: Self.guarded) {
      [self] (input: CaseListInput, call) in try await cases(input, call)
    }
    routes.get(
      "/cases/{id}", "Something that was reported, with what was said around it, why, and what was decided",
      access: .guest, problems: [ReportProblem.unknown]
    ) { [self] (input: CaseInput, call) in
      let (found, moderator) = try await found(input.id, call, gate(call))
      return try await details(found, moderator)
    }
    routes.action(
      "/cases/{id}/decisions", "Decide about something that was reported", access: .guest,
      problems: [
        ReportProblem.unknown, ReportProblem.own, ReportProblem.hidden, ReportProblem.notHidden,
        ReportProblem.notHideable, ReportProblem.decided, ReportProblem.nobody, ReportProblem.noGroup,
        GroupProblem.lastAdmin, GroupProblem.archived, GroupProblem.nameTaken,
      ]
    ) { [self] (input: DecisionInput, call) in
      try await decide(input, call)
      let (found, moderator) = try await found(input.id, call, gate(call))
      return try await details(found, moderator)
    }
  }

  private var reader: CaseReader { CaseReader(rules: groups.rules, rows: rows, people: people) }

  private func details(_ found: ReportCase, _ moderator: Moderator) async throws -> CaseDetails {
    try await reader.details(found, showsNames: moderator.isOperator, may: moderator.may)
  }

  private func cases(_ input: CaseListInput, _ call: Call) async throws -> Page<CaseView> {
    let moderator = try await moderator(of: input.group ?? "", call, gate(call))
    let (limit, state) = (input.limit ?? 20, input.state ?? .open)
    let found = try await rows.reports(
      state, scope: input.group, without: moderator.isOperator ? nil : try call.account.id,
      after: try input.after.map(HistoryPlace.init), limit: limit + 1)
    let shown = Array(found.prefix(limit))
    return Page(
      items: try await reader.views(shown), next: found.count > limit ? shown.last.map { HistoryPlace($0).text } : nil)
  }

  /// A case, for who may decide about it. Nobody else learns that there is one.
  /// - Throws: ``Problem`` 404 `report-unknown`.
  private func found(_ id: String, _ call: Call, _ gate: GroupGate) async throws -> (ReportCase, Moderator) {
    guard let found = try await gate.rows.report(id) else { throw ReportProblem.unknown }
    do {
      var moderator = try await moderator(of: found.scope, call, gate)
      let me = try call.account.id
      guard moderator.isOperator || found.author != me else { throw ReportProblem.unknown }
      if !moderator.isOperator, try await isAdminBeyond(call, found, gate) { moderator.may.remove(.ban) }
      return (found, moderator)
    } catch let problem as Problem where problem.status != 401 && problem.code != Problem.secondFactorRequired().code {
      throw ReportProblem.unknown
    }
  }

  /// Whether a thing is an admin's, whom the caller cannot send away: see ``checkRemoval(of:from:_:_:)``.
  private func isAdminBeyond(_ call: Call, _ found: ReportCase, _ gate: GroupGate) async throws -> Bool {
    guard let author = found.author, let group = try await gate.rows.group(found.place.group),
      try await gate.rows.roles(of: author, in: group.scope).contains(gate.rules.kind(group.kind).admin)
    else { return false }
    return try await !gate.standing(of: call.principal, in: group).actions.contains(.appoint)
  }

  /// What the caller may decide about things in the care of a group's admins.
  /// - Parameter scope: the group; empty for what only operators look after.
  /// - Throws: as ``GroupGate/demand(_:of:in:)``.
  private func moderator(of scope: String, _ call: Call, _ gate: GroupGate) async throws -> Moderator {
    guard let caller = call.principal else { throw Problem.unauthenticated() }
    let mayAll = caller.isOperator || caller.roles.contains(GroupGate.superAdmin)
    let all = Set(ReportDecision.allCases)
    if try await services.handlesReports(caller) {
      return Moderator(isOperator: true, may: mayAll ? all : all.subtracting([.suspend]))
    }
    guard !scope.isEmpty else {
      if caller.withheldRoles.isEmpty { throw Problem.forbidden() }
      throw Problem.secondFactorRequired()
    }
    try await gate.demand(.moderate, of: caller, in: scope)
    let mayBan = try await gate.standing(of: caller, in: scope).actions.contains(.remove)
    return Moderator(isOperator: false, may: all.subtracting(mayBan ? [.suspend] : [.suspend, .ban]))
  }

  /// An account is shut before it is written down that it was decided: whoever is interrupted decides once more.
  private func decide(_ input: DecisionInput, _ call: Call) async throws {
    let me = try call.account.id
    if input.decision == .suspend {
      let (found, moderator) = try await found(input.id, call, gate(call))
      guard moderator.may.contains(.suspend) else { throw Problem.forbidden("Only operators shut accounts.") }
      guard let author = found.author else { throw ReportProblem.nobody }
      guard author != me else { throw ReportProblem.own }
      try await services.suspend(author, call)
    }
    let note = input.note ?? ""
    let place = try await storage.write { transaction in
      let (ledger, gate) = try Self.open(transaction, call)
      let (found, moderator) = try await found(input.id, call, gate)
      guard moderator.may.contains(input.decision) else { throw Problem.forbidden() }
      try await ReportLedger(ledger: ledger, limits: services.limits).decide(
        input.decision, note, of: found, by: me)
      return found.place
    }
    try await services.record(call, "\(groups.rules.area)/\(place.kind)/\(input.id)", input.decision.rawValue)
  }
}

// For those whose things were taken away.
extension GroupRoutes {
  private func ownRoutes(_ routes: inout Routes) {
    routes.get(
      "/own/{id}", "What has become of something of mine that was reported", access: .guest,
      problems: [ReportProblem.unknown]
    ) { [self] (input: CaseInput, call) in try await own(input.id, call) }
    routes.post(
      "/own/{id}/appeal", "Say something against the removal of what is mine, once", access: .guest,
      problems: [ReportProblem.unknown, ReportProblem.appealed]
    ) { [services] (input: AppealInput, call, transaction) in
      let reports = ReportLedger(ledger: try Self.ledger(transaction), limits: services.limits)
      try await reports.appeal(input.id, input.text, by: try call.account.id)
      return NoContent()
    }
  }

  private func own(_ id: String, _ call: Call) async throws -> OwnCaseView {
    guard let found = try await rows.report(id), found.author == (try call.account.id) else {
      throw ReportProblem.unknown
    }
    return try await reader.own(found)
  }
}

extension HistoryPlace {
  init(_ found: ReportCase) { self.init(at: found.movedAt.millisecondsSince1970, id: found.id) }
}
