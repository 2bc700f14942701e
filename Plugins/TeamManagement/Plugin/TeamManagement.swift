public import FieldhouseKit

/// Teams: who is on them and what they may do, their calendar, who comes, who was there, and how they have played.
public struct TeamManagement: Plugin {
  let host: PluginHost
  let settings: TeamSettings
  let feeds = FeedCache()

  /// - Throws: when the settings do not fit.
  public init(host: PluginHost) throws {
    self.host = host
    settings = try host.settings.decode()
  }

  public func routes(_ routes: inout Routes) {
    teamRoutes(&routes)
    organisationRoutes(&routes)
    rosterRoutes(&routes)
    biographyRoutes(&routes)
    calendarRoutes(&routes)
    eventRoutes(&routes)
    attachmentRoutes(&routes)
    answerRoutes(&routes)
    attendanceRoutes(&routes)
    statisticsRoutes(&routes)
    messageRoutes(&routes)
    feedRoutes(&routes)
    guardianRoutes(&routes)
    answerLinkRoutes(&routes)
    checkInRoutes(&routes)
    importRoutes(&routes)
    conflictRoutes(&routes)
    logRoutes(&routes)
    emergencyRoutes(&routes)
    substituteRoutes(&routes)
    leagueRoutes(&routes)
    adminRoutes(&routes)
  }

  public func start() async throws {
    try await host.events.subscribe("accounts.invitation-accepted") { event, transaction in
      try await joined(event, in: transaction)
    }
    try await lookForSpares(at: host.clock.now)
    try await endSubstitutes(from: host.clock.now)
    try await lookForSilent(at: host.clock.now)
  }

  public func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {
    guard change.group.kind == Team.kind else { return }
    try await checkConsent(change, in: transaction)
    try await transaction.publish(Team.topic(change.group.id), LiveEvent("roster"))
    try await note(change, in: transaction)
    try await endAdminInvitations(after: change, in: transaction)
    switch change.kind {
    case .left:
      guard let account = change.account else { return }
      try await MemberStore.leave(account, of: change.group.id, self, in: transaction)
    case .archived:
      for event in try await EventStore.ahead(of: change.group.id, at: host.clock.now, in: transaction) {
        try await transaction.reminders.cancel(event.reminder)
      }
    case .restored: try await resume(change.group, in: transaction)
    case .appointed where change.role == SubstituteStore.role:
      guard let account = change.account else { return }
      try await appointed(account, in: change.group.id, by: change.by, in: transaction)
    case .dismissed where change.role == SubstituteStore.role:
      guard let account = change.account, try await SubstituteStore.end(account, in: change.group.id, transaction)
      else { return }
      try await TeamLog.note(
        .substituteEnded, in: change.group.id, by: change.by, of: account, at: host.clock.now, transaction)
    default: break
    }
  }

  /// A team that lives again is reminded, asked and called as before.
  private func resume(_ group: Group, in transaction: any Transaction) async throws {
    let now = host.clock.now
    for event in try await EventStore.ahead(of: group.id, at: now, in: transaction) {
      let places = try await AnswerStore.places(in: event, transaction)
      try await remind(places.going, of: event, of: group.name, in: transaction)
    }
    try await lookForSpares(at: now)
    try await lookForSilent(at: now)
  }

  private func note(_ change: GroupChange, in transaction: any Transaction) async throws {
    let kinds: [String: TeamLog.Kind] = [
      "joined": .joined, "left": .left, "appointed": .appointed, "dismissed": .dismissed, "edited": .teamChanged,
    ]
    // What ends by itself is noted where it ends.
    guard let kind = kinds[change.kind.name], change.role != SubstituteStore.role else { return }
    try await TeamLog.note(
      kind, in: change.group.id, by: change.by, of: change.account, change.role ?? "", at: host.clock.now, transaction)
  }

  public func blocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws {
    for team in try await AdminInvitationStore.end(between: account, and: other, transaction) {
      try await publish("roster", of: team, in: transaction)
    }
  }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await MemberStore.erase(account, self, in: transaction)
  }

  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await MemberStore.merge(account, into: other, self, in: transaction)
  }

  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    try await MemberStore.export(account, from: transaction)
  }
}

/// The library's entry point.
@c(team_management_plugin)
public func teamManagementPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(TeamManagement.self) }
