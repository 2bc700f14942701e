import FieldhouseKit
import Synchronization

/// People who are named as their ids and follow whom the test says.
final class People: Authentication {
  private let follows = Mutex<[AccountID: [AccountID]]>([:])

  private let forgotten = Mutex<Set<AccountID>>([])

  /// Makes somebody unknown.
  func forget(_ account: AccountID) { forgotten.withLock { _ = $0.insert(account) } }

  func follow(_ follower: AccountID, _ followed: [AccountID]) {
    follows.withLock { $0[follower] = followed }
  }

  func account(forToken token: String) async throws -> Principal? { nil }

  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    let forgotten = forgotten.withLock { $0 }
    let ids = ids.filter { !forgotten.contains($0) }
    return Dictionary(
      ids.map { ($0, Account(id: $0, kind: .user, name: $0.text)) }, uniquingKeysWith: { first, _ in first })
  }

  func following(of id: AccountID) async throws -> [AccountID] { follows.withLock { $0[id] ?? [] } }
  func friends(of id: AccountID) async throws -> [AccountID] { [] }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }

  func has(_ permission: String, account: AccountID, scope: String) async throws -> Bool { false }
}
