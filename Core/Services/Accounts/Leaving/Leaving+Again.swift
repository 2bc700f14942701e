internal import FieldhouseKit

extension Leaving {
  /// Erases those again who left and are back, because an older backup was restored, and makes accounts one again that
  /// were merged.
  /// - Returns: how many were erased or merged.
  /// - Throws: ``StorageError``, and `CocoaError` when it cannot be read who left.
  func eraseAgain() async throws -> Int {
    guard let journal else { return 0 }
    let (left, merged) = try journal.read()
    let noted = Set(left)
    var count = try await mergeAgain(merged, erased: noted, journal)
    for part in Self.portions(of: noted.sorted().map { AccountID($0) }) {
      count += try await eraseAll(isNoted: true) { try await PersonStore.find(part, in: $0).map(\.id) }
    }
    // What only the logs know was done by a host that was killed before it could note it.
    let logged = try await context.storage.read { try await AuditLog.erased(in: $0) }
    try journal.add(Set(logged.map(\.text)).subtracting(noted).sorted())
    return count
  }

  /// Merges those who are back into their accounts, and erases those whose account has left since.
  private func mergeAgain(
    _ merged: [(account: AccountID, other: AccountID)], erased: Set<String>, _ journal: ErasureJournal
  ) async throws -> Int {
    let noted = Set(merged.map(\.account))
    var count = 0
    for part in Self.portions(of: merged) {
      let accounts = part.map(\.account)
      let back = Set(try await context.storage.read { try await PersonStore.find(accounts, in: $0).map(\.id) })
      for (account, other) in part where back.contains(account) {
        if try await mergeAgain(account, into: other) {
          count += 1
        } else if erased.contains(other.text) {
          count += try await eraseAll { _ in [account] }
        }
      }
    }
    let logged = try await context.storage.read { try await PersonLog.merged(in: $0) }
    try journal.add(logged.filter { !noted.contains($0.account) }.compactMap(ErasureJournal.line))
    return count
  }

  /// - Returns: whether both are there, and are one now.
  private func mergeAgain(_ account: AccountID, into other: AccountID) async throws -> Bool {
    let picture = try await context.storage.write { [context] transaction -> String?? in
      let people = try await PersonStore.find([account, other], in: transaction)
      guard people.count == 2 else { return nil }
      return .some(try await Merging(context: context).merge(account, into: other, in: transaction))
    }
    guard let picture else { return false }
    if let picture { try await pictures?.removeUnlessShown(picture, storage: context.storage) }
    return true
  }
}
