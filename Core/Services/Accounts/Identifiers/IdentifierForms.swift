internal import FieldhouseKit
internal import Foundation

/// Brings identifiers from before there was a normal form into it, the longest held first, so that of several spellings
/// of one identifier the oldest gets the normal form. Whose normal form belongs to another account keeps the spelling it
/// has and is found by exactly that (decision 0016). No account loses an identifier.
struct IdentifierForms: Sendable {
  /// How many identifiers one transaction looks at.
  private static let portion = 500

  let storage: any Storage

  private struct Entry: Sendable {
    let kind: String
    let value: String
    let account: AccountID
  }

  /// Looks at every identifier that nobody has looked at. Safe to be stopped and to be run by several processes.
  /// - Returns: how many have another spelling now, and how many were left because theirs is taken.
  @discardableResult
  func bringUp() async throws -> (changed: Int, kept: Int) {
    var total = (changed: 0, kept: 0)
    while let part = try await storage.write({ try await portion(in: $0) }) {
      total.changed += part.changed
      total.kept += part.kept
    }
    return total
  }

  private func portion(in transaction: any Transaction) async throws -> (changed: Int, kept: Int)? {
    // `IdentifierStore.Form.former`, spelled out: only so is the index of those in former forms used.
    let rows = try await transaction.query(
      """
      select kind, value, account from identifiers where form = 0
      order by verified_at, kind, value limit \(Self.portion)
      """)
    guard !rows.isEmpty else { return nil }
    var (normal, counts): ([Entry], (changed: Int, kept: Int)) = ([], (0, 0))
    for row in rows {
      let entry = Entry(kind: try row[0], value: try row[1], account: try row[2])
      let value = Self.normalForm(entry)
      if value.isSpelled(entry.value) {
        normal.append(entry)
      } else if try await move(entry, to: value, in: transaction) {
        counts.changed += 1
      } else {
        counts.kept += 1
      }
    }
    try await mark(normal, in: transaction)
    return counts
  }

  /// - Returns: whether nobody had the normal form.
  private func move(_ entry: Entry, to value: String, in transaction: any Transaction) async throws -> Bool {
    let isFree =
      try await transaction.first(
        "select 1 from identifiers where kind = \(entry.kind) and value = \(value)") == nil
    try await transaction.execute(
      """
      update identifiers set value = \(isFree ? value : entry.value),
      form = \(isFree ? IdentifierStore.Form.normal : IdentifierStore.Form.kept)
      where kind = \(entry.kind) and value = \(entry.value)
      """)
    try await ChangeLog.record(entry.account, in: transaction)
    return isFree
  }

  private func mark(_ entries: [Entry], in transaction: any Transaction) async throws {
    for (kind, group) in Dictionary(grouping: entries, by: \.kind) {
      try await transaction.execute(
        """
        update identifiers set form = \(IdentifierStore.Form.normal)
        where kind = \(kind) and value in (\(list: group.map(\.value)))
        """)
    }
  }

  private static func normalForm(_ entry: Entry) -> String {
    switch IdentifierStore.Kind(rawValue: entry.kind) {
    case .phone: (try? PhoneNumber("+" + entry.value))?.digits ?? entry.value
    case .email: EmailAddress(lenient: entry.value)?.text ?? entry.value
    case .identity, nil: entry.value
    }
  }
}
