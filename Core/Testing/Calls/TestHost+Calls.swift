import FieldhouseHTTP
import FieldhouseHost
public import FieldhouseKit

// Requests, which go the way of those that a listener takes in: who is not let in there gets the same refusal here.
extension TestHost {
  /// The address that requests of nobody come from.
  private static let stranger = "192.0.2.1"

  /// Sends a request, which is read, refused and answered as by a host's listener: for a path that does not begin with a slash
  /// or is not percent-encoded, too long a head, a host that is not served.
  /// - Parameters:
  ///   - path: the whole path with its query, percent-encoded, such as `/v1/corner-quiz/entries?limit=5`.
  ///   - body: sent as `application/json`; nil sends none.
  ///   - person: who calls; nil is nobody.
  ///   - idempotencyKey: names the request, so that it is done once however often it is sent.
  ///   - headers: further header fields, which replace those that follow from the rest.
  /// - Returns: the answer, whatever its status.
  /// - Throws: ``TestHostError`` for what cannot stand in a request: a line break in the path, a name or value that no header
  ///   field can have, another length than the body's.
  @discardableResult
  public func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as person: TestPerson? = nil,
    idempotencyKey: String? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await send(
      method, path, body.map { Array($0.serialized().utf8) }, "application/json", as: person,
      idempotencyKey: idempotencyKey, headers: headers)
  }

  /// Sends a file as the body of a request, such as a picture.
  /// - Parameters:
  ///   - type: the media type, such as `image/png`.
  ///   - person: who calls; nil is nobody.
  /// - Returns: the answer, whatever its status.
  /// - Throws: as ``call(_:_:_:as:idempotencyKey:headers:)``.
  @discardableResult
  public func upload(
    _ path: String, _ bytes: [UInt8], type: String, as person: TestPerson? = nil
  ) async throws -> TestReply {
    try await send(.put, path, bytes, type, as: person, idempotencyKey: nil, headers: [:])
  }

  func send(
    _ method: FieldhouseKit.Method, _ path: String, _ body: [UInt8]?, _ type: String, as person: TestPerson?,
    idempotencyKey: String?, headers: [String: String]
  ) async throws -> TestReply {
    var fields: [String: String] = ["host": listening.allowedHosts.min() ?? "localhost"]
    if body != nil { fields["content-type"] = type }
    if let person, !person.token.isEmpty { fields["authorization"] = "Bearer \(person.token)" }
    if let idempotencyKey { fields["idempotency-key"] = idempotencyKey }
    for (name, value) in headers { fields[name.lowercased()] = value }
    let request = try TestRequest(method.name, path, fields, body: body)
    return try await answer(to: request, from: person?.address ?? Self.stranger)
  }

  private func answer(to request: TestRequest, from address: String) async throws -> TestReply {
    let taken: ServerRequest
    do {
      let head = try request.read(listening.limits)
      taken = try ServerRequest(head: head, body: request.body, remoteHost: address, listening)
    } catch {
      return TestReply(ServerResponse(error, body: listening.problem(error)))
    }
    return TestReply(try await application.responder.respond(to: taken))
  }

  /// What the host's listener would be told.
  var listening: ListenerConfiguration { application.listening(at: .tcp(host: "127.0.0.1", port: 0)) }

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
    _ path: String, _ body: JSON = [:], as person: TestPerson? = nil, idempotencyKey: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.put, path, body, as: person, idempotencyKey: idempotencyKey, headers: headers)
  }

  /// Changes some fields.
  @discardableResult
  public func patch(
    _ path: String, _ body: JSON, as person: TestPerson? = nil, idempotencyKey: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.patch, path, body, as: person, idempotencyKey: idempotencyKey, headers: headers)
  }

  /// Removes.
  @discardableResult
  public func delete(
    _ path: String, as person: TestPerson? = nil, idempotencyKey: String? = nil, headers: [String: String] = [:]
  ) async throws -> TestReply {
    try await call(.delete, path, as: person, idempotencyKey: idempotencyKey, headers: headers)
  }
}
