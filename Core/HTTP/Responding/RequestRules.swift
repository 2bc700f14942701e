import FieldhouseKit
import Foundation
import HTTPTypes

extension HTTPField.Name {
  static let ifMatch = HTTPField.Name("If-Match")!
  static let ifUnmodifiedSince = HTTPField.Name("If-Unmodified-Since")!
}

/// Refuses what a request brings and nobody would read: dropped in silence it could change what the client meant.
/// `If-None-Match`, `If-Modified-Since` and `Range` may be ignored (RFC 9110 § 13.1, 14.2): they only spare bytes.
enum RequestRules {
  static let precondition = Problem.badRequest(
    "precondition-unsupported", "If-Match and If-Unmodified-Since are not supported here; leave them out.")
  static let unexpectedBody = Problem.badRequest("body-unexpected", "No body is read here; leave it out.")

  /// - Throws: ``Problem`` 400 `precondition-unsupported`.
  static func checkPreconditions(_ request: ServerRequest) throws {
    guard request.header(.ifMatch) == nil, request.header(.ifUnmodifiedSince) == nil else { throw precondition }
  }

  static let accountChanged = Problem.conflict(
    "account-changed", "Somebody else is signed in than the request is for; nothing was done.")

  /// What was entered for one account is never done by another, whoever has signed in on the device meanwhile.
  /// - Throws: ``Problem`` 401, 409 `account-changed`.
  static func checkAccount(_ request: ServerRequest, _ principal: Principal?) throws {
    guard let wanted = request.header(.account) else { return }
    guard let principal else { throw Problem.unauthenticated() }
    guard principal.account.id.text == wanted else { throw accountChanged }
  }

  /// Waits for the end of a body that must be empty; at its first byte it is refused.
  /// - Throws: ``Problem`` 400 `body-unexpected`.
  static func checkNoBody(_ request: ServerRequest) async throws {
    guard request.hasBody else { return }
    do { _ = try await request.body(upTo: 0) } catch ListenerFault.bodyTooLarge { throw unexpectedBody }
  }

  /// Looks at what the body is said to be, before any of it is read.
  /// - Throws: ``Problem`` 415 `unsupported-media-type`.
  static func checkType(of request: ServerRequest, _ types: [String]) throws {
    let coding = request.header(.contentEncoding)?.lowercased() ?? "identity"
    let field = request.header(.contentType).map(MediaTypeField.init)
    guard let field, types.contains(field.type), coding == "identity" else { throw unsupported(types) }
    guard field.type != "application/json" || field.isUTF8 else { throw unsupported(types) }
  }

  static func unsupported(_ types: [String]) -> Problem {
    let wanted = types.joined(separator: ", ")
    return Problem(
      status: 415, code: "unsupported-media-type",
      detail: types == ["application/json"]
        ? "Send the body as application/json, in UTF-8 and not compressed." : "Send the body as \(wanted).")
  }

  /// - Throws: ``Problem`` 422 when the query has parameters beyond these names, or one of them twice.
  static func checkQuery(_ query: String?, allows names: Set<String> = []) throws {
    var rest = names
    for pair in (query ?? "").split(separator: "&") {
      let name = String(pair.prefix { $0 != "=" })
      if rest.remove(name) != nil { continue }
      let shown = name.removingPercentEncoding ?? name
      let code = names.contains(name) ? "repeated" : "unknown-key"
      let near = closestMatch(to: shown, in: names.sorted()).map { "Did you mean `\($0)`?" } ?? "Remove it."
      throw Problem.invalid(
        JSONPointer([shown]).description, code,
        code == "repeated" ? "The parameter is given twice; give it once." : "The parameter is unknown. \(near)")
    }
  }
}
