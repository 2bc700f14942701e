import FieldhouseKit
import HTTPTypes

/// How a request says who it comes from.
enum Credential: Sendable {
  case none
  case bearer(String)
  case cookie(String)

  /// The name of the web app's session cookie.
  static let cookieName = "fieldhouse_session"

  init(_ request: ServerRequest) {
    if let header = request.header(.authorization) {
      let parts = header.split(separator: " ", maxSplits: 1)
      let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
      self = .bearer(isBearer ? String(parts[1]) : "")
    } else if let token = request.header(.cookie).flatMap(Credential.sessionCookie) {
      self = .cookie(token)
    } else {
      self = .none
    }
  }

  /// Whether nobody is named.
  var isNone: Bool {
    if case .none = self { return true }
    return false
  }

  private static func sessionCookie(_ header: String) -> String? {
    for pair in header.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == cookieName else { continue }
      return String(parts[1])
    }
    return nil
  }
}

/// The check that keeps other sites from using a person's cookie.
enum SameOrigin {
  /// - Throws: ``Problem`` 403 `foreign-origin` for an unsafe method from elsewhere or with a form's media type.
  static func check(_ request: ServerRequest) throws {
    guard request.method != .get, request.method != .head else { return }
    let origin = request.header(.origin)
    let host = request.header(.host) ?? ""
    let isSame = origin == "http://\(host)" || origin == "https://\(host)"
    let isJSON = !request.hasBody || request.mediaType == "application/json" || request.mediaType == nil
    guard isSame, isJSON else {
      throw Problem(
        status: 403, code: "foreign-origin", detail: "Calls with the session cookie must come from this site.")
    }
  }
}
