import FieldhouseKit
import Synchronization

/// People who are named as their ids, unless the test renames them, and follow whom the test says.
final class People: Authentication {
  private struct State {
    var follows: [AccountID: [AccountID]] = [:]
    var forgotten: Set<AccountID> = []
    var names: [AccountID: String] = [:]
    var asked = 0
    var hooks: [@Sendable (Set<AccountID>?) -> Void] = []
  }

  private let state = Mutex(State())

  /// How many people were asked for so far.
  var asked: Int { state.withLock { $0.asked } }

  /// Adds a hook that is told whom a test has changed, nil for all.
  func onChange(_ hook: @escaping @Sendable (Set<AccountID>?) -> Void) { state.withLock { $0.hooks.append(hook) } }

  /// Makes somebody unknown.
  func forget(_ account: AccountID) { change([account]) { $0.forgotten.insert(account) } }

  /// Gives somebody another name.
  /// - Parameter tellsAll: whether it is said only that everybody may be another now.
  func rename(_ account: AccountID, _ name: String, tellsAll: Bool = false) {
    change(tellsAll ? nil : [account]) { $0.names[account] = name }
  }

  func follow(_ follower: AccountID, _ followed: [AccountID]) { state.withLock { $0.follows[follower] = followed } }

  private func change(_ accounts: Set<AccountID>?, _ body: (inout State) -> Void) {
    let hooks = state.withLock { state in
      body(&state)
      return state.hooks
    }
    for hook in hooks { hook(accounts) }
  }

  func account(forToken token: String) async throws -> Principal? { nil }

  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    state.withLock { state in
      state.asked += ids.count
      let known = ids.filter { !state.forgotten.contains($0) }
      return Dictionary(
        known.map { ($0, Account(id: $0, kind: .user, name: state.names[$0] ?? $0.text)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  func following(of id: AccountID) async throws -> [AccountID] { state.withLock { $0.follows[id] ?? [] } }
  func friends(of id: AccountID) async throws -> [AccountID] { [] }
  func bodyData(of id: AccountID) async throws -> BodyData? { nil }

}
