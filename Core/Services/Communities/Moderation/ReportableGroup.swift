internal import FieldhouseKit

/// Groups themselves, reported by their members. Their own admins do not decide about them.
struct ReportableGroup: Reportable {
  static let kind = "group"
  static let canBeHidden = true

  let ledger: GroupLedger

  static func thing(_ place: ReportPlace, for reporter: Reporter) async throws -> ReportedThing {
    let standing = try await reporter.standing(in: place.group)
    let group = standing.group
    guard let member = standing.member else { throw notMember }
    guard try !member.roles.contains(reporter.gate.rules.kind(group.kind).admin) else { throw ReportProblem.own }
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    return ReportedThing(
      place: ReportPlace(kind: kind, group: group.id, thing: ""), scope: group.parent ?? "", author: nil,
      words: group.about.isEmpty ? group.name : "\(group.name)\n\(group.about)")
  }

  func owners(of found: ReportCase) async throws -> [AccountID] {
    guard let group = try await ledger.group(found.place.group) else { return [] }
    return try await ledger.admins(of: group, try ledger.rules.kind(group.kind), most: 100)
  }

  func hide(_ place: ReportPlace) async throws -> Bool { try await ledger.archive(place.group, by: nil) }

  func show(_ place: ReportPlace, words: String) async throws -> Bool {
    _ = try await ledger.restore(place.group, by: nil)
    return true
  }

  static let notMember = Problem.forbidden("Only members can report a group, and who is in it.")
}
