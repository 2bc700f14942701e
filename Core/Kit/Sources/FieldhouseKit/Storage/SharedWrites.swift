import Synchronization

/// Changes of one kind that many people ask for at once, made for several of them in one transaction.
///
/// While a transaction is on its way, those who come wait for the next one, which is for all of them. A transaction costs an engine
/// statements, their answers and a commit; with statements that are about many rows it costs hardly more for many people than for one.
///
///     let marks = SharedWrites<Mark, Int>(host.storage) { marks, transaction in … }
///     routes.put("/mark", "Set my mark", access: .account) { (input: MarkInput, call) in
///       MarkOutput(try await marks.write(Mark(call.account.id, input.value)))
///     }
///
/// What is asked for one after the other is made in that order; what is asked for side by side in any order. A slow transaction holds up
/// those who wait for the next.
public final class SharedWrites<Item: Sendable, Answer: Sendable>: Sendable {
  /// What became of one of several items.
  @frozen public enum Outcome: Sendable {
    /// It is done once the transaction is committed.
    case answer(Answer)
    /// It is refused, and nothing has been changed for it.
    case refusal(any Error)
    /// It goes in a transaction of its own, and nothing has been changed for it.
    case alone
  }

  /// Makes the changes of some items, in their order, and gives an outcome for each of them. Of one item alone it may throw instead; what
  /// it throws of several takes everything back, and each of them goes in a transaction of its own. It may run again, as the body of
  /// ``Storage/write(_:)``.
  public typealias Body = @Sendable (_ items: [Item], _ transaction: any Transaction) async throws -> [Outcome]

  private enum Turn: Sendable {
    case lead([Member])
    case ended(Outcome)
  }

  private struct Member: Sendable {
    let item: Item
    let continuation: CheckedContinuation<Turn, Never>
  }

  private struct State {
    var waiting: [Member] = []
    var isOnItsWay = false
  }

  private let storage: any Storage
  private let most: Int
  private let body: Body
  private let state = Mutex(State())

  /// - Parameters:
  ///   - storage: the plugin's.
  ///   - most: how many items a transaction is for, 1 at least. There are as many as a power of two, so that statements about them have
  ///     few texts.
  public init(_ storage: any Storage, most: Int = 32, _ body: @escaping Body) {
    self.storage = storage
    self.most = max(1, most)
    self.body = body
  }

  /// Makes the change of an item, together with those of others.
  /// - Returns: once it is on disk.
  /// - Throws: what the body refuses the item for, or throws of it alone; ``StorageError``.
  public func write(_ item: Item) async throws -> Answer {
    switch await turn(item) {
    case .ended(let outcome): return try await value(outcome, item)
    case .lead(let members):
      let outcomes = await outcomes(members.map(\.item))
      for (member, outcome) in zip(members, outcomes).dropFirst() {
        member.continuation.resume(returning: .ended(outcome))
      }
      end()
      return try await value(outcomes[0], item)
    }
  }

  /// - Returns: one outcome for each item.
  private func outcomes(_ items: [Item]) async -> [Outcome] {
    if items.count == 1 {
      do { return [.answer(try await alone(items[0]))] } catch { return [.refusal(error)] }
    }
    do {
      return try await storage.write { [body] transaction in
        let outcomes = try await body(items, transaction)
        guard outcomes.count == items.count else { throw Self.countless }
        return outcomes
      }
    } catch {
      return items.map { _ in .alone }
    }
  }

  private func value(_ outcome: Outcome, _ item: Item) async throws -> Answer {
    switch outcome {
    case .answer(let answer): answer
    case .refusal(let error): throw error
    case .alone: try await alone(item)
    }
  }

  private func alone(_ item: Item) async throws -> Answer {
    try await storage.write { [body] transaction in
      switch try await body([item], transaction).first {
      case .answer(let answer): return answer
      case .refusal(let error): throw error
      case .alone, nil: throw Self.countless
      }
    }
  }

  private static var countless: StorageError {
    StorageError(
      .statement,
      "A shared write gives one outcome for each of its items, and an item that is alone goes alone already.")
  }

  private func turn(_ item: Item) async -> Turn {
    await withCheckedContinuation { continuation in
      lead(
        state.withLock { state in
          state.waiting.append(Member(item: item, continuation: continuation))
          return state.isOnItsWay ? nil : next(&state)
        })
    }
  }

  private func end() { lead(state.withLock { next(&$0) }) }

  private func lead(_ members: [Member]?) {
    if let members { members[0].continuation.resume(returning: .lead(members)) }
  }

  /// Those whose turn it is.
  private func next(_ state: inout State) -> [Member]? {
    state.isOnItsWay = !state.waiting.isEmpty
    guard state.isOnItsWay else { return nil }
    let count = min(most, state.waiting.count)
    let some = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
    defer { state.waiting.removeFirst(some) }
    return Array(state.waiting.prefix(some))
  }
}
