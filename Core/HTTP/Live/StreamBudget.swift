import FieldhouseKit
import Synchronization

/// How many live streams there may be.
public struct LiveLimits: Sendable, Equatable {
  /// All streams; more are answered 503. Default 8,000.
  public var streams = 8_000
  /// Streams from one address (of IPv6 from the first 64 bits) without a session or as a guest; more are answered 429.
  /// Default 500.
  public var streamsPerClient = 500
  /// Streams of one account; more are answered 429. Default 20.
  public var streamsPerAccount = 20
  /// Topics of one stream; more are answered 422. Default 32.
  public var topicsPerStream = 32

  /// The default limits.
  public init() {}
}

/// Shares out live streams: so many for everyone together, so many for each client or account.
final class StreamBudget: Sendable {
  /// Whose share a stream is of.
  enum Owner: Hashable, Sendable {
    case client(ClientKey)
    case account(String)
    /// Operators have no limit.
    case `operator`

    /// Guests are made by anyone at any time, so they count by where they come from.
    init(_ principal: Principal?, at client: ClientKey) {
      switch principal {
      case let principal? where principal.isOperator: self = .operator
      case let principal? where principal.account.kind != .guest: self = .account(principal.account.id.text)
      default: self = .client(client)
      }
    }
  }

  /// The place of a stream, which is free again when nobody holds this any more.
  final class Place: Sendable {
    private let budget: StreamBudget
    private let owner: Owner

    fileprivate init(_ budget: StreamBudget, _ owner: Owner) {
      self.budget = budget
      self.owner = owner
    }

    deinit { budget.free(owner) }
  }

  private struct State {
    var all = 0
    var owners: [Owner: Int] = [:]
  }

  private let limits: LiveLimits
  private let state = Mutex(State())

  init(_ limits: LiveLimits) { self.limits = limits }

  /// How many streams are open.
  var count: Int { state.withLock { $0.all } }

  /// A place for one more stream.
  /// - Throws: ``Problem`` 429 `streams-too-many` or 503 `streams-full`.
  func place(for owner: Owner) throws(Problem) -> Place {
    let problem: Problem? = state.withLock { state in
      let own = state.owners[owner, default: 0]
      if owner != .operator, own >= share(of: owner) { return Self.tooMany }
      if owner != .operator, state.all >= limits.streams { return Self.full }
      state.owners[owner] = own + 1
      state.all += 1
      return nil
    }
    if let problem { throw problem }
    return Place(self, owner)
  }

  private func share(of owner: Owner) -> Int {
    if case .account = owner { limits.streamsPerAccount } else { limits.streamsPerClient }
  }

  private func free(_ owner: Owner) {
    state.withLock { state in
      state.all -= 1
      let rest = state.owners[owner, default: 1] - 1
      state.owners[owner] = rest == 0 ? nil : rest
    }
  }

  private static let tooMany = Problem(
    status: 429, code: "streams-too-many", detail: "Too many live streams are open from here; close one of them.",
    retryAfterSeconds: 10)
  private static let full = Problem.unavailable(
    "streams-full", "All live streams of this server are taken; try again later.", retryAfterSeconds: 10)
}
