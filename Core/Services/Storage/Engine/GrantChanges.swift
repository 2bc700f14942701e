public import FieldhouseKit

/// What any process has changed in a namespace's grants.
public struct GrantChanges: Sendable, Hashable {
  /// What to ask with next time. Rises; changes that are told once may be told again.
  public var mark: Int64
  /// The parts with accounts whose grants have changed.
  public var parts: Set<Int>
}

/// Accounts are spread over parts, so that what is noted of changes neither grows nor names anybody.
public enum GrantPart {
  /// How many parts there are.
  public static let count = 1 << 16

  /// The part of an account, the same in every process (FNV-1a).
  public static func of(_ account: AccountID) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in account.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int((hash ^ (hash >> 32)) & UInt64(count - 1))
  }
}
