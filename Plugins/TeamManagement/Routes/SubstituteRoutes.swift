import FieldhouseKit
import Foundation

// Whoever looks after a team lets a member stand in for a time; the rights end by themselves.
extension TeamManagement {
  static let substitutes = "substitutes"

  func substituteRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/substitutes", "Who stands in for those who look after the team, and until when",
      access: .permission(Permission.view, in: "team")
    ) { (input: TeamInput, _) in
      let all = try await host.storage.read { try await SubstituteStore.all(of: input.team, in: $0) }
      let people = try await host.authentication.accounts(all.map(\.account))
      return Page(
        items: all.compactMap { one in
          people[one.account].map { SubstituteOutput(person: PersonOutput($0), until: one.until) }
        })
    }
    routes.put(
      "/teams/{team}/substitutes/{account}", "Let a member stand in until an instant",
      access: .permission(Permission.notify, in: "team"),
      problems: [.teamArchived, .memberUnknown, .substituteUntil, .substituteSelf]
    ) { (input: SubstituteInput, call, transaction) in
      try await name(input, by: try call.account, at: call.now, in: transaction)
      return NoContent()
    }
    routes.delete(
      "/teams/{team}/substitutes/{account}", "Let somebody stand in no longer",
      access: .permission(Permission.notify, in: "team"), problems: [.substituteUnknown]
    ) { (input: MemberInput, call, transaction) in
      guard try await SubstituteStore.end(input.account, in: input.team, transaction) else {
        throw Problem.substituteUnknown
      }
      try await TeamLog.note(
        .substituteEnded, in: input.team, by: try call.account.id, of: input.account, at: call.now, transaction)
      try await publish("roster", of: input.team, in: transaction)
      return NoContent()
    }
  }

  private func name(
    _ input: SubstituteInput, by admin: Account, at now: Date, in transaction: any Transaction
  ) async throws {
    let group = try await TeamStore.livingGroup(input.team, in: transaction)
    guard input.account != admin.id else { throw Problem.substituteSelf }
    try await checkMember(input.account, of: input.team, in: transaction)
    guard input.until > now, input.until.timeIntervalSince(now) <= SubstituteStore.longest else {
      throw Problem.substituteUntil
    }
    try await SubstituteStore.name(input.account, until: input.until, in: input.team, by: admin.id, transaction)
    try await TeamLog.note(.substituteNamed, in: input.team, by: admin.id, of: input.account, at: now, transaction)
    var request = NotificationRequest(
      recipients: [input.account], about: [admin.id], kind: "substitute", text: "substitute",
      arguments: ["name": admin.name, "team": group.name], link: Team.page(input.team))
    request.until = input.until
    try await transaction.notify(request)
    try await publish("roster", of: input.team, in: transaction)
    try await endSubstitutes(from: now)
  }

  /// Gives an end to the time of whoever was given the role as any other one, without saying until when: the farthest that there is.
  func appointed(
    _ account: AccountID, in team: String, by admin: AccountID?, in transaction: any Transaction
  ) async throws {
    guard try await !SubstituteStore.isNamed(account, in: team, transaction) else { return }
    let now = host.clock.now
    try await SubstituteStore.name(
      account, until: now.addingTimeInterval(SubstituteStore.longest), in: team, by: admin, transaction)
    try await TeamLog.note(.substituteNamed, in: team, by: admin, of: account, at: now, transaction)
    try await endSubstitutes(from: now)
  }

  /// Has those end whose time comes, as soon as what has changed is committed.
  func endSubstitutes(from now: Date) async throws {
    try await host.schedules.schedule(Self.substitutes, due: now.addingTimeInterval(1)) { due in
      try await endSubstitutes(at: due)
    }
  }

  /// Ends those whose time has come.
  /// - Returns: when the next one ends; nil for none.
  func endSubstitutes(at due: Date) async throws -> Date? {
    let now = max(due, host.clock.now)
    return try await host.storage.write { transaction in
      for one in try await SubstituteStore.over(at: now, in: transaction) {
        _ = try await SubstituteStore.end(one.account, in: one.team, transaction)
        try await TeamLog.note(.substituteEnded, in: one.team, by: nil, of: one.account, at: now, transaction)
        try await publish("roster", of: one.team, in: transaction)
      }
      return try await SubstituteStore.next(in: transaction)
    }
  }
}

struct SubstituteInput: RouteInput {
  var team: String
  var account: AccountID
  var until: Date

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("account", Fields.id), ("until", Fields.instant)], required: ["team", "account", "until"])
  }
}

/// Somebody who stands in.
struct SubstituteOutput: RouteOutput, Decodable {
  var person: PersonOutput
  /// When it ends by itself.
  var until: Date
}
