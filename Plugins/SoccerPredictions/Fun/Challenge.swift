import FieldhouseKit
import Foundation

/// Two people who play a fun game against one another, or one who has asked the other.
struct Challenge: Sendable {
  enum State: String, Sendable {
    /// The other has not answered.
    case pending
    /// Accepted.
    case running
  }

  let pair: ChallengePair
  let challenger: AccountID
  let state: State
  /// The ids of the leagues that count, in the order in which they were chosen.
  let leagues: [String]

  /// How it stands for one of the two.
  func state(for account: AccountID) -> String {
    state == .running ? "running" : challenger == account ? "sent" : "received"
  }
}

/// Two people, whoever is named first.
struct ChallengePair: Sendable, Hashable {
  let one: AccountID
  let other: AccountID

  init(_ first: AccountID, _ second: AccountID) {
    (one, other) = first.text.utf8.lexicographicallyPrecedes(second.text.utf8) ? (first, second) : (second, first)
  }

  /// The one of the two that an account is not.
  func opponent(of account: AccountID) -> AccountID { account == one ? other : one }
}
