public import Foundation

/// One request, as a handler sees it beside its typed input.
public final class Call: Sendable {
  /// Who calls; nil when nobody is signed in (only on routes for everyone).
  public let principal: Principal?
  /// The host clock's time when the request came in.
  public let now: Date
  /// The best language of the caller that the host has, a BCP 47 tag such as `en` or `ar`.
  public let language: String
  /// The id of the request in logs and in the answer's `X-Request-Id`.
  public let requestID: String
  /// The address of the client, without port.
  public let remoteAddress: String
  /// Of the cookies that the route names (``Route/cookies``) those that came, by name.
  public let cookies: [String: String]
  /// Whether the caller's browser wants its session as a cookie that no script reads, not as a token in the answer.
  public let wantsSessionCookie: Bool

  /// A call.
  public init(
    principal: Principal?, now: Date, language: String, requestID: String, remoteAddress: String,
    cookies: [String: String] = [:], wantsSessionCookie: Bool = false
  ) {
    self.cookies = cookies
    self.wantsSessionCookie = wantsSessionCookie
    self.principal = principal
    self.now = now
    self.language = language
    self.requestID = requestID
    self.remoteAddress = remoteAddress
  }

  /// The caller's account.
  /// - Throws: ``Problem`` 401 when nobody is signed in.
  public var account: Account {
    get throws {
      guard let principal else { throw Problem.unauthenticated() }
      return principal.account
    }
  }
}
