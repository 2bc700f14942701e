internal import FieldhouseKit
internal import Foundation

/// A group that operators look after, such as a club, or one that lies in such a group.
struct Organisation: Sendable {
  let group: Group
  /// ISO 3166-1 alpha-2; nil for none.
  let country: String?
  /// Who is responsible: an admin of the group; nil for nobody.
  let contact: AccountID?

  init(_ row: Row) throws {
    group = try Group(row)
    country = try row["country"]
    contact = try (row["contact"] as String?).flatMap { $0.isEmpty ? nil : AccountID($0) }
  }

  /// Where a list goes on behind it.
  var place: GroupPlace { GroupPlace(name: group.name, id: group.id) }
}

extension GroupRules {
  /// The kinds that only operators found, and those whose groups lie in such ones, outermost first.
  var organisations: [GroupKind] { kinds.filter(isOrganisation) }

  /// Whether operators look after the groups of a kind.
  func isOrganisation(_ kind: GroupKind) -> Bool {
    var next: GroupKind? = kind
    for _ in kinds {
      guard let one = next else { return false }
      if one.founders == .operators { return true }
      next = kinds.first { $0.kind == one.in }
    }
    return false
  }
}

// What the tables say of organisations.
extension GroupRows {
  func organisation(_ id: String) async throws -> Organisation? {
    try await rows(
      """
      select \(groupColumns), o.contact from fieldhouse_groups g
      left join fieldhouse_organisations o on o.group_id = g.id where g.id = \(id)
      """
    ).first.map(Organisation.init)
  }

  /// Organisations of a kind by their names, private and archived ones too.
  /// - Parameter parent: only those that lie in this group; nil for all.
  func organisations(
    _ kind: String, in parent: String?, after place: GroupPlace, limit: Int
  ) async throws -> [Organisation] {
    let within: SQL = parent.map { "parent = \($0) and kind = \(kind)" } ?? "kind = \(kind)"
    return try await rows(
      """
      select \(groupColumns), o.contact from (
        select id from fieldhouse_groups where \(within) and (name, id) > (\(place.name), \(place.id))
        order by name, id limit \(limit)) f
      join fieldhouse_groups g on g.id = f.id
      left join fieldhouse_organisations o on o.group_id = g.id order by g.name, g.id
      """
    ).map(Organisation.init)
  }
}
