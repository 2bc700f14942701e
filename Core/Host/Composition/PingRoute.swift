import FieldhouseKit

/// The answer of `GET /v1/ping`.
struct Ping: RouteOutput, Decodable {
  /// Always `true`.
  var ok = true
}

/// The host's own smallest route: it tells clients and monitors that the interface is served, and what a round trip costs.
enum PingRoute {
  static func routes(_ routes: inout Routes) {
    routes.get("/ping", "Whether the interface is served", access: .everyone) { (_: NoInput, _) in Ping() }
  }
}
