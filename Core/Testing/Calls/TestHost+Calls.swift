import FieldhouseHTTP
import FieldhouseHost
public import FieldhouseKit
import HTTPTypes

// Requests, which go through the host's own dispatcher: who is not let in by it gets its refusal.
extension TestHost {
  /// The address that requests of nobody come from.
  private static let stranger = "192.0.2.1"

  /// Sends a request.
  /// - Parameters:
  ///   - path: the whole path with its query, percent-encoded, such as `/v1/corner-quiz/entries?limit=5`.
  ///   - body: sent as `application/json`; nil sends none.
  ///   - person: who calls; nil is nobody.
  ///   - idempotencyKey: names the request, so that it is done once however often it is sent.
  ///   - headers: further header fields, which replace those that follow from the rest.
  /// - Returns: the answer, whatever its status.
  /// - Throws: ``TestHostError`` for a name that no header field can have.
  @discardableResult
  public func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as person: TestPerson? = nil,
    idempotencyKey: String? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    var all: [String: String] = [:]
    if body != nil { all["content-type"] = "application/json" }
    if let person, !person.token.isEmpty { all["authorization"] = "Bearer \(person.token)" }
    if let idempotencyKey { all["idempotency-key"] = idempotencyKey }
    for (name, value) in headers { all[name.lowercased()] = value }
    var fields = HTTPFields()
    for (name, value) in all.sorted(by: { $0.key < $1.key }) {
      guard let name = HTTPField.Name(name) else { throw TestHostError("'\(name)' names no header field.") }
      fields[name] = value
    }
    let request = ServerRequest(
      .init(rawValue: method.name) ?? .get, path, fields: fields, body: body.map { Array($0.serialized().utf8) },
      remoteHost: person?.address ?? Self.stranger)
    return TestReply(try await application.responder.respond(to: request))
  }

  /// Reads.
  public func get(
    _ path: String, as person: TestPerson? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.get, path, as: person, headers: headers)
  }

  /// Creates or acts.
  @discardableResult
  public func post(
    _ path: String, _ body: JSON = [:], as person: TestPerson? = nil, idempotencyKey: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.post, path, body, as: person, idempotencyKey: idempotencyKey, headers: headers)
  }

  /// Replaces.
  @discardableResult
  public func put(
    _ path: String, _ body: JSON = [:], as person: TestPerson? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.put, path, body, as: person, headers: headers)
  }

  /// Changes some fields.
  @discardableResult
  public func patch(
    _ path: String, _ body: JSON, as person: TestPerson? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.patch, path, body, as: person, headers: headers)
  }

  /// Removes.
  @discardableResult
  public func delete(
    _ path: String, as person: TestPerson? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.delete, path, as: person, headers: headers)
  }
}
