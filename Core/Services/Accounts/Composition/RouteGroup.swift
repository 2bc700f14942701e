internal import FieldhouseKit

/// Some routes of accounts, with the parts that they use and no others.
protocol RouteGroup: Sendable {
  /// Adds the routes, below `/v1`.
  func declare(_ routes: inout Routes)
}
