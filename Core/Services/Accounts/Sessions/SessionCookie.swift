internal import FieldhouseKit

extension Accounts {
  /// The cookie that holds the web app's session: its value counts as a token.
  public static var sessionCookie: String { SessionCookie.name }
}

/// The web app's session as a cookie that no script reads.
enum SessionCookie {
  static let name = "fieldhouse_session"

  /// What the browser keeps as long as the session lasts when it is not used.
  static func holding(_ token: String, seconds: Int) -> Cookie { Cookie(name, token, seconds: seconds) }

  /// What takes it out of the browser.
  static let ended = Cookie(name, "", seconds: 0)
}

extension CookieAnswer {
  /// The answer to somebody who has signed in: with the token, or without it where the browser keeps it as a cookie.
  init(_ arrival: Arrivals.Arrival, for call: Call, _ make: (_ token: String?) -> Output) {
    if call.wantsSessionCookie {
      let cookie = SessionCookie.holding(arrival.token.text, seconds: arrival.seconds)
      self.init(make(nil), cookies: [cookie])
    } else {
      self.init(make(arrival.token.text))
    }
  }
}
