import FieldhouseKit
import HTTPTypes

extension HTTPField.Name {
  /// The web app asks with `cookie` to get its session as a cookie that no script can read.
  static let session = HTTPField.Name("X-Fieldhouse-Session")!
}

/// Turns the token of an answer into the web app's session cookie.
enum SessionCookie {
  private static let seconds = 30 * 86_400

  /// The answer as the web app gets it; that of every other client is left as it is.
  /// - Parameter isSecure: whether people reach the host by https, so that the cookie goes no other way.
  static func apply(to response: RawResponse, of request: ServerRequest, isSecure: Bool) -> RawResponse {
    guard request.header(.session) == "cookie", response.status < 300 else { return response }
    if request.target == "/v1/auth/logout" { return set("", seconds: 0, response, isSecure) }
    guard request.target.hasPrefix("/v1/auth/"), case .object(var body) = try? JSON(parsing: response.body),
      let token = body["token"]?.string
    else { return response }
    body["token"] = nil
    var stripped = response
    stripped.body = []
    JSON.object(body).append(to: &stripped.body)
    return set(token, seconds: seconds, stripped, isSecure)
  }

  private static func set(
    _ token: String, seconds: Int, _ response: RawResponse, _ isSecure: Bool
  ) -> RawResponse {
    var response = response
    response.headers["set-cookie"] =
      "\(Credential.cookieName)=\(token); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)\(isSecure ? "; Secure" : "")"
    return response
  }
}
