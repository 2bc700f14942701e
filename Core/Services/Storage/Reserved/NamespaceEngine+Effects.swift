internal import FieldhouseKit

extension NamespaceEngine {
  func pendingEffects(after sequence: Int64, limit: Int) async throws -> [CommittedEffect] {
    try await rows(HostStatements.pending, [.integer(sequence), .integer(Int64(limit))]).map(OutboxCodec.effect)
  }

  @discardableResult
  func receive(
    _ place: Int64, _ body: @escaping @Sendable (any Transaction) async throws -> Void
  ) async throws -> Bool {
    try await perform(as: .writing, limits: limits) { transaction in
      guard try await transaction.advance(StateKey.lane, to: place) else { return false }
      try await body(transaction)
      return true
    }
  }

  func acknowledge(_ sequences: [Int64]) async throws {
    guard let largest = sequences.max() else { return }
    try await perform(as: .host, limits: .unlimited) { transaction in
      let size = HostStatements.acknowledged
      for start in stride(from: 0, to: sequences.count, by: size) {
        let some = sequences[start..<min(start + size, sequences.count)].map { SQLValue.integer($0) }
        let all = some + Array(repeating: some[0], count: size - some.count)
        try await transaction.pass(HostStatements.acknowledge, all)
      }
      try await transaction.pass(HostStatements.raiseState, [.text(StateKey.sequence), .integer(largest)])
    }
  }
}
