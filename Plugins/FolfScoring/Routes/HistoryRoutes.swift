import FieldhouseKit
import Foundation

extension FolfScoring {
  func historyRoutes(_ routes: inout Routes) {
    routes.get("/me/rounds", "My rounds, the newest first", access: .guest) { (input: HistoryInput, call) in
      try await history(of: try call.account.id, input)
    }
    routes.get("/me/statistics", "How I have played", access: .guest) { (_: NoInput, call) in
      try await statistics(of: try call.account.id)
    }
    routes.get(
      "/courses/{course}/statistics", "How I have played a course, and what its record is", access: .guest,
      problems: [.courseUnknown, .layoutUnknown]
    ) { (input: StatisticsInput, call) in
      let account = try call.account.id
      return try await host.storage.read { try await statistics(input, of: account, in: $0) }
    }
  }

  /// How somebody has played anywhere.
  func statistics(of account: AccountID) async throws -> StatisticsOutput {
    let (played, company, discs, rating) = try await host.storage.read { transaction in
      (
        try await HistoryStore.playedAnywhere(by: account, in: transaction),
        try await HistoryStore.company(of: account, limit: 10, in: transaction),
        try await DiscStore.discs(of: account, in: transaction),
        try await RatingStore.rating(of: account, in: transaction)
      )
    }
    let people = try await host.authentication.accounts(company.map(\.account))
    var output = StatisticsOutput(RoundStatistics(played, byHole: false), discs: discs)
    output.rating = rating.map(RatingOutput.init)
    output.company = company.compactMap { found in
      people[found.account].map { StatisticsOutput.Companion(name: $0.name, rounds: found.rounds) }
    }
    return output
  }

  func history(of account: AccountID, _ input: HistoryInput) async throws -> Page<HistoryOutput> {
    let limit = input.limit ?? 20
    let place = try input.place
    let (items, players) = try await host.storage.read { transaction in
      let items = try await HistoryStore.rounds(of: account, behind: place, limit: limit + 1, in: transaction)
      return (items, try await HistoryStore.players(of: items.map(\.round.id), in: transaction))
    }
    let page = items.prefix(limit)
    let known = try await host.authentication.accounts(Array(Set(players.values.joined().compactMap(\.account))))
    let next = items.count > limit ? page.last.map { PagePlace(at: $0.round.createdAt, id: $0.round.id).text } : nil
    return Page(items: page.map { HistoryOutput($0, players[$0.round.id] ?? [], known) }, next: next)
  }

  private func statistics(
    _ input: StatisticsInput, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> StatisticsOutput {
    guard let course = try await courses.find(input.course, for: account, in: transaction) else {
      throw Problem.courseUnknown
    }
    guard let layout = course.layouts.first(where: { input.layout == nil || $0.name == input.layout }) else {
      throw Problem.layoutUnknown
    }
    let played = try await HistoryStore.played(
      by: account, course: course.id, layout: layout.name, tee: input.tee, in: transaction)
    let fromTee: SQL = input.tee.map { "and p.tee = \($0.rawValue)" } ?? ""
    let all = try await transaction.first(
      """
      select min(p.throws) as best, count(case when p.account = \(account) then null else 1 end) as n,
        sum(case when p.account = \(account) then null else p.to_par end) as total
      from players p join rounds r on r.id = p.round
      where r.course = \(course.id) and r.layout_name = \(layout.name) and r.state = 'finished'
        and p.is_complete = 1 and p.is_out = 0 and r.format = \(TeamFormat.own.rawValue) \(fromTee)
      """)
    let (count, total): (Int, Int?) = (try all?["n"] ?? 0, try all?["total"] ?? nil)
    return StatisticsOutput(
      RoundStatistics(played), discs: try await DiscStore.discs(of: account, in: transaction),
      record: try all?["best"] ?? nil,
      everybody: count == 0 ? nil : total.map { Double($0) / Double(count) })
  }
}
