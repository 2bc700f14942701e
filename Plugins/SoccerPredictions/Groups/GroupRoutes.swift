import FieldhouseKit
import Foundation

extension SoccerPredictions {
  /// The kind of the groups in which people predict.
  static let groupKind = "prediction-group"
  /// So many companions are listed at most.
  static let mostCompanions = 1000
  private static var unknownGroupLeague: Problem {
    .notFound("league-unknown", "The group has no such league.")
  }
  private var groupLeagues: GroupLeagueStore { GroupLeagueStore() }

  func groupRoutes(_ routes: inout Routes) {
    routes.get(
      "/groups/{group}/leagues", "The leagues of a group", access: .permission("see-leagues", in: "group")
    ) { (input: GroupInput, call) in
      let ids = try await host.storage.read { try await groupLeagues.all(of: input.group, in: $0) }
      let reading = catalogue.reading
      let known = Dictionary(reading.leagues(at: call.now).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      return Page(items: ids.compactMap { known[$0] }.map { LeagueOutput($0, reading.logos) })
    }
    routes.put(
      "/groups/{group}/leagues/{league}", "Add a league to a group",
      access: .permission("manage-leagues", in: "group"), problems: [Catalogue.unknownLeague]
    ) { (input: GroupLeagueInput, call, transaction) in
      guard catalogue.reading.calendars[input.league] != nil else { throw Catalogue.unknownLeague }
      if try await groupLeagues.add(input.league, to: input.group, at: call.now, in: transaction) {
        try await tellChanged(input.group, by: call.principal?.account.id, in: transaction)
      }
      return NoContent()
    }
    routes.delete(
      "/groups/{group}/leagues/{league}", "Take a league from a group",
      access: .permission("manage-leagues", in: "group"), problems: [Self.unknownGroupLeague]
    ) { (input: GroupLeagueInput, call, transaction) in
      guard try await groupLeagues.remove(input.league, from: input.group, in: transaction) else {
        throw Self.unknownGroupLeague
      }
      try await tellChanged(input.group, by: call.principal?.account.id, in: transaction)
      return NoContent()
    }
    routes.get("/me/companions", "Whom I follow, and who shares a group with me", access: .account) {
      (_: NoInput, call) in
      let ids = try await companions(of: try call.account.id)
      let people = try await host.authentication.accounts(Array(ids.prefix(Self.mostCompanions)))
      let sorted = people.values.sorted { ($0.name, $0.id.text) < ($1.name, $1.id.text) }
      return Page(items: sorted.map(CompanionOutput.init))
    }
  }

  /// Whom somebody follows and who shares a group of predictions with them, but for those whom blocks keep apart.
  func companions(of account: AccountID) async throws -> [AccountID] {
    var found = Set(try await host.authentication.following(of: account))
    for group in try await host.groups.groups(of: account, kind: Self.groupKind) {
      found.formUnion(try await members(of: group.id))
    }
    found.remove(account)
    let all = found.sorted { $0.text < $1.text }
    let hidden = try await host.authentication.blocks(between: account, and: all)
    return all.filter { !hidden.contains($0) }
  }

  func members(of group: String) async throws -> [AccountID] {
    var (all, last): ([AccountID], GroupMember?) = ([], nil)
    while true {
      let page = try await host.groups.members(of: group, after: last, limit: 1000)
      all += page.map(\.account)
      guard page.count == 1000 else { return all }
      last = page.last
    }
  }

  /// Tells the members of a group that somebody has changed it.
  /// - Parameters:
  ///   - text: the key of what they are told.
  ///   - more: what the text has beside the group's name.
  func tellChanged(
    _ id: String, by account: AccountID?, text: String = "groupChanged", _ more: [String: String] = [:],
    in transaction: any Transaction
  ) async throws {
    try await transaction.tellMembers(of: id, by: account, text: text, more)
  }
}

extension Transaction {
  /// Tells the members of a group of something about it; not who has done it.
  func tellMembers(
    of id: String, by account: AccountID? = nil, text: String, _ more: [String: String] = [:]
  ) async throws {
    guard let group = try await groups.group(id) else { return }
    let recipients = try await members(of: group).filter { $0 != account }
    for start in stride(from: 0, to: recipients.count, by: 500) {
      try await notify(
        NotificationRequest(
          recipients: Array(recipients[start...].prefix(500)), about: [account].compactMap(\.self),
          kind: "group-changed", text: text, arguments: more.merging(["group": group.name]) { $1 },
          link: "/soccer-predictions/groups/\(id)"))
    }
  }
}
