import FieldhouseKit
import Foundation
import HTTPTypes
import NIOCore
import Synchronization

/// Stands before a host that is not for everybody, such as one for tests: whoever has not shown its password sees
/// nothing of it but a page that asks for it. Who watches over the host, at `/livez` and `/readyz`, need not show it.
public final class AccessGate: ServerResponder {
  /// What the page says.
  public struct Words: Sendable {
    let title, label, button, wrong: String

    /// - Parameters:
    ///   - label: of the field for the password.
    ///   - wrong: that the password is another one.
    public init(title: String, label: String, button: String, wrong: String) {
      (self.title, self.label, self.button, self.wrong) = (title, label, button, wrong)
    }
  }

  /// The field in which programs show the password.
  static let field = HTTPField.Name("Fieldhouse-Access")!
  static let cookie = "fieldhouse-access"
  /// So many wrong passwords are taken within a minute, of all callers together.
  static let mostWrong = 30
  private static let open: Set<Substring> = ["/livez", "/readyz"]

  private let responder: HostResponder
  private let password: String
  private let proof: String
  private let words: @Sendable (_ language: String) -> Words
  private let wrong = Mutex<(until: NIODeadline, count: Int)>((.now(), 0))

  /// - Parameters:
  ///   - proof: what a browser keeps once the password was shown in it; it must not tell the password.
  ///   - words: the page's words in a language.
  public init(
    _ responder: HostResponder, password: String, proof: String, words: @escaping @Sendable (String) -> Words
  ) {
    (self.responder, self.password, self.proof, self.words) = (responder, password, proof, words)
  }

  public func respond(to request: ServerRequest) async throws -> ServerResponse {
    let path = request.target.prefix { $0 != "?" }
    if Self.open.contains(path) || isLetIn(request) { return try await responder.respond(to: request) }
    if path == "/access", request.method == .post { return try await judged(request) }
    let wantsPage = request.header(.accept)?.contains("text/html") == true
    return wantsPage ? page(request, .unauthorized) : refusal()
  }

  public func mayUseReserve(_ request: ServerRequest) async -> Bool { await responder.mayUseReserve(request) }

  private func isLetIn(_ request: ServerRequest) -> Bool {
    if let shown = request.header(Self.field) { return take(shown) }
    let pairs = (request.header(.cookie) ?? "").split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
    return pairs.contains { Self.isEqual(String($0), "\(Self.cookie)=\(proof)") }
  }

  /// Whether a password is the right one; none is while too many were wrong.
  private func take(_ shown: String) -> Bool {
    wrong.withLock { wrong in
      if NIODeadline.now() >= wrong.until { wrong = (.now() + .minutes(1), 0) }
      guard wrong.count < Self.mostWrong else { return false }
      let isRight = Self.isEqual(shown, password)
      if !isRight { wrong.count += 1 }
      return isRight
    }
  }

  private func judged(_ request: ServerRequest) async throws -> ServerResponse {
    let form = String(buffer: try await request.body(upTo: 4096))
    let shown = form.split(separator: "&").first { $0.hasPrefix("password=") }?.dropFirst("password=".count)
    let text = shown.flatMap { $0.replacing("+", with: " ").removingPercentEncoding } ?? ""
    guard take(text) else { return page(request, .forbidden) }
    let secure = request.isSecure || responder.services.isSecure ? "; Secure" : ""
    var fields = HTTPFields()
    fields[.location] = "/"
    fields[.cacheControl] = "no-store"
    fields[.setCookie] = "\(Self.cookie)=\(proof); Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax\(secure)"
    return ServerResponse(status: .seeOther, headers: fields)
  }

  private func refusal() -> ServerResponse {
    let problem = Problem(
      status: 401, code: "access-password-needed",
      detail: "This host is not for everybody. Show its password in the field Fieldhouse-Access.")
    return ServerResponse(ProblemDocument.response(problem, requestID: ""), requestID: "")
  }

  private func page(_ request: ServerRequest, _ status: HTTPResponse.Status) -> ServerResponse {
    let language = responder.language(of: request)
    let words = words(language)
    let error = status == .forbidden ? "<p role=\"alert\">\(Self.escaped(words.wrong))</p>" : ""
    let direction = ["ar", "fa", "he", "ur"].contains(language.prefix { $0 != "-" }) ? "rtl" : "ltr"
    let text = """
      <!doctype html>
      <html lang="\(language)" dir="\(direction)">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex"><title>\(Self.escaped(words.title))</title></head>
      <body><main><h1>\(Self.escaped(words.title))</h1>\(error)<form method="post" action="/access">
      <p><label for="password">\(Self.escaped(words.label))</label></p>
      <p><input id="password" name="password" type="password" autocomplete="current-password" required></p>
      <p><button type="submit">\(Self.escaped(words.button))</button></p></form></main></body>
      </html>

      """
    var fields = HTTPFields()
    fields[.contentType] = "text/html; charset=utf-8"
    fields[.cacheControl] = "no-store"
    fields[.contentSecurityPolicy] = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    return ServerResponse(status: status, headers: fields, body: .array(Array(text.utf8)))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Compares in a time that does not depend on where the texts differ.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
