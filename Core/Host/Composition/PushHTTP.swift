import FieldhouseKit
import FieldhouseRuntime
import Foundation

/// HTTP to the push services of devices. Browsers choose the addresses, so only public ones are dialled, and those of the
/// services that the operator runs in a network of its own.
struct PushHTTP: OutgoingHTTP {
  private let own: Set<HTTPOrigin>
  private let reachesPublic: Bool
  private let pool: OutgoingPool

  /// - Parameters:
  ///   - own: the operator's own push services.
  ///   - reachesPublic: whether others are pushed to as well.
  ///   - pool: threads of its own, so that a slow push service does not keep messages from leaving.
  init(own: [String], reachesPublic: Bool, pool: OutgoingPool) {
    self.reachesPublic = reachesPublic
    self.own = Set(own.compactMap { HTTPOrigin($0) })
    self.pool = pool
  }

  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    let isOwn = HTTPOrigin(request.url).map(own.contains) ?? false
    guard isOwn || reachesPublic else {
      throw OutgoingError(code: "http-host-not-granted", message: Self.isForTests)
    }
    return try await CurlHTTP(origins: nil, allowsPrivate: isOwn, pool: pool).send(request)
  }

  private static let isForTests =
    "This host is for tests: it pushes to services that 'pushServices' names, and to nobody else."

  /// Why nobody may send to an address; nil when somebody may. Where a name leads is judged when it is dialled.
  func refusal(of endpoint: String) -> String? {
    guard let origin = HTTPOrigin(endpoint), !endpoint.contains(where: { $0.isWhitespace || !$0.isASCII }) else {
      return "The address of a push service is https://, with a host and no user."
    }
    if own.contains(origin) { return nil }
    if !reachesPublic { return Self.isForTests }
    if origin.scheme != "https" { return "The address of a push service is https://, with a host and no user." }
    return origin.isPlainlyPrivate ? "Push services are on the public internet, not at private addresses." : nil
  }
}
