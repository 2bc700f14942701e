import FieldhouseKit
import HTTPTypes

/// How a request says who it comes from.
enum Credential: Sendable {
  case none
  case bearer(String)
  case cookie(String)

  /// - Parameter cookie: the whole name of the cookie that counts as a token.
  init(_ request: ServerRequest, cookie: String) {
    if let header = request.header(.authorization) {
      let parts = header.split(separator: " ", maxSplits: 1)
      let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
      self = .bearer(isBearer ? String(parts[1]) : "")
    } else if let token = Credential.cookie(cookie, of: request) {
      self = .cookie(token)
    } else {
      self = .none
    }
  }

  /// The token, if there is one.
  var token: String? {
    switch self {
    case .none: nil
    case .bearer(let token), .cookie(let token): token
    }
  }

  /// Whether nobody is named.
  var isNone: Bool {
    if case .none = self { return true }
    return false
  }

  /// The value of a cookie that the request brings.
  static func cookie(_ name: String, of request: ServerRequest) -> String? {
    guard let header = request.header(.cookie) else { return nil }
    for pair in header.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name else { continue }
      return String(parts[1])
    }
    return nil
  }
}

/// The check that keeps other sites from using a person's cookie.
enum SameOrigin {
  /// - Throws: ``Problem`` 403 `foreign-origin` for an unsafe method from elsewhere, or with a media type that a form
  ///   can send.
  static func check(_ request: ServerRequest) throws {
    guard request.method != .get, request.method != .head else { return }
    let origin = request.header(.origin)
    let host = request.header(.host) ?? ""
    let isSame = origin == "http://\(host)" || origin == "https://\(host)"
    let type = request.mediaType ?? "application/json"
    let isUnlikeForm = !request.hasBody || type == "application/json" || type.hasPrefix("image/")
    guard isSame, isUnlikeForm else {
      throw Problem(
        status: 403, code: "foreign-origin", detail: "Calls with the session cookie must come from this site.")
    }
  }
}
