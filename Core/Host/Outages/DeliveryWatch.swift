import FieldhouseAccounts
import FieldhouseKit
import FieldhouseRuntime
import Foundation
import Synchronization

/// Hands messages on, and remembers whether their gateways take them.
final class DeliveryWatch: Deliveries {
  /// So many failures one after the other are a gateway's, not those of a recipient.
  static let most = 3

  private let deliveries: any Deliveries
  private let failures = Mutex<[DeliveryMessage.Channel: (count: Int, last: String)]>([:])

  init(_ deliveries: any Deliveries) { self.deliveries = deliveries }

  func send(_ message: DeliveryMessage) async throws {
    do {
      try await deliveries.send(message)
      failures.withLock { $0[message.channel] = nil }
    } catch {
      let cause = (error as? DeliveryFailure)?.description ?? "\(type(of: error))"
      failures.withLock { $0[message.channel] = (($0[message.channel]?.count ?? 0) + 1, cause) }
      throw error
    }
  }

  func forget(
    before instant: Date, unless owned: @Sendable (Set<String>) async throws -> Set<String>
  ) async throws {
    try await deliveries.forget(before: instant, unless: owned)
  }

  /// The gateways that take nothing, each as a part of the host: `messages/email`, `messages/sms`.
  var troubles: [PartState] {
    failures.withLock { $0 }.filter { $0.value.count >= Self.most }.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      channel, failure in
      PartState(
        "messages/\(channel.rawValue)",
        .degraded(
          "The last \(failure.count) messages could not be handed over. \(failure.last)",
          remedy: "What is waited for is tried again by itself."))
    }
  }
}
