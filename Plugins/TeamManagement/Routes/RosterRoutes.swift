import FieldhouseKit
import Foundation

extension TeamManagement {
  func rosterRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/roster", "Who is on the team, by name", access: .permission(Permission.view, in: "team")
    ) { (input: TeamInput, _) in Page(items: try await roster(of: input.team)) }
    routes.put(
      "/teams/{team}/roster/{account}", "Say which position a member plays, and the number",
      access: .permission(Permission.roster, in: "team"), problems: [.teamArchived, .memberUnknown, .numberTaken]
    ) { (input: RosterInput, _, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      try await checkMember(input.account, of: input.team, in: transaction)
      try await RosterStore.set(
        input.position.trimmingCharacters(in: .whitespacesAndNewlines), number: input.number, of: input.account,
        in: input.team, transaction)
      try await publish("roster", of: input.team, in: transaction)
      return NoContent()
    }
  }

  /// - Throws: ``Problem`` 404 `member-unknown`.
  func checkMember(_ account: AccountID, of team: String, in transaction: any Transaction) async throws {
    guard try await transaction.groups.membership(of: account, in: team) != nil else { throw Problem.memberUnknown }
  }

  /// All members of a team, with those who are there still, by name.
  func members(of team: String) async throws -> [(member: GroupMember, account: Account)] {
    var members: [GroupMember] = []
    while true {
      let page = try await host.groups.members(of: team, after: members.last, limit: 1_000)
      members += page
      guard page.count == 1_000 else { break }
    }
    let people = try await host.authentication.accounts(members.map(\.account))
    return members.compactMap { member in people[member.account].map { (member, $0) } }
      .sorted {
        ($0.account.name.lowercased(), $0.account.id.text) < ($1.account.name.lowercased(), $1.account.id.text)
      }
  }

  private func roster(of team: String) async throws -> [RosterOutput] {
    let places = try await host.storage.read { try await RosterStore.places(of: team, in: $0) }
    return try await members(of: team).map { member, account in
      RosterOutput(
        person: PersonOutput(account), roles: member.roles, position: places[account.id]?.position ?? "",
        number: places[account.id]?.number, since: member.since)
    }
  }
}

struct RosterInput: RouteInput {
  var team: String
  var account: AccountID
  /// Empty for none.
  var position: String
  /// As it stands on the shirt; nil for none.
  var number: Int?

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("account", Fields.id),
        ("position", .string(maxLength: 40).withMessage("A position has at most 40 characters.")),
        ("number", .nullable(.integer(0...999).withMessage("A number is from 0 to 999."))),
      ], required: ["team", "account", "position"])
  }
}

/// A member on the roster.
struct RosterOutput: RouteOutput, Decodable {
  var person: PersonOutput
  /// The roles on the team, by the names of the manifest.
  var roles: [String]
  /// Empty when it is not told.
  var position: String
  var number: Int?
  var since: Date
}
