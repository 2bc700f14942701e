/// A cookie that an answer gives to the caller's browser. The host carries it out for the platform's own routes only: a
/// plugin's never reach a browser, so that no plugin can put a session of its own into one.
///
/// Over TLS the host adds `Secure` and a prefix to the name, `__Host-` where the path is `/` and else `__Secure-`: what
/// has one was set over TLS, and what has the first by this very host. It takes the prefix off again when it reads.
public struct Cookie: Sendable, Hashable {
  /// Which calls that other sites cause bring the cookie.
  public enum SameSite: String, Sendable, Hashable {
    /// None.
    case strict = "Strict"
    /// A link that is followed to this site.
    case lax = "Lax"
  }

  /// The name: letters, digits and `_`, without a prefix.
  public var name: String
  /// The value: visible ASCII without `;`, `,`, `"`, `\` and spaces; empty to remove the cookie.
  public var value: String
  /// The path under which the browser sends it.
  public var path: String
  /// How long the browser keeps it, in seconds; 0 removes it, a negative number keeps it until the browser is closed.
  public var seconds: Int
  /// Which calls that other sites cause bring it.
  public var sameSite: SameSite
  /// Whether no script of a page can read it.
  public var isHiddenFromScripts: Bool

  /// A cookie.
  public init(
    _ name: String, _ value: String, path: String = "/", seconds: Int, sameSite: SameSite = .lax,
    isHiddenFromScripts: Bool = true
  ) {
    self.name = name
    self.value = value
    self.path = path
    self.seconds = seconds
    self.sameSite = sameSite
    self.isHiddenFromScripts = isHiddenFromScripts
  }
}

/// The answer of a route together with the cookies that go with it.
public struct CookieAnswer<Output: RouteOutput>: Sendable {
  /// What is answered as JSON.
  public var output: Output
  /// The cookies, each with a name of its own.
  public var cookies: [Cookie]

  /// An answer.
  public init(_ output: Output, cookies: [Cookie] = []) {
    self.output = output
    self.cookies = cookies
  }
}
