/// The plugin's groups and who is in them. People found, join and manage them through the host's own routes below
/// `/v1/groups/<area>`; the plugin hears of it in ``Plugin/groupChanged(_:in:)`` and changes groups itself in a transaction
/// (``Transaction/groups``).
///
/// Calls may be made from any task.
public protocol Groups: Sendable {
  /// A group; nil when there is none.
  /// - Throws: ``StorageError``.
  func group(_ id: String) async throws -> Group?

  /// Whether somebody is a member. It is answered from memory: what this process has committed counts at once, what
  /// another process of the installation has committed within a second.
  /// - Parameter scope: the group's kind and id.
  /// - Throws: ``StorageError``.
  func isMember(_ account: AccountID, of scope: Scope) async throws -> Bool

  /// The groups that somebody is a member of, those that are archived left out, by kind, name and id. Nobody is in more than
  /// 1,000 that live.
  /// - Parameter kind: nil for every kind.
  /// - Throws: ``StorageError``.
  func groups(of account: AccountID, kind: String?) async throws -> [Group]

  /// A group's members, those of longest standing first.
  /// - Parameters:
  ///   - after: the last one of the page before; nil for the first page.
  ///   - limit: 1 to 1,000.
  /// - Throws: ``StorageError``.
  func members(of group: String, after: GroupMember?, limit: Int) async throws -> [GroupMember]
}

/// Changes of groups in a transaction of the plugin. Who may make them is the plugin's affair here; the rules of the kind
/// – names, capacity, bans, the last admin – hold all the same.
///
/// What the host's rules refuse has changed nothing, so that a transaction may go on behind the problem. What the plugin
/// itself refuses in ``Plugin/groupChanged(_:in:)`` has been done by then: only of a membership that was to begin is it
/// taken back. Let every other such problem out of the transaction.
public protocol GroupChanges: Sendable {
  /// Founds a group. Its founder is its first member and admin.
  /// - Parameter founder: nil for a group that begins without members.
  /// - Throws: ``Problem`` 422 `invalid-input` with what is wrong with the draft; 409 `group-name-taken`,
  ///   `group-archived` (the one it lies in), `group-parent-needed` (the founder is no member of that), `too-many-memberships`;
  ///   500 `group-kind-unknown`; ``StorageError``.
  func found(_ draft: GroupDraft, by founder: AccountID?) async throws -> Group

  /// A group, with what this transaction has changed so far; nil when there is none.
  /// - Throws: ``StorageError``.
  func group(_ id: String) async throws -> Group?

  /// Somebody's membership; nil when there is none.
  /// - Throws: ``StorageError``.
  func membership(of account: AccountID, in group: String) async throws -> GroupMember?

  /// Changes a group.
  /// - Returns: the group as it is then.
  /// - Throws: as ``found(_:by:)``; ``Problem`` 404 `group-unknown`, 409 `group-archived`, `group-full` where it would have room
  ///   for fewer than it has.
  @discardableResult
  func edit(_ group: String, _ edit: GroupEdit, by account: AccountID?) async throws -> Group

  /// Adds a member. A request or an invitation that waits is done with. When the plugin refuses it in
  /// ``Plugin/groupChanged(_:in:)`` with a ``Problem``, nothing of it stays but what the plugin itself has written before.
  /// - Returns: whether that is new.
  /// - Throws: ``Problem`` 404 `group-unknown`; 403 `group-banned`; 409 `group-full`, `group-archived`,
  ///   `too-many-memberships`, `group-parent-needed`; ``StorageError``.
  @discardableResult
  func add(_ account: AccountID, to group: String, by inviter: AccountID?) async throws -> Bool

  /// Removes a member with every role in the group and in those that lie within it. When the last admin goes, the member
  /// of longest standing becomes one, and a group that nobody is left in is archived, where its kind says so.
  /// - Parameters:
  ///   - successor: a member who becomes admin in the same moment.
  ///   - actor: who does it; the account itself when it leaves.
  /// - Returns: whether the account was a member.
  /// - Throws: ``Problem`` 404 `group-unknown`; 409 `group-last-admin`, `group-archived`, `group-member-needed` (the successor
  ///   is none); ``StorageError``.
  @discardableResult
  func remove(
    _ account: AccountID, from group: String, successor: AccountID?, by actor: AccountID?
  ) async throws -> Bool

  /// Gives a member a role that is held in groups of the kind.
  /// - Returns: whether that is new.
  /// - Throws: ``Problem`` 404 `group-unknown`; 409 `group-member-needed`, `group-archived`; 500 `role-unknown`; ``StorageError``.
  @discardableResult
  func appoint(_ role: String, _ account: AccountID, in group: String, by actor: AccountID?) async throws -> Bool

  /// Takes a role from a member; membership itself is ended by ``remove(_:from:successor:by:)``.
  /// - Returns: whether the account held it.
  /// - Throws: as ``appoint(_:_:in:by:)``; ``Problem`` 409 `group-last-admin`.
  @discardableResult
  func dismiss(_ role: String, _ account: AccountID, in group: String, by actor: AccountID?) async throws -> Bool

  /// Archives a group, and those that lie in it.
  /// - Returns: whether it lived.
  /// - Throws: ``Problem`` 404 `group-unknown`; ``StorageError``.
  @discardableResult
  func archive(_ group: String, by actor: AccountID?) async throws -> Bool
}

extension Transaction {
  /// A store without groups.
  public var groups: any GroupChanges { NoGroups() }
}

/// The groups of a plugin that declares none.
public struct NoGroups: Groups, GroupChanges {
  /// No groups.
  public init() {}

  public func group(_ id: String) async throws -> Group? { nil }
  public func isMember(_ account: AccountID, of scope: Scope) async throws -> Bool { false }
  public func groups(of account: AccountID, kind: String?) async throws -> [Group] { [] }
  public func members(of group: String, after: GroupMember?, limit: Int) async throws -> [GroupMember] { [] }
  public func membership(of account: AccountID, in group: String) async throws -> GroupMember? { nil }

  public func found(_ draft: GroupDraft, by founder: AccountID?) async throws -> Group {
    throw Problem(
      status: 500, code: "group-kind-unknown", detail: "The plugin's manifest declares no groups '\(draft.kind)'.")
  }

  public func edit(_ group: String, _ edit: GroupEdit, by account: AccountID?) async throws -> Group {
    throw Problem.unknownGroup
  }

  public func add(_ account: AccountID, to group: String, by inviter: AccountID?) async throws -> Bool {
    throw Problem.unknownGroup
  }

  public func remove(
    _ account: AccountID, from group: String, successor: AccountID?, by actor: AccountID?
  ) async throws -> Bool { throw Problem.unknownGroup }

  public func appoint(
    _ role: String, _ account: AccountID, in group: String, by actor: AccountID?
  ) async throws -> Bool { throw Problem.unknownGroup }

  public func dismiss(
    _ role: String, _ account: AccountID, in group: String, by actor: AccountID?
  ) async throws -> Bool { throw Problem.unknownGroup }

  public func archive(_ group: String, by actor: AccountID?) async throws -> Bool { throw Problem.unknownGroup }
}

extension Problem {
  /// 404 `group-unknown`: what everybody gets who may not know of a group, too.
  public static var unknownGroup: Problem { .notFound("group-unknown", "There is no such group.") }
}
