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
      self = .bearer(Credential.bearer(header) ?? "")
    } else if let token = Credential.cookie(cookie, of: request) {
      self = .cookie(token)
    } else {
      self = .none
    }
  }

  /// The token of an `Authorization` field; nil for another scheme (RFC 6750 § 2.1; the scheme in any case).
  private static func bearer(_ header: String) -> String? {
    let scheme = "bearer "
    guard header.utf8.starts(with: scheme.utf8, by: { $0 == $1 || $0 | 0x20 == $1 }) else { return nil }
    return String(header[header.utf8.index(header.startIndex, offsetBy: scheme.utf8.count)...].drop { $0 == " " })
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
    let isSame = isOrigin(request.header(.origin), of: request.authority, isSecure: request.isSecure)
    let type = request.mediaType ?? "application/json"
    let isUnlikeForm =
      !request.hasBody || ["application/json", "application/octet-stream"].contains(type) || type.hasPrefix("image/")
    guard isSame, isUnlikeForm else {
      throw Problem(
        status: 403, code: "foreign-origin", detail: "Calls with the session cookie must come from this site.")
    }
  }

  /// Whether an origin names the host and port that the client has asked for.
  /// - Parameter isSecure: whether the client is known to have come by https, so that no other scheme is the same.
  static func isOrigin(_ origin: String?, of authority: String?, isSecure: Bool) -> Bool {
    guard let origin = origin?.lowercased(), let authority = authority?.lowercased(), !authority.isEmpty else {
      return false
    }
    if origin.hasPrefix("https://") { return host(origin.dropFirst(8), 443) == host(authority[...], 443) }
    return !isSecure && origin.hasPrefix("http://") && host(origin.dropFirst(7), 80) == host(authority[...], 80)
  }

  /// Host and port, without the port that the scheme has anyway.
  private static func host(_ authority: Substring, _ port: Int) -> Substring {
    authority.hasSuffix(":\(port)") ? authority.dropLast(String(port).utf8.count + 1) : authority
  }
}
