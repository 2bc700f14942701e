public import FieldhouseKit

/// Where the grants of a plugin are kept.
public protocol GrantSource: Sendable {
  /// What an account holds.
  func grants(of account: AccountID) async throws -> [Grant]

  /// The part that changes of an account's grants are noted in; always the same.
  func part(of account: AccountID) -> Int

  /// In which parts any process has changed grants since a mark. Changes that are told once may be told again.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  func changes(since mark: Int64?) async throws -> (mark: Int64, parts: Set<Int>)
}
