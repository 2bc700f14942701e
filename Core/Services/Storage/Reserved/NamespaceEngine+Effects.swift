internal import FieldhouseKit

extension NamespaceEngine {
  func pendingEffects(after sequence: Int64, limit: Int) async throws -> [CommittedEffect] {
    try await rows(HostStatements.pending, [.integer(sequence), .integer(Int64(limit))]).map(OutboxCodec.effect)
  }

  func acknowledge(_ sequences: [Int64]) async throws {
    guard let largest = sequences.max() else { return }
    try await perform(as: .host, limits: .unlimited) { transaction in
      for sequence in sequences { _ = try await transaction.run(HostStatements.acknowledge, [.integer(sequence)]) }
      _ = try await transaction.run(HostStatements.raiseState, [.text(StateKey.sequence), .integer(largest)])
    }
  }
}
