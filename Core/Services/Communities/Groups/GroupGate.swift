internal import FieldhouseKit
internal import Foundation

/// Who may see groups and do what in them.
struct GroupGate: Sendable {
  /// What somebody is to a group.
  struct Standing: Sendable {
    let group: Group
    let member: GroupMember?
    /// What they may do there.
    let actions: Set<GroupAction>
    let isInvited: Bool
    /// Of members in a group that reaches its members: whether they agree to that.
    var sharesContact: Bool?

    /// Whether the person may know of the group.
    var isSeen: Bool { group.visibility != .private || isInvited || seesMembers }

    /// Whether the person sees who is in it.
    var seesMembers: Bool { member != nil || !actions.isEmpty || group.visibility == .public }
  }

  /// How many groups lie in one another at most.
  private static let deepest = 8

  let rules: GroupRules
  let rows: any GroupRows
  let now: Date

  /// A group as somebody may know of it.
  /// - Throws: ``Problem`` 404 `group-unknown`, also for a group that the person may not know of.
  func standing(of caller: Principal?, in id: String) async throws -> Standing {
    guard let group = try await rows.group(id) else { throw Problem.unknownGroup }
    let standing = try await standing(of: caller, in: group)
    guard standing.isSeen else { throw Problem.unknownGroup }
    return standing
  }

  func standing(of caller: Principal?, in group: Group) async throws -> Standing {
    guard let caller else { return Standing(group: group, member: nil, actions: [], isInvited: false) }
    let me = caller.account.id
    let member = try await rows.membership(of: me, in: group)
    // Whoever joins uses the invitation up.
    let isInvited = member == nil ? try await rows.isInvited(me, to: group.id, at: now) : false
    var standing = Standing(
      group: group, member: member, actions: try await actions(of: caller, in: group, member?.roles ?? []),
      isInvited: isInvited)
    if member != nil, try rules.kind(group.kind).reachesMembers {
      standing.sharesContact = try await rows.consent(of: me, in: group.id) != nil
    }
    return standing
  }

  /// A group in which somebody may do something.
  /// - Throws: ``Problem`` 404 `group-unknown`; 403 `forbidden`, `second-factor-required`; 401 without a session.
  @discardableResult
  func demand(_ action: GroupAction, of caller: Principal?, in id: String) async throws -> Group {
    let standing = try await standing(of: caller, in: id)
    guard let caller else { throw Problem.unauthenticated() }
    guard standing.actions.contains(action) else {
      if caller.withheldRoles.contains(Self.superAdmin) { throw Problem.secondFactorRequired() }
      throw Problem.forbidden("Only who may \(action.rawValue) here can do this.")
    }
    if !Self.mayDoEverything(caller) {
      try await rules.demand?.check(action, in: rules.kind(standing.group.kind), of: caller)
    }
    return standing.group
  }

  private func actions(of caller: Principal, in group: Group, _ roles: [String]) async throws -> Set<GroupAction> {
    let own = try rules.kind(group.kind)
    if Self.mayDoEverything(caller) { return rules.everything(in: own) }
    var actions = Set(GroupAction.allCases.filter { rules.allow($0, roles, in: own) })
    var next = group.parent
    for _ in 0..<Self.deepest {
      guard let id = next, let parent = try await rows.group(id) else { break }
      let kind = try rules.kind(parent.kind)
      if try await rows.roles(of: caller.account.id, in: parent.scope).contains(kind.admin) {
        actions = rules.everything(in: own)
      }
      next = parent.parent
    }
    return actions
  }

  /// - Throws: ``Problem`` 403 `forbidden` when somebody may not found a group of a kind there.
  func checkFounder(_ caller: Principal, _ draft: GroupDraft) async throws {
    let kind = try rules.kind(draft.kind)
    if Self.mayDoEverything(caller), kind.founders != .plugin { return }
    switch kind.founders {
    case .account: return
    case .members where draft.parent != nil:
      let standing = try await standing(of: caller, in: draft.parent ?? "")
      if standing.member != nil || !standing.actions.isEmpty { return }
    case .admins where draft.parent != nil:
      if try await standing(of: caller, in: draft.parent ?? "").actions.contains(.found) { return }
    case .members, .admins, .operators, .plugin: break
    @unknown default: break
    }
    throw Problem.forbidden("You may not found such a group here.")
  }

  static func mayDoEverything(_ caller: Principal) -> Bool {
    caller.isOperator || caller.roles.contains(superAdmin)
  }

  static let superAdmin = "super-admin"
}
