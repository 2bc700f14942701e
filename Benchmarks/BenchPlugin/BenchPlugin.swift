import FieldhouseKit

/// What a plugin can cost at least: a route that does nothing, single rows, and scores.
struct BenchPlugin: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func routes(_ routes: inout Routes) {
    routes.get("/trivial", "Answers at once", access: .everyone) { (_: NoInput, _) in Trivial() }
    rowRoutes(&routes)
    scoreRoutes(&routes)
    rightsRoutes(&routes)
    liveRoutes(&routes)
    groupRoutes(&routes)
  }
}

/// `{"ok": true}`, the same as the host's own `/v1/ping`.
struct Trivial: RouteOutput, Decodable {
  var ok = true
}

/// The entry point.
@c(bench_plugin)
public func benchPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(BenchPlugin.self) }
