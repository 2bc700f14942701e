public import FieldhouseKit

/// Something that happened to a person which everybody who keeps something of people has to follow.
public struct PersonChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The account was erased.
    case erased
    /// The account became part of ``PersonChange/other``.
    case merged
    /// ``PersonChange/other`` blocked the account.
    case blocked
    /// ``PersonChange/other`` took that back.
    case unblocked
  }

  /// Its place among all changes. Places rise in the order of the commits, leave gaps, and are not given again after an
  /// older backup was restored.
  public let sequence: Int64
  /// What happened.
  public let kind: Kind
  /// To whom.
  public let account: AccountID
  /// The other one; nil when the account was erased.
  public let other: AccountID?

  /// A change.
  public init(sequence: Int64, kind: Kind, account: AccountID, other: AccountID?) {
    self.sequence = sequence
    self.kind = kind
    self.account = account
    self.other = other
  }
}
