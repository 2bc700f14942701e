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
    let gate: RouteGate
    /// The media types of bodies that the route reads.
    let bodyTypes: [String]
    let maximumBodyBytes: Int
    /// Whether the method only reads.
    let isSafe: Bool
    /// Whether an answer may be stored for an `Idempotency-Key`.
    let storesAnswers: Bool
    /// The cookies that the route is told of.
    let cookies: [String]
    /// Whether the cookies of its answers reach a browser.
    let mayUseCookies: Bool
    /// The code of a route that needs no transaction of the host.
    let plain: Route.Handler.Plain?

    init(_ mounted: MountedRoute, _ metrics: RequestMetrics) {
      self.mounted = mounted
      name = mounted.name
      parameterNames = mounted.route.parameterNames
      isForEveryone = mounted.route.access == .everyone
      gate = RouteGate()
      series = metrics.series(route: mounted.name, owner: mounted.owner)
      bodyTypes = mounted.route.bodyTypes
      maximumBodyBytes = Self.maximumBodyBytes(of: mounted.route)
      isSafe = mounted.route.method == .get
      storesAnswers = mounted.route.storesAnswers
      cookies = mounted.mayUseCookies ? mounted.route.cookies : []
      mayUseCookies = mounted.mayUseCookies
      plain = mounted.route.handler.plain
    }

    /// Where no field is read, no more than an empty object is.
    private static func maximumBodyBytes(of route: Route) -> Int {
      if let bytes = route.maximumBodyBytes { return bytes }
      return route.bodyTypes != ["application/json"] || route.hasBodyFields ? HostResponder.maximumBodyBytes : 1024
    }
  }

  let table: RouteTable
  let openAPI: [UInt8]
  let openAPITag: String
  /// By the index that the table gives.
  let entries: [Entry]

  init(_ generation: HostGeneration, _ metrics: RequestMetrics) {
    table = generation.table
    openAPI = generation.openAPI
    openAPITag = generation.openAPITag
    entries = generation.table.routes.map { Entry($0, metrics) }
  }
}
