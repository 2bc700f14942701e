public import FieldhouseKit
internal import FieldhouseMachine
internal import Synchronization

/// Answers from memory who may do what in a plugin's scopes.
///
/// What this process commits is forgotten before the commit is acknowledged (``forget(part:)``). Of other processes'
/// changes it learns before it answers, in time as ``Freshness`` says, which is real time also under a simulated clock.
public final class RightsBook: Sendable {
  private struct State {
    var memory: GrantMemory
    var mark: Int64?
    var freshness = Freshness()
  }

  /// How many accounts are remembered.
  public static var capacity: Int { 100_000 }

  private let source: any GrantSource
  private let catalogue: PermissionCatalogue
  private let uptime: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// A book that remembers nothing yet.
  public convenience init(_ declaration: RightsDeclaration, source: any GrantSource) {
    self.init(declaration, source: source, capacity: Self.capacity, uptime: { ContinuousClock.now })
  }

  /// - Parameter uptime: the real time, which a test moves itself.
  init(
    _ declaration: RightsDeclaration, source: any GrantSource, capacity: Int,
    uptime: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.source = source
    self.uptime = uptime
    catalogue = PermissionCatalogue(declaration)
    state = Mutex(State(memory: GrantMemory(capacity: capacity)))
  }

  /// Whether an account has a permission, in the scope or in the whole host.
  /// - Throws: ``Problem`` 500 `permission-unknown`; what the source throws.
  public func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool {
    try await standing(of: account, permission, in: scope) == .holder
  }

  /// What an account is in a scope for which a permission is asked.
  /// - Throws: as ``has(_:_:in:)``.
  public func standing(
    of account: AccountID, _ permission: String, in scope: Scope
  ) async throws -> Access.Standing {
    let asked = try catalogue.entry(permission, in: scope)
    try await freshen()
    let part = source.part(of: account)
    let known = state.withLock { $0.memory.holdings(account, in: part)?.standing(asked, in: scope) }
    if let known { return known }
    return try await read(account, part).standing(asked, in: scope)
  }

  /// Whether an account holds a declared role in exactly this scope.
  /// - Throws: what the source throws.
  public func holdsSomething(_ account: AccountID, in scope: Scope) async throws -> Bool {
    try await freshen()
    let part = source.part(of: account)
    let known = state.withLock { $0.memory.holdings(account, in: part)?.isThere(scope) }
    if let known { return known }
    return try await read(account, part).isThere(scope)
  }

  /// The same for the thing of this id, of the kind that the permission applies to; nil is the whole host.
  /// - Throws: as ``has(_:_:in:)``.
  public func standing(
    of account: AccountID, _ permission: String, thing: String?
  ) async throws -> Access.Standing {
    try await standing(of: account, permission, in: scope(of: permission, thing: thing))
  }

  /// The thing of this id, of the kind that a permission applies to; nil is the whole host.
  public func scope(of permission: String, thing: String?) -> Scope {
    thing.map { Scope(catalogue.kind(of: permission) ?? "", $0) } ?? .host
  }

  /// Notes that what accounts of a part hold has been changed.
  public func forget(part: Int) { state.withLock { $0.memory.forget(CollectionOfOne(part)) } }

  /// Looks now what other processes have changed: who asks behind this call is answered by what was committed before it.
  /// - Throws: what the source throws.
  public func renew() async throws { try await look(at: uptime()) }

  private func read(_ account: AccountID, _ part: Int) async throws -> Holdings {
    let reading = state.withLock { $0.memory.beginReading(account, in: part) }
    var holdings: Holdings?
    defer { state.withLock { $0.memory.remember(holdings, of: account, in: part, reading: reading) } }
    let found = Holdings(try await source.grants(of: account), catalogue)
    holdings = found
    return found
  }
}

// What other processes change.
extension RightsBook {
  private func freshen() async throws {
    let now = uptime()
    if state.withLock({ $0.freshness.asksForLook(at: now) }) { try await look(at: now) }
  }

  private func look(at now: ContinuousClock.Instant) async throws {
    do {
      let mark = state.withLock { $0.mark }
      let found = try await source.changes(since: mark)
      state.withLock { state in
        state.memory.forget(found.parts)
        // A first look says nothing of changes: another one that came first knows from where on they count.
        if mark != nil || state.mark == nil { state.mark = max(state.mark ?? .min, found.mark) }
        state.freshness.looked(at: now)
      }
    } catch {
      state.withLock { $0.freshness.gaveUp() }
      throw error
    }
  }
}
