import FieldhouseKit
import HTTPTypes

extension HTTPField.Name {
  /// The web app asks with `cookie` to get its session as a cookie that no script can read.
  static let session = HTTPField.Name("X-Fieldhouse-Session")!
}

extension Cookie {
  /// What browsers call a cookie that was set over TLS, by this very host, for all of its paths (RFC 6265bis § 4.1.3).
  static let hostPrefix = "__Host-"
  /// What they call one that was set over TLS.
  static let securePrefix = "__Secure-"

  /// The line that sets it.
  /// - Parameter isSecure: whether people reach the host over TLS, so that the cookie goes no other way.
  func field(isSecure: Bool) -> HTTPField {
    let prefix = isSecure ? (path == "/" ? Self.hostPrefix : Self.securePrefix) : ""
    let hidden = isHiddenFromScripts ? "; HttpOnly" : ""
    let secure = isSecure ? "; Secure" : ""
    let age = seconds < 0 ? "" : "; Max-Age=\(seconds)"
    let attributes = "Path=\(path)\(hidden); SameSite=\(sameSite.rawValue)\(age)\(secure)"
    return HTTPField(name: .setCookie, value: "\(prefix)\(name)=\(value); \(attributes)")
  }
}

extension HostResponder {
  /// Whether a request has come over TLS, as far as people see.
  func isSecure(_ request: ServerRequest) -> Bool { services.isSecure || request.isSecure }

  /// Who a request says it comes from.
  func credential(of request: ServerRequest) -> Credential {
    Credential(request, cookie: isSecure(request) ? secureSessionCookie : services.sessionCookie)
  }

  /// Of some cookies those that a request brings. Over TLS only those that were set over TLS count.
  func cookies(_ names: [String], of request: ServerRequest) -> [String: String] {
    let prefixes = isSecure(request) ? [Cookie.hostPrefix, Cookie.securePrefix] : [""]
    var found: [String: String] = [:]
    for name in names {
      found[name] = prefixes.lazy.compactMap { Credential.cookie($0 + name, of: request) }.first
    }
    return found
  }
}
