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
    /// Milliseconds since 1970.
    let verifiedAt: Int64
  }

  /// Looks at every identifier that nobody has looked at. Safe to be stopped and to be run by several processes.
  /// - Returns: how many have another spelling now, and how many were left because theirs is taken.
  @discardableResult
  func bringUp() async throws -> (changed: Int, kept: Int) {
    var total = (changed: 0, kept: 0)
    var last: Entry?
    while true {
      let part = try await storage.write { [last] in try await portion(after: last, in: $0) }
      guard let end = part.last else { return total }
      last = end
      total.changed += part.counts.changed
      total.kept += part.counts.kept
    }
  }

  private struct Portion: Sendable {
    var last: Entry?
    var counts = (changed: 0, kept: 0)
  }

  /// Goes on behind the last entry of the portion before, along the index of those in former forms.
  private func portion(after last: Entry?, in transaction: any Transaction) async throws -> Portion {
    let entries = try await entries(after: last, in: transaction)
    var (normal, counts): ([Entry], (changed: Int, kept: Int)) = ([], (0, 0))
    for entry in entries {
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
    return Portion(last: entries.last, counts: counts)
  }

  private func entries(after last: Entry?, in transaction: any Transaction) async throws -> [Entry] {
    // `IdentifierStore.Form.former`, spelled out: only so is the index of those in former forms used.
    try await transaction.query(
      """
      select kind, value, account, verified_at from identifiers where form = 0
      and (verified_at, kind, value) > (\(last?.verifiedAt ?? Int64.min), \(last?.kind ?? ""), \(last?.value ?? ""))
      order by verified_at, kind, value limit \(Self.portion)
      """
    ).map { Entry(kind: try $0[0], value: try $0[1], account: try $0[2], verifiedAt: try $0[3]) }
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
