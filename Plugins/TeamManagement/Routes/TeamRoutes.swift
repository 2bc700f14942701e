import FieldhouseKit
import Foundation

extension TeamManagement {
  func teamRoutes(_ routes: inout Routes) {
    routes.get("/sports", "Names of sports that begin with a text", access: .guest) { (input: SportInput, _) in
      Page(items: Sports.completions(of: input.query ?? "").map { SportOutput(name: $0) })
    }
    routes.post("/teams", "Start a team", access: .account, problems: [.organisationUnknown]) {
      (input: TeamDraftInput, call, transaction) in
      let (me, sport) = (try call.account.id, try input.sport.trimmed("/sport", Self.noSport))
      try await check(input.organisation, for: me, in: transaction)
      let draft = GroupDraft(
        kind: Team.kind, name: input.name, about: input.about ?? "", visibility: input.visibility,
        admission: input.admission)
      let group = try await transaction.groups.found(draft, by: me)
      try await TeamStore.insert(group.id, sport: sport, organisation: input.organisation, in: transaction)
      return TeamName(team: group.id)
    }
    routes.get("/me/teams", "The teams that I am on, by name", access: .guest) { (_: NoInput, call) in
      try await teams(of: try call.account.id)
    }
    routes.get("/teams/{team}", "A team", access: .permission(Permission.view, in: "team")) {
      (input: TeamInput, call) in
      guard let group = try await host.groups.group(input.team) else { throw Problem.notFound() }
      guard let team = try await output([group], for: try call.account.id).first else { throw Problem.notFound() }
      return try await guarded(team, for: call)
    }
    routes.put(
      "/teams/{team}", "Change a team's name, sport, organisation and description",
      access: .permission(Permission.editInfo, in: "team"), problems: [.teamArchived, .organisationUnknown]
    ) { (input: TeamChangeInput, call, transaction) in
      let (me, sport) = (try call.account.id, try input.sport.trimmed("/sport", Self.noSport))
      let (team, _) = try await TeamStore.living(input.team, in: transaction)
      if input.organisation != team.organisation { try await check(input.organisation, for: me, in: transaction) }
      try await transaction.groups.edit(
        input.team,
        GroupEdit(name: input.name, about: input.about, visibility: input.visibility, admission: input.admission),
        by: me)
      try await transaction.execute(
        "update teams set sport = \(sport), organisation = \(input.organisation) where team = \(input.team)")
      try await publish("roster", of: input.team, in: transaction)
      return TeamName(team: input.team)
    }
  }

  private static let noSport = "Name the sport or activity."

  /// - Throws: ``Problem`` 422 `organisation-unknown` for one that somebody is no member of.
  private func check(_ organisation: String?, for account: AccountID, in transaction: any Transaction) async throws {
    guard let organisation else { return }
    guard let group = try await transaction.groups.group(organisation), group.kind == Organisation.kind,
      group.archivedAt == nil, try await transaction.groups.membership(of: account, in: organisation) != nil
    else { throw Problem.organisationUnknown }
  }

  private func teams(of account: AccountID) async throws -> Page<TeamOutput> {
    let groups = try await host.groups.groups(of: account, kind: Team.kind)
    return Page(items: try await output(groups, for: account))
  }

  /// Teams as one of their members sees them.
  func output(_ groups: [Group], for account: AccountID) async throws -> [TeamOutput] {
    let teams = try await host.storage.read { try await TeamStore.find(groups.map(\.id), in: $0) }
    var result: [TeamOutput] = []
    for group in groups {
      guard let team = teams[group.id] else { continue }
      let organisation =
        if let id = team.organisation { try await host.groups.group(id) } else { nil as Group? }
      result.append(TeamOutput(group, team, organisation, try await permissions(of: account, in: group.id)))
    }
    return result
  }

  /// Without what the caller may do only once the second factor is shown in the session.
  private func guarded(_ team: TeamOutput, for call: Call) async throws -> TeamOutput {
    guard let caller = call.principal else { return team }
    var (team, allowed) = (team, [String]())
    for name in team.permissions {
      do {
        if try await host.rights.permits(caller, name, in: Team.scope(team.id)) { allowed.append(name) }
      } catch let problem as Problem where problem.code == Problem.secondFactorRequired().code {
        team.needsSecondFactor = true
      }
    }
    team.permissions = allowed
    return team
  }

  private func permissions(of account: AccountID, in team: String) async throws -> [String] {
    var names: [String] = []
    for name in Permission.all where try await host.rights.has(name, account, in: Team.scope(team)) {
      names.append(name)
    }
    return names
  }
}

extension Permission {
  /// In the order in which people read them.
  static let all = [view, editInfo, joinRequests, roster, calendar, attendance, statistics, notify]
}
