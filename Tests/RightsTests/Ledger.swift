import FieldhouseKit
import FieldhouseRights
import Synchronization

/// Grants as a database keeps them that several processes write: what is changed is told with the next look.
final class Ledger: GrantSource {
  struct Unreachable: Error {}

  private struct State {
    var grants: Set<Grant> = []
    var changes: [(number: Int64, part: Int)] = []
    var number: Int64 = 1
    var readings = 0
    var looks = 0
    var isReachable = true
    var beforeAnswer: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// How often somebody's grants were read.
  var readings: Int { state.withLock { $0.readings } }
  /// How often changes were asked for.
  var looks: Int { state.withLock { $0.looks } }

  /// Commits a change as any process does.
  /// - Returns: the part to be forgotten.
  @discardableResult
  func commit(_ role: String, _ account: String, in scope: Scope, isHeld: Bool = true) -> Int {
    let account = AccountID(account)
    let grant = Grant(role, to: account, in: scope)
    state.withLock { state in
      if isHeld { state.grants.insert(grant) } else { state.grants.remove(grant) }
      state.changes.append((state.number, part(of: account)))
      state.number += 1
    }
    return part(of: account)
  }

  /// Lets the database go away, or come back.
  func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

  /// Runs a body once after the next reading of grants, before its answer arrives.
  func beforeAnswer(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.beforeAnswer = body } }

  func grants(of account: AccountID) async throws -> [Grant] {
    let (found, body) = try state.withLock { state in
      guard state.isReachable else { throw Unreachable() }
      state.readings += 1
      defer { state.beforeAnswer = nil }
      return (state.grants.filter { $0.account == account }, state.beforeAnswer)
    }
    body?()
    return Array(found)
  }

  /// Two accounts that begin alike share a part.
  func part(of account: AccountID) -> Int { Int(account.text.utf8.first ?? 0) }

  func changes(since mark: Int64?) async throws -> (mark: Int64, parts: Set<Int>) {
    try state.withLock { state in
      guard state.isReachable else { throw Unreachable() }
      state.looks += 1
      guard let mark else { return (state.number, []) }
      return (state.number, Set(state.changes.filter { $0.number >= mark }.map(\.part)))
    }
  }
}

/// Real time in a test's hand.
final class Uptime: Sendable {
  private let elapsed = Mutex(Duration.zero)
  private let start = ContinuousClock.now

  var now: ContinuousClock.Instant { start + elapsed.withLock { $0 } }

  func advance(_ duration: Duration) { elapsed.withLock { $0 += duration } }
}
