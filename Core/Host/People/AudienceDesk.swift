import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseKit
import FieldhouseNotifications
import Synchronization

/// Who is in audiences, as accounts and the groups of the plugins that run know it.
final class AudienceDesk: AnnouncementSource {
  private let accounts: Accounts
  private let door = Mutex<GroupDoor?>(nil)

  init(accounts: Accounts) { self.accounts = accounts }

  /// Knows the groups of the plugins from now on.
  func attach(_ groups: GroupDoor) { door.withLock { $0 = groups } }

  private var groups: GroupDoor? { door.withLock { $0 } }

  func maySend(_ caller: Principal, to audience: AnnouncementAudience) async throws -> Bool {
    if caller.isOperator { return true }
    if case .group(let area, let id) = audience, try await groups?.looksAfter(caller, id, in: area) ?? false {
      return true
    }
    return try await accounts.permits(caller, "push.send", scope: "")
  }

  func name(of audience: AnnouncementAudience) async throws -> String? {
    switch audience {
    case .everyone: ""
    case .role(let role): accounts.knows(role: role) ? "" : nil
    case .group(let area, let id): try await groups?.name(of: id, in: area)
    case .person(let account), .followers(let account): try await accounts.name(ofOpen: account)
    }
  }

  func groupKind(of audience: AnnouncementAudience) async throws -> String? {
    guard case .group(let area, let id) = audience else { return nil }
    return try await groups?.kind(of: id, in: area)
  }

  func people(
    in audience: AnnouncementAudience, after: AccountID?, limit: Int
  ) async throws -> [AccountID] {
    switch audience {
    case .everyone: try await accounts.everyone(after: after, limit: limit)
    case .role(let role): try await accounts.holders(of: role, after: after, limit: limit)
    case .group(let area, let id):
      try await groups?.members(of: id, in: area, after: after, limit: limit) ?? []
    case .person(let account): after == nil ? [account] : []
    case .followers(let account): try await accounts.followers(of: account, after: after, limit: limit)
    }
  }
}
