import Synchronization

/// Shares out what all clients use together: no client gets more than its share, and some of each is kept back for health
/// checks and operators, so that they are answered when everything else is taken.
final class Budgets: Sendable {
  /// How a connection was let in.
  enum Standing: Sendable, Equatable {
    /// Within its client's share.
    case ordinary
    /// Into the reserve: only health checks and operators are answered on it, anything else gets the fault.
    case reserve(ListenerFault)
  }

  let clients = ClientRegistry()
  private let limits: ListenerLimits
  private let connections = Atomic(0)
  private let reservedConnections = Atomic(0)
  private let requests: LoopLimit
  private let reservedRequests = Atomic(0)
  private let bodyBytes = Atomic(0)

  init(_ limits: ListenerLimits) {
    self.limits = limits
    requests = LoopLimit(least: limits.requests)
  }
}

extension Budgets {
  /// Lets a connection in; to be given back with ``leave(_:_:)``.
  ///
  /// - Parameter makeRoom: Asked, when all connections are taken, to close some that wait for a request.
  /// - Throws: The fault to answer when the reserve is taken too.
  func enter(_ use: ClientUse, makeRoom: () -> Void) throws(ListenerFault) -> Standing {
    let own = use.connections.add(1, ordering: .relaxed).newValue
    let all = connections.add(1, ordering: .relaxed).newValue
    if !use.isProxy, own > limits.connectionsPerClient { return try reserve(use, .tooManyConnections) }
    guard all > limits.connections else { return .ordinary }
    makeRoom()
    // Those that are closed for it need a moment to go.
    return all <= limits.connections + limits.reservedConnections ? .ordinary : try reserve(use, .connectionsFull)
  }

  private func reserve(_ use: ClientUse, _ fault: ListenerFault) throws(ListenerFault) -> Standing {
    use.connections.subtract(1, ordering: .relaxed)
    connections.subtract(1, ordering: .relaxed)
    let own = use.reserved.add(1, ordering: .relaxed).newValue
    let all = reservedConnections.add(1, ordering: .relaxed).newValue
    // Even of the reserve one client gets a quarter at most.
    if all <= limits.reservedConnections, own <= max(1, limits.reservedConnections / 4) { return .reserve(fault) }
    leave(use, .reserve(fault))
    throw fault
  }

  func leave(_ use: ClientUse, _ standing: Standing) {
    if standing == .ordinary {
      use.connections.subtract(1, ordering: .relaxed)
      connections.subtract(1, ordering: .relaxed)
    } else {
      use.reserved.subtract(1, ordering: .relaxed)
      reservedConnections.subtract(1, ordering: .relaxed)
    }
  }
}

extension Budgets {
  /// Counts a request as being worked on, until ``end(_:surplus:on:)``.
  ///
  /// - Parameter loop: The event loop that counts it.
  /// - Returns: The fault that it must be answered with unless it is a health check or an operator's; nil when it is
  ///   within the shares.
  /// - Throws: The fault to answer when the reserve is taken too.
  func begin(_ use: ClientUse, _ standing: Standing, on loop: Int) throws(ListenerFault) -> ListenerFault? {
    if case .reserve(let fault) = standing { return try reserveRequest(fault) }
    let own = use.requests.add(1, ordering: .relaxed).newValue
    if own <= limits.requestsPerClient, requests.add(on: loop, upTo: { limits.requests }) { return nil }
    use.requests.subtract(1, ordering: .relaxed)
    return try reserveRequest(own > limits.requestsPerClient ? .tooManyRequests : .overloaded)
  }

  private func reserveRequest(_ fault: ListenerFault) throws(ListenerFault) -> ListenerFault {
    guard reservedRequests.add(1, ordering: .relaxed).newValue <= limits.reservedRequests else {
      reservedRequests.subtract(1, ordering: .relaxed)
      throw fault
    }
    return fault
  }

  /// - Parameters:
  ///   - surplus: What ``begin(_:_:on:)`` has returned.
  ///   - loop: The event loop that counted it.
  func end(_ use: ClientUse, surplus: ListenerFault?, on loop: Int) {
    if surplus == nil {
      use.requests.subtract(1, ordering: .relaxed)
      requests.subtract(on: loop)
    } else {
      reservedRequests.subtract(1, ordering: .relaxed)
    }
  }
}

extension Budgets {
  /// Counts bytes of a client's bodies that are kept, until ``free(_:_:)``.
  ///
  /// - Returns: The fault to answer when they are too many; they are not counted then.
  func keep(_ bytes: Int, _ use: ClientUse) -> ListenerFault? {
    let own = use.bodyBytes.add(bytes, ordering: .relaxed).newValue
    let all = bodyBytes.add(bytes, ordering: .relaxed).newValue
    let isOver = !use.isProxy && own > limits.bodyMemoryPerClient
    guard isOver || all > limits.bodyMemory else { return nil }
    free(bytes, use)
    return isOver ? .tooManyBodies : .bodiesFull
  }

  func free(_ bytes: Int, _ use: ClientUse) {
    guard bytes > 0 else { return }
    use.bodyBytes.subtract(bytes, ordering: .relaxed)
    bodyBytes.subtract(bytes, ordering: .relaxed)
  }

  /// Whether a body of this length can be kept now; nothing is counted.
  func hasRoom(for length: Int, _ use: ClientUse) -> ListenerFault? {
    if use.bodyBytes.load(ordering: .relaxed) + length > limits.bodyMemoryPerClient { return .tooManyBodies }
    return bodyBytes.load(ordering: .relaxed) + length > limits.bodyMemory ? .bodiesFull : nil
  }
}
