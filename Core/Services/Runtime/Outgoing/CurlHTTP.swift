public import FieldhouseKit
import Foundation
import Glibc

/// Outgoing HTTP through libcurl for one plugin: only granted origins, only public addresses, no redirects.
public struct CurlHTTP: OutgoingHTTP {
  private let origins: Set<HTTPOrigin>?
  private let allowsPrivate: Bool
  private let pool: OutgoingPool

  /// HTTP to the granted origins.
  /// - Parameters:
  ///   - origins: where the operator lets it go; nil for anywhere, when the host itself chooses the address.
  ///   - allowsPrivate: whether private addresses may be dialled; for gateways that the operator configured.
  ///   - pool: the threads that transfers run on.
  public init(origins: Set<HTTPOrigin>?, allowsPrivate: Bool = false, pool: OutgoingPool) {
    self.origins = origins
    self.allowsPrivate = allowsPrivate
    self.pool = pool
  }

  public func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    try check(request)
    let allowsPrivate = allowsPrivate
    return try await pool.run { try CurlTransfer(request, allowsPrivate: allowsPrivate).perform() }
  }

  private func check(_ request: OutgoingRequest) throws {
    guard let origin = HTTPOrigin(request.url) else {
      throw OutgoingError(code: "http-url", message: "The address must be http or https, with a host and no user.")
    }
    guard origins?.contains(origin) ?? true else {
      throw OutgoingError(
        code: "http-host-not-granted", message: "HTTP to '\(origin)' is not granted; add it to grants.http.")
    }
    let texts = request.headers.flatMap { [$0.key, $0.value] } + [request.method]
    guard texts.allSatisfy({ !$0.contains { $0.isNewline } }) else {
      throw OutgoingError(code: "http-url", message: "Header fields must not contain line breaks.")
    }
  }
}

/// A few threads for calls that block.
public final class OutgoingPool: Sendable {
  private let queue: OperationQueue

  /// A pool.
  /// - Parameter width: how many calls run at once, at least 1.
  public init(width: Int = 8) {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
  }

  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result(catching: body)) }
    }
  }
}
