internal import FieldhouseKit

/// How often a number or an e-mail address is written to. Every route that sends a message takes from here: from the one
/// budget that a target has for all of them, and from the target's budget for the purpose, so that using up one purpose
/// leaves the others. A device that has signed in to the target's account before has a budget of its own in place of the
/// purpose's, which strangers cannot use up.
struct MessageBudget: Sendable {
  /// Why a message is sent.
  enum Purpose: Sendable, CaseIterable {
    case code, registration, reset, identifier, invitation

    var perTarget: LimitName {
      switch self {
      case .code: .codesPerTarget
      case .registration: .registrationsPerTarget
      case .reset: .resetsPerTarget
      case .identifier: .identifiersPerTarget
      case .invitation: .invitationsPerTarget
      }
    }

    /// The part of it that one address gets; nil where an account asks, which has a limit of its own.
    var perTargetAndAddress: LimitName? {
      switch self {
      case .code: .codesPerTargetAndAddress
      case .registration: .registrationsPerTargetAndAddress
      case .reset: .resetsPerTargetAndAddress
      case .identifier, .invitation: nil
      }
    }
  }

  let limits: RateLimits

  /// Takes one message to a target.
  /// - Parameters:
  ///   - known: the target's account, when the client's device has signed in to it before.
  ///   - more: what is taken beside it.
  /// - Throws: ``Problem`` 429 when there are none left.
  func take(
    _ purpose: Purpose, to target: IdentifierKey, from client: Client, known: AccountID? = nil,
    with more: [LimitUse] = [], in transaction: any Transaction
  ) async throws {
    let own = known.map { [LimitUse(.messagesPerKnownDevice, .device(client.device, of: $0))] }
    let uses = own ?? purposes(purpose, target, client)
    try await limits.take(more + uses + [LimitUse(.messagesPerTarget, .target(target))], in: transaction)
  }

  /// Gives back what a target's owner has used, once it is proved that it was the owner.
  func settle(
    _ purpose: Purpose, to target: IdentifierKey, from client: Client, in transaction: any Transaction
  ) async throws {
    try await limits.reset(purposes(purpose, target, client), in: transaction)
    try await limits.giveBack(.messagesPerTarget, .target(target), in: transaction)
  }

  /// What counts the messages of one purpose.
  private func purposes(_ purpose: Purpose, _ target: IdentifierKey, _ client: Client) -> [LimitUse] {
    let shared = LimitUse(purpose.perTarget, .target(target))
    guard let name = purpose.perTargetAndAddress else { return [shared] }
    return [LimitUse(name, .target(target, client.address)), shared]
  }
}
