import FieldhouseAccounts
import Foundation

/// Outside production: what is for those who test is handed on, everything else goes into a file.
struct RestrainedDeliveries: Deliveries {
  let environment: HostEnvironment
  let real: any Deliveries
  let file: FileDeliveries

  func send(_ message: DeliveryMessage) async throws {
    if environment.reaches(message.to) {
      try await real.send(message)
    } else {
      try await file.send(message)
    }
  }

  func forget(
    before instant: Date, unless owned: @Sendable (Set<String>) async throws -> Set<String>
  ) async throws {
    try await real.forget(before: instant, unless: owned)
    try await file.forget(before: instant, unless: owned)
  }
}
