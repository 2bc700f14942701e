internal import FieldhouseKit

/// Members of a group, reported by others of it. What is done about one is done about the person.
struct ReportableMember: Reportable {
  static let kind = "member"
  static let canBeHidden = false

  let ledger: GroupLedger

  static func thing(_ place: ReportPlace, for reporter: Reporter) async throws -> ReportedThing {
    let standing = try await reporter.standing(in: place.group)
    let (group, person) = (standing.group, AccountID(place.thing))
    guard standing.member != nil else { throw ReportableGroup.notMember }
    guard try await reporter.gate.rows.membership(of: person, in: group) != nil else { throw unknown }
    guard person != reporter.account else { throw ReportProblem.own }
    return ReportedThing(place: place, scope: group.id, author: person, words: "")
  }

  static let unknown = Problem.notFound("person-unknown", "There is no such person.")

  func hide(_ place: ReportPlace) async throws -> Bool { false }

  func show(_ place: ReportPlace, words: String) async throws -> Bool { false }
}
