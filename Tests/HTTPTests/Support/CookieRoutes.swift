import FieldhouseKit

@testable import FieldhouseHTTP

/// What a route was told of cookies.
struct CookiesSeen: RouteOutput, Codable {
  var cookies: [String: String]
  var wantsSessionCookie: Bool
  var caller: String?

  static var schema: Schema { .any }
}

/// The same routes twice: below `/v1/own` as the platform's, below `/v1/plugin` as a plugin's.
enum CookieRoutes {
  static var mounted: [MountedRoute] {
    var routes = Routes()
    routes.cookieAction("/cookies", "Sets three cookies", access: .everyone, cookies: ["session", "device"]) {
      (_: NoInput, call) in
      CookieAnswer(
        CookiesSeen(
          cookies: call.cookies, wantsSessionCookie: call.wantsSessionCookie, caller: call.principal?.account.id.text),
        cookies: [
          Cookie("session", "ada", seconds: 60),
          Cookie("device", "d", path: "/v1/own", seconds: 0, sameSite: .strict, isHiddenFromScripts: false),
          Cookie("brief", "1", seconds: -1),
        ])
    }
    let forging = Route(
      method: .post, path: "/forgery", summary: "Writes the field itself", access: .everyone, input: NoInput.schema,
      output: nil, status: 200,
      handler: Route.Handler(plain: { _, _ in
        RawResponse(
          status: 200, contentType: "text/plain",
          headers: ["set-cookie": "session=mallory", "Set-Cookie": "session=eve", "X-Other": "kept"], body: [65])
      }))
    routes.add(forging)
    return routes.all.map { MountedRoute(owner: "own", prefix: "/v1/own", route: $0, mayUseCookies: true) }
      + routes.all.map { MountedRoute(owner: "plugin", prefix: "/v1/plugin", route: $0) }
  }
}
