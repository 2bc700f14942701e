import FieldhouseKit
import Foundation

extension SoccerPredictions {
  /// The kind of the groups in which people predict.
  static let groupKind = "prediction-group"
  private static var unknownGroupLeague: Problem {
    .notFound("league-unknown", "The group has no such league.")
  }
  private var groupLeagues: GroupLeagueStore { GroupLeagueStore() }

  func groupRoutes(_ routes: inout Routes) {
    routes.get(
      "/groups/{group}/leagues", "The leagues of a group", access: .permission("see-leagues", in: "group")
    ) { (input: GroupInput, call) in
      let ids = try await host.storage.read { try await groupLeagues.all(of: input.group, in: $0) }
      let known = Dictionary(catalogue.reading.leagues(at: call.now).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      return Page(items: ids.compactMap { known[$0] }.map(LeagueOutput.init))
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
    routes.get(
      "/groups/{group}/board", "A group's members by their points in a league",
      access: .permission("see-leagues", in: "group"), problems: [Catalogue.unknownLeague]
    ) { (input: GroupBoardInput, call) in Page(items: try await board(input, call)) }
    routes.get("/me/companions", "Whom I follow, and who shares a group with me", access: .account) {
      (_: NoInput, call) in
      let ids = try await companions(of: try call.account.id)
      let people = try await host.authentication.accounts(Array(ids.prefix(1000)))
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

  private func members(of group: String) async throws -> [AccountID] {
    var (all, last): ([AccountID], GroupMember?) = ([], nil)
    while true {
      let page = try await host.groups.members(of: group, after: last, limit: 1000)
      all += page.map(\.account)
      guard page.count == 1000 else { return all }
      last = page.last
    }
  }

  private func board(_ input: GroupBoardInput, _ call: Call) async throws -> [GroupRowOutput] {
    let reading = catalogue.reading
    guard reading.calendars[input.league] != nil else { throw Catalogue.unknownLeague }
    let season = reading.rankedSeason(of: input.league, at: call.now)?.description ?? ""
    let members = try await members(of: input.group)
    let hidden: Set<AccountID> =
      if let me = call.principal?.account.id {
        try await host.authentication.blocks(between: me, and: members.filter { $0 != me })
      } else { [] }
    let ranks = try await input.game == "fun" ? funRanks(members, season) : leagueRanks(members, season)
    let people = try await host.authentication.accounts(members.filter { !hidden.contains($0) })
    let wanted = input.query.map(Slug.fold).flatMap { $0.isEmpty ? nil : $0 }
    let rows = people.values.filter { wanted == nil || Slug.fold($0.name).contains(wanted ?? "") }.map { account in
      let rank = ranks[account.id]
      return GroupRowOutput(
        account: account, rank: rank?.rank, leagueRank: rank?.leagueRank, points: rank?.points ?? 0)
    }
    return rows.sorted { $0.precedes($1) }
  }

  private typealias Rank = (rank: Int, leagueRank: Int?, points: Int)

  private func leagueRanks(_ members: [AccountID], _ season: String) async throws -> [AccountID: Rank] {
    let entries = try await host.leaderboards.members(members, on: "league", season: nil, partition: season)
    let ranks = entries.map { ($0.entry.account.id, ($0.rank, $0.entry.rank, Int($0.entry.score)) as Rank) }
    return Dictionary(ranks, uniquingKeysWith: { first, _ in first })
  }

  private func funRanks(_ members: [AccountID], _ season: String) async throws -> [AccountID: Rank] {
    let points = try await host.storage.read { try await challenges.points(of: members, season: season, in: $0) }
    let sorted = points.values.sorted(by: >)
    return points.mapValues { points in ((sorted.firstIndex(of: points) ?? 0) + 1, nil, points) }
  }

  /// Tells the members of a group that somebody has changed it.
  func tellChanged(_ id: String, by account: AccountID?, in transaction: any Transaction) async throws {
    guard let group = try await transaction.groups.group(id) else { return }
    var last: Grant?
    while true {
      let page = try await transaction.holders(in: group.scope, after: last, limit: 500)
      let recipients = Set(page.map(\.account)).subtracting([account].compactMap(\.self))
      if !recipients.isEmpty {
        try await transaction.notify(
          NotificationRequest(
            recipients: recipients.sorted { $0.text < $1.text }, about: [account].compactMap(\.self),
            kind: "group-changed", text: "groupChanged", arguments: ["group": group.name],
            link: "/soccer-predictions/groups/\(id)"))
      }
      guard page.count == 500 else { return }
      last = page.last
    }
  }
}
