import FieldhouseKit
import Foundation

extension TeamManagement {
  func statisticsRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/statistics", "Wins, losses, ties, records, and the figures of all members",
      access: .permission(Permission.view, in: "team")
    ) { (input: TeamInput, _) in try await statistics(of: input.team) }
    routes.put(
      "/teams/{team}/statistics", "Say how often the team has won, lost and tied, and which fields members have",
      access: .permission(Permission.statistics, in: "team"), problems: [.teamArchived, .formulaUnfit]
    ) { (input: TeamFiguresInput, call, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      try await StatisticsStore.set(
        wins: input.wins, losses: input.losses, ties: input.ties, of: input.team, in: transaction)
      if let fields = input.fields {
        try await StatisticsStore.set(try Self.names(fields, at: "/fields"), of: input.team, in: transaction)
      }
      try await setFormulas(input, in: transaction)
      try await TeamLog.note(.statisticsChanged, in: input.team, by: try call.account.id, at: call.now, transaction)
      try await publish("statistics", of: input.team, in: transaction)
      return NoContent()
    }
    routes.put(
      "/teams/{team}/members/{account}/statistics", "The figures of a member, in the place of those before",
      access: .permission(Permission.statistics, in: "team"), problems: [.teamArchived, .memberUnknown, .fieldUnknown]
    ) { (input: MemberFiguresInput, call, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      try await checkMember(input.account, of: input.team, in: transaction)
      let fields = Set(try await StatisticsStore.fields(of: input.team, in: transaction))
      guard fields.isSuperset(of: input.values.keys) else { throw Problem.fieldUnknown }
      try await StatisticsStore.set(input.values, of: input.account, in: input.team, transaction)
      try await TeamLog.note(
        .statisticsChanged, in: input.team, by: try call.account.id, of: input.account, at: call.now, transaction)
      try await publish("statistics", of: input.team, in: transaction)
      return NoContent()
    }
    recordRoutes(&routes)
  }

  private func recordRoutes(_ routes: inout Routes) {
    routes.post(
      "/teams/{team}/records", "Write down a record of a member, or of the whole team",
      access: .permission(Permission.statistics, in: "team"),
      problems: [.teamArchived, .memberUnknown, Self.recordsFull]
    ) { (input: RecordInput, call, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      if let account = input.account { try await checkMember(account, of: input.team, in: transaction) }
      guard try await StatisticsStore.records(of: input.team, in: transaction).count < StatisticsStore.mostRecords
      else {
        throw Self.recordsFull
      }
      let id = try await StatisticsStore.add(
        title: try input.title.trimmed("/title", "Name the record."), value: input.value, day: input.day,
        account: input.account, to: input.team, at: call.now, in: transaction)
      try await publish("statistics", of: input.team, in: transaction)
      return RecordName(record: id)
    }
    routes.put(
      "/teams/{team}/records/{record}", "Change a record", access: .permission(Permission.statistics, in: "team"),
      problems: [.teamArchived, .recordUnknown]
    ) { (input: RecordChangeInput, _, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      guard
        try await StatisticsStore.change(
          input.record, title: try input.title.trimmed("/title", "Name the record."), value: input.value,
          day: input.day,
          of: input.team, in: transaction)
      else { throw Problem.recordUnknown }
      try await publish("statistics", of: input.team, in: transaction)
      return NoContent()
    }
    routes.delete(
      "/teams/{team}/records/{record}", "Remove a record", access: .permission(Permission.statistics, in: "team"),
      problems: [.teamArchived, .recordUnknown]
    ) { (input: RecordPath, _, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      guard try await StatisticsStore.remove(input.record, of: input.team, in: transaction) else {
        throw Problem.recordUnknown
      }
      try await publish("statistics", of: input.team, in: transaction)
      return NoContent()
    }
  }

  /// Formulas in the place of those before; of those the ones stay that the fields still allow, where none are given.
  private func setFormulas(_ input: TeamFiguresInput, in transaction: any Transaction) async throws {
    let fields = try await StatisticsStore.fields(of: input.team, in: transaction)
    let known = try await StatisticsStore.formulas(of: input.team, in: transaction)
    let wanted = try input.formulas.map { given in
      let names = try Self.names(given.map(\.name), at: "/formulas", "/name")
      return zip(names, given).map { FormulaValue(name: $0, formula: $1.formula) }
    }
    let fitting = (wanted ?? known).filter { Formula($0.formula, fields: fields) != nil }
    if let wanted, fitting.count < wanted.count { throw Problem.formulaUnfit }
    guard fitting != known else { return }
    try await StatisticsStore.set(fitting, of: input.team, in: transaction)
  }

  private static var recordsFull: Problem {
    .conflict("records-full", "The team has \(StatisticsStore.mostRecords) records. Remove one first.")
  }

  /// The names of fields or formulas without spaces around them.
  /// - Parameters:
  ///   - pointer: where they stand in the body.
  ///   - part: where the name of each stands in it.
  private static func names(_ given: [String], at pointer: String, _ part: String = "") throws -> [String] {
    let names = try given.enumerated().map { try $1.trimmed("\(pointer)/\($0)\(part)", "Name it.") }
    guard Set(names).count == names.count else {
      throw Problem.invalid(pointer, "not-unique", "Give each a name of its own.")
    }
    return names
  }

  private func statistics(of team: String) async throws -> TeamFiguresOutput {
    let (kept, fields, formulas, figures, records) = try await host.storage.read { transaction in
      (
        try await TeamStore.find(team, in: transaction), try await StatisticsStore.fields(of: team, in: transaction),
        try await StatisticsStore.formulas(of: team, in: transaction),
        try await StatisticsStore.figures(of: team, in: transaction),
        try await StatisticsStore.records(of: team, in: transaction)
      )
    }
    guard let kept else { throw Problem.notFound() }
    let members = try await members(of: team)
    // What somebody has done for the team stays theirs, also when they have left it.
    let holders = try await host.authentication.accounts(Array(Set(records.compactMap(\.account))))
    return TeamFiguresOutput(
      wins: kept.wins, losses: kept.losses, ties: kept.ties, members: members.count, fields: fields,
      formulas: formulas,
      players: members.map { _, account in
        let values = figures[account.id] ?? [:]
        return PlayerOutput(
          person: PersonOutput(account), values: values, results: formulas.results(of: values, fields: fields))
      },
      records: records.map { record in RecordOutput(record, record.account.flatMap { holders[$0] }) })
  }
}
