public import FieldhouseKit

/// What a stranger is shown of a group.
public struct GroupPreview: Sendable, Hashable {
  /// The area of the plugin that the group belongs to.
  public let area: String
  /// The key of what its kind is called, in the plugin's texts.
  public let kind: String
  public let name: String
  /// How many people are in it.
  public let members: Int
  /// The id of its picture's file.
  public let picture: String?
}

extension GroupDoor {
  /// The group that a link or a code opens, as a stranger sees it; nil for a private one, and for one that is archived.
  /// - Throws: ``Problem`` 404 `group-link-unknown`, 410 for a link that has ended; ``StorageError``.
  public func preview(of token: String, _ call: Call) async throws -> GroupPreview? {
    for source in sources {
      let gate = GroupGate(rules: source.groups.rules, rows: source.rows, now: call.now)
      guard let offer = try await offer(token, from: source, call) else { continue }
      guard let id = offer.group?.id else { return nil }
      return try await preview(of: id, gate)
    }
    throw GroupProblem.linkUnknown
  }

  /// A group as a stranger sees it; nil for one that is private or archived, and for none.
  public func preview(of id: String, in area: String, _ call: Call) async throws -> GroupPreview? {
    guard let source = sources.first(where: { $0.groups.rules.area == area }) else { return nil }
    return try await preview(of: id, GroupGate(rules: source.groups.rules, rows: source.rows, now: call.now))
  }

  private func preview(of id: String, _ gate: GroupGate) async throws -> GroupPreview? {
    guard let group = try await gate.rows.group(id), group.archivedAt == nil,
      try await gate.standing(of: nil, in: group).isSeen
    else { return nil }
    let kind = try gate.rules.kind(group.kind)
    return GroupPreview(
      area: gate.rules.area, kind: kind.title, name: group.name, members: group.members, picture: group.pictureFile)
  }
}
