public import FieldhouseKit
import Foundation
import Glibc

/// Outgoing HTTP through libcurl for one plugin: only granted hosts, only public addresses, no redirects.
public struct CurlHTTP: OutgoingHTTP {
  private let hosts: Set<String>
  private let allowsPrivate: Bool
  private let pool: OutgoingPool

  /// HTTP to the granted hosts.
  /// - Parameters:
  ///   - hosts: the host names the operator granted, lower case.
  ///   - allowsPrivate: whether private addresses may be dialled; for gateways that the operator configured.
  ///   - pool: the threads that transfers run on.
  public init(hosts: Set<String>, allowsPrivate: Bool = false, pool: OutgoingPool) {
    self.hosts = hosts
    self.allowsPrivate = allowsPrivate
    self.pool = pool
  }

  public func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    try check(request)
    let allowsPrivate = allowsPrivate
    return try await pool.run { try CurlTransfer(request, allowsPrivate: allowsPrivate).perform() }
  }

  private func check(_ request: OutgoingRequest) throws {
    guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme),
      let host = url.host()?.lowercased(), url.user() == nil
    else {
      throw OutgoingError(code: "http-url", message: "The address must be http or https, with a host and no user.")
    }
    guard hosts.contains(host) else {
      throw OutgoingError(
        code: "http-host-not-granted", message: "The host '\(host)' is not granted; add it to grants.http.")
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
