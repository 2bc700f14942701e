import FieldhouseKit

/// A generation while it serves: one reference for a request to hold.
final class ServingGeneration: Sendable {
  /// A route with what every request needs of it, found once.
  final class Entry: Sendable {
    let mounted: MountedRoute
    let name: String
    let parameterNames: [String]
    let isForEveryone: Bool
    let series: RouteSeries
    let takesBody: Bool
    let maximumBodyBytes: Int
    /// The cookie that the route is told of.
    let cookie: String?
    /// The code of a route that needs no transaction of the host.
    let plain: Route.Handler.Plain?

    init(_ mounted: MountedRoute, _ metrics: RequestMetrics) {
      self.mounted = mounted
      name = mounted.name
      parameterNames = mounted.route.parameterNames
      isForEveryone = mounted.route.access == .everyone
      series = metrics.series(route: mounted.name, owner: mounted.owner)
      takesBody = mounted.route.method.hasBody
      maximumBodyBytes = mounted.route.maximumBodyBytes ?? HostResponder.maximumBodyBytes
      cookie = mounted.route.cookie
      plain = mounted.route.handler.plain
    }
  }

  let table: RouteTable
  let openAPI: [UInt8]
  /// By the index that the table gives.
  let entries: [Entry]

  init(_ generation: HostGeneration, _ metrics: RequestMetrics) {
    table = generation.table
    openAPI = generation.openAPI
    entries = generation.table.routes.map { Entry($0, metrics) }
  }
}
