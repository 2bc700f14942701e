import FieldhouseKit
import Foundation

extension TeamManagement {
  func biographyRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/members/{account}", "A member with biography, statistics and records",
      access: .permission(Permission.view, in: "team"), problems: [.memberUnknown]
    ) { (input: MemberInput, call) in try await member(input, for: try call.account.id) }
    routes.put(
      "/teams/{team}/members/{account}/biography", "Write a biography: the own one, or that of a member",
      access: .permission(Permission.view, in: "team"), problems: [.teamArchived, .memberUnknown, .onlyOwn]
    ) { (input: BiographyInput, call, transaction) in
      let me = try call.account.id
      if me != input.account, try await !transaction.has(Permission.statistics, me, in: Team.scope(input.team)) {
        throw Problem.onlyOwn
      }
      _ = try await TeamStore.living(input.team, in: transaction)
      try await checkMember(input.account, of: input.team, in: transaction)
      try await RosterStore.write(input.text, of: input.account, in: input.team, by: me, at: call.now, transaction)
      try await publish("statistics", of: input.team, in: transaction)
      return NoContent()
    }
  }

  /// How a biography has changed is for the member, and for those who may change it.
  private func member(_ input: MemberInput, for viewer: AccountID) async throws -> MemberOutput {
    guard let found = try await members(of: input.team).first(where: { $0.account.id == input.account }) else {
      throw Problem.memberUnknown
    }
    let scope = Team.scope(input.team)
    let mayEdit = try await host.rights.has(Permission.statistics, viewer, in: scope)
    let seesHistory = mayEdit || viewer == input.account
    let (place, versions, fields, formulas, figures, records) = try await host.storage.read { transaction in
      (
        try await RosterStore.places(of: input.team, in: transaction)[input.account],
        try await RosterStore.biographies(of: input.account, in: input.team, transaction),
        try await StatisticsStore.fields(of: input.team, in: transaction),
        try await StatisticsStore.formulas(of: input.team, in: transaction),
        try await StatisticsStore.figures(of: input.team, in: transaction)[input.account] ?? [:],
        try await StatisticsStore.records(of: input.team, in: transaction).filter { $0.account == input.account }
      )
    }
    let authors = try await host.authentication.accounts(Array(Set(versions.compactMap(\.author))))
    return MemberOutput(
      person: PersonOutput(found.account), roles: found.member.roles, position: place?.position ?? "",
      number: place?.number, biography: versions.first?.text ?? "",
      biographyHistory: seesHistory
        ? versions.map { version in
          BiographyOutput(text: version.text, by: version.author.flatMap { authors[$0]?.name }, at: version.writtenAt)
        } : nil,
      fields: fields, values: figures, results: formulas.results(of: figures, fields: fields),
      records: records.map { RecordOutput($0, nil) })
  }
}

struct BiographyInput: RouteInput {
  var team: String
  var account: AccountID
  var text: String

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("account", Fields.id),
        ("text", .string(maxLength: 2_000).text(.lines).withMessage("A biography has at most 2,000 characters.")),
      ], required: ["team", "account", "text"])
  }
}

/// A version of a biography.
struct BiographyOutput: RouteOutput, Decodable {
  var text: String
  /// The author's name; nil for somebody who has left the platform.
  var by: String?
  var at: Date
}

/// A member as the team sees them.
struct MemberOutput: RouteOutput, Decodable {
  var person: PersonOutput
  var roles: [String]
  var position: String
  var number: Int?
  var biography: String
  /// The versions, the latest first; for the member and those who may change it.
  var biographyHistory: [BiographyOutput]?
  /// The names of the team's fields, in order.
  var fields: [String]
  var values: [String: Double]
  /// What follows from them, by the names of the formulas.
  var results: [String: Double]
  var records: [RecordOutput]
}
