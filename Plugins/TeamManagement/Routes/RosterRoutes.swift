import FieldhouseKit
import Foundation

extension TeamManagement {
  func rosterRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/roster", "Who is on the team, by name", access: .permission(Permission.view, in: "team")
    ) { (input: TeamInput, _) in Page(items: try await roster(of: input.team)) }
    routes.put(
      "/teams/{team}/roster/{account}", "Say which position a member plays, the number, and what the team calls them",
      access: .permission(Permission.roster, in: "team"), problems: [.teamArchived, .memberUnknown, .numberTaken]
    ) { (input: RosterInput, call, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      try await checkMember(input.account, of: input.team, in: transaction)
      let me = try call.account.id
      try await set(input, by: me, at: call.now, in: transaction)
      try await TeamLog.note(.rosterChanged, in: input.team, by: me, of: input.account, at: call.now, transaction)
      try await publish("roster", of: input.team, in: transaction)
      if input.isSpare == true { try await lookForSpares(at: call.now) }
      return NoContent()
    }
  }

  /// Another position may mean a place in what is ahead, or none any more.
  private func set(
    _ input: RosterInput, by actor: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let before = try await RosterStore.place(of: input.account, in: input.team, transaction)
    var concerned: [(event: TeamEvent, places: Places)] = []
    if Places.key(before?.position ?? "") != Places.key(input.place.position) {
      for event in try await EventStore.ahead(of: input.team, at: now, in: transaction)
      where event.plan.details.roles != nil {
        concerned.append((event, try await AnswerStore.places(in: event, transaction)))
      }
    }
    try await RosterStore.set(input.place, of: input.account, in: input.team, transaction)
    for (event, places) in concerned { try await seat(event, since: places, by: actor, in: transaction) }
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
    let (places, guardians) = try await host.storage.read { transaction in
      (
        try await RosterStore.places(of: team, in: transaction), try await GuardianStore.all(of: team, in: transaction)
      )
    }
    let members = try await members(of: team)
    let people = Dictionary(members.map { ($0.account.id, $0.account) }, uniquingKeysWith: { one, _ in one })
    return members.map { member, account in
      RosterOutput(
        member, account, places[account.id],
        guardians: (guardians[account.id] ?? []).compactMap { people[$0].map(PersonOutput.init) })
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
  var nickname: String?
  /// The year of school, from 1.
  var schoolYear: Int?
  /// Such as player, coach or parent.
  var memberType: String?
  /// Whether the member steps in where others leave a place empty.
  var isSpare: Bool?

  var place: RosterStore.Place {
    let trimmed = { (text: String?) in (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
    return RosterStore.Place(
      position: trimmed(position), number: number, nickname: trimmed(nickname), schoolYear: schoolYear,
      memberType: trimmed(memberType), isSpare: isSpare ?? false)
  }

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("account", Fields.id),
        ("position", .string(maxLength: 40).withMessage("A position has at most 40 characters.")),
        ("number", .nullable(.integer(0...999).withMessage("A number is from 0 to 999."))),
        ("nickname", .nullable(.string(maxLength: 40))), ("schoolYear", .nullable(.integer(1...20))),
        ("memberType", .nullable(.string(maxLength: 40))), ("isSpare", .nullable(.boolean)),
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
  /// What the team calls the member; empty for the name.
  var nickname: String
  var schoolYear: Int?
  /// Such as player, coach or parent; empty when it is not told.
  var memberType: String
  /// Whether the member steps in where others leave a place empty.
  var isSpare: Bool
  /// Who answers for the member.
  var guardians: [PersonOutput]
  var since: Date

  init(_ member: GroupMember, _ account: Account, _ place: RosterStore.Place?, guardians: [PersonOutput]) {
    (person, roles, since, self.guardians) = (PersonOutput(account), member.roles, member.since, guardians)
    (position, number, nickname) = (place?.position ?? "", place?.number, place?.nickname ?? "")
    (schoolYear, memberType, isSpare) = (place?.schoolYear, place?.memberType ?? "", place?.isSpare ?? false)
  }
}
