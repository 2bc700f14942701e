internal import FieldhouseKit

extension Routes {
  /// Adds routes that tell devices apart by their cookie. The good answers of those outside the host's transaction give
  /// a device that has none a new one.
  mutating func addMarking(_ own: Routes) {
    for var route in own.all {
      route.cookies.append(Device.cookie)
      if let plain = route.handler.plain { route.handler = Route.Handler(plain: Self.marking(plain)) }
      add(route)
    }
  }

  private static func marking(_ plain: @escaping Route.Handler.Plain) -> Route.Handler.Plain {
    { request, call in
      if let cookie = call.cookies[Device.cookie], Device.isSecret(cookie) { return try await plain(request, call) }
      let secret = SessionToken.random().text
      let marked = Call(
        principal: call.principal, now: call.now, language: call.language, requestID: call.requestID,
        remoteAddress: call.remoteAddress, cookies: call.cookies.merging([Device.cookie: secret]) { $1 },
        wantsSessionCookie: call.wantsSessionCookie)
      var response = try await plain(request, marked)
      response.cookies.append(Cookie(Device.cookie, secret, path: "/v1/auth", seconds: Device.seconds))
      return response
    }
  }
}
