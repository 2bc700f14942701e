import FieldhouseStorage

extension Sequence<any NamespaceStorage> {
  /// Does something in each namespace, also behind one in which it fails.
  /// - Throws: the last failure, when all have had their turn.
  func inTurn(_ body: (any NamespaceStorage) async throws -> Int) async throws {
    var failure: (any Error)?
    for storage in self {
      do { _ = try await body(storage) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
