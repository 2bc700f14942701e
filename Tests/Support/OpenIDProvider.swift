public import FieldhouseKit
import Foundation

/// A little OpenID provider in a process of its own, and the browser that goes there.
public final class OpenIDProvider: Sendable {
  /// What a browser was sent back with.
  public struct Redirect: Sendable {
    /// The address without its query.
    public let address: String
    /// The query.
    public let query: [String: String]
  }

  struct NotStarted: Error {}

  private let program: Program
  private let port: String
  private let http: any OutgoingHTTP

  /// Starts a provider; it ends with the last reference to it, or with this process.
  /// - Parameter http: how the browser gets there; it must not follow redirects.
  public init(http: any OutgoingHTTP) throws {
    self.http = http
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "openid.py")
    program = try Program(["python3", script.path], input: .pipe, output: .pipe)
    let line = program.output.availableData
    port = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard UInt16(port) != nil else { throw NotStarted() }
  }

  deinit { stop() }

  /// Ends the provider.
  public func stop() { try? program.input.close() }

  /// The issuer of a tenant.
  public func issuer(_ tenant: String = "club") -> String { "http://127.0.0.1:\(port)/\(tenant)" }

  /// Changes a tenant, as `openid.py` explains.
  public func set(_ settings: JSON, of tenant: String = "club") async throws {
    let body = Array(settings.serialized().utf8)
    _ = try await http.send(OutgoingRequest(method: "POST", url: "\(issuer(tenant))/control", body: body))
  }

  /// What came to a tenant's token endpoint.
  public func seen(_ tenant: String = "club") async throws -> [JSON] {
    let answer = try await http.send(OutgoingRequest(url: "\(issuer(tenant))/seen"))
    return try JSON(parsing: answer.body).array ?? []
  }

  /// Opens the provider's page, as a browser does; nil when it shows an error instead of sending the person back.
  public func visit(_ address: String) async throws -> Redirect? {
    let answer = try await http.send(OutgoingRequest(url: address))
    guard let location = answer.headers["location"], let parts = URLComponents(string: location) else { return nil }
    let query = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    return Redirect(
      address: String(location.prefix { $0 != "?" }), query: Dictionary(query, uniquingKeysWith: { $1 }))
  }
}
