internal import FieldhouseKit

extension Accounts {
  /// Adds routes that tell devices apart by their cookie. The good answers of those outside the host's transaction give
  /// a device that has none a new one.
  func addMarking(_ own: Routes, to routes: inout Routes) {
    for var route in own.all {
      route.cookie = Device.cookie
      if let plain = route.handler.plain { route.handler = Route.Handler(plain: marking(plain)) }
      routes.add(route)
    }
  }

  private func marking(_ plain: @escaping Route.Handler.Plain) -> Route.Handler.Plain {
    let secure = context.settings.publicURL.hasPrefix("https:") ? "; Secure" : ""
    let attributes = "Path=/v1/auth; HttpOnly; SameSite=Lax; Max-Age=\(Device.seconds)\(secure)"
    return { request, call in
      if let cookie = call.cookie, Device.isSecret(cookie) { return try await plain(request, call) }
      let secret = SessionToken.random().text
      let marked = Call(
        principal: call.principal, now: call.now, language: call.language, requestID: call.requestID,
        remoteAddress: call.remoteAddress, cookie: secret)
      var response = try await plain(request, marked)
      // A session's cookie goes first; the device gets its own with another answer.
      if response.headers["set-cookie"] == nil {
        response.headers["set-cookie"] = "\(Device.cookie)=\(secret); \(attributes)"
      }
      return response
    }
  }
}
