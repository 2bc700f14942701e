/// Lets a few run at a time; the others wait in the order in which they came.
actor Turn {
  /// At most two hosts run at once, so that a machine with two cores starts them without delay.
  static let hosts = Turn(places: 2)
  /// Tests that run two hosts beside each other take turns, so that none waits for its second while others do the same.
  static let pairs = Turn(places: 1)
  /// Compilers take turns.
  static let compilers = Turn(places: 1)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { free = places }

  /// Runs a body once it is its turn.
  nonisolated func take<Value>(_ body: () async throws -> Value) async throws -> Value {
    await enter()
    do {
      let value = try await body()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
