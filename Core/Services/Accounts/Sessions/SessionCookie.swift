internal import FieldhouseKit

extension Accounts {
  /// The cookie that holds the web app's session: its value counts as a token.
  public static var sessionCookie: String { SessionCookie.name }
}

/// The web app's session as a cookie that no script reads.
enum SessionCookie {
  static let name = "fieldhouse_session"
  /// A cookie beside it that is there where the browser shall forget the session when it is closed.
  static let brief = "fieldhouse_brief"
  /// What routes that sign in or out read and set.
  static let names = [name, brief]

  /// What the browser keeps as long as the session lasts when it is not used, or until it is closed.
  static func holding(_ token: String, seconds: Int, untilClosed: Bool) -> Cookie {
    Cookie(name, token, seconds: untilClosed ? -1 : seconds)
  }

  /// The cookies of somebody who has signed in.
  /// - Parameter untilClosed: whether the browser forgets them when it is closed, instead of when the session has not
  ///   been used for so long that it ends.
  static func arrived(_ token: String, seconds: Int, untilClosed: Bool, for call: Call) -> [Cookie] {
    let session = holding(token, seconds: seconds, untilClosed: untilClosed)
    if untilClosed { return [session, Cookie(brief, "1", seconds: -1)] }
    return [session] + forgotten(by: call)
  }

  /// What takes the session out of the browser.
  static func ended(for call: Call) -> [Cookie] { [Cookie(name, "", seconds: 0)] + forgotten(by: call) }

  private static func forgotten(by call: Call) -> [Cookie] {
    call.cookies[brief] == nil ? [] : [Cookie(brief, "", seconds: 0)]
  }
}

extension CookieAnswer {
  /// The answer to somebody who has signed in: with the token, or without it where the browser keeps it as a cookie.
  /// - Parameter untilClosed: whether the browser forgets the cookie when it is closed.
  init(
    _ arrival: Arrivals.Arrival, for call: Call, untilClosed: Bool = false, _ make: (_ token: String?) -> Output
  ) {
    if call.wantsSessionCookie {
      let cookies = SessionCookie.arrived(
        arrival.token.text, seconds: arrival.seconds, untilClosed: untilClosed, for: call)
      self.init(make(nil), cookies: cookies)
    } else {
      self.init(make(arrival.token.text))
    }
  }
}
