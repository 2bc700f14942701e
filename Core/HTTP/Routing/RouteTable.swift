import FieldhouseKit

/// All routes of the host as a tree of path segments; made once for a generation, read without locks.
public struct RouteTable: Sendable {
  /// What a path leads to.
  public enum Match: Sendable {
    /// A route and the values of its path parameters, still percent-encoded.
    case route(Int, parameters: [Substring])
    /// Another method would do; the methods for `Allow`.
    case otherMethods([String])
    /// Nothing.
    case none
  }

  struct Node: Sendable {
    var children: [Substring: Int] = [:]
    var parameter: Int?
    var routes: [String: Int] = [:]
  }

  /// The routes, by the index a match gives.
  public let routes: [MountedRoute]
  private var nodes: [Node] = [Node()]

  /// A table of these routes.
  /// - Throws: ``RouteConflict`` when two routes answer the same requests.
  public init(_ routes: [MountedRoute]) throws(RouteConflict) {
    self.routes = routes
    for (index, route) in routes.enumerated() { try insert(route, index) }
  }

  private mutating func insert(_ route: MountedRoute, _ index: Int) throws(RouteConflict) {
    var node = 0
    for segment in route.path.split(separator: "/") { node = child(of: node, segment) }
    if let other = nodes[node].routes.updateValue(index, forKey: route.route.method.name) {
      throw RouteConflict(first: routes[other].name, second: route.name, owners: [routes[other].owner, route.owner])
    }
  }

  private mutating func child(of node: Int, _ segment: Substring) -> Int {
    let isParameter = segment.first == "{"
    if let existing = isParameter ? nodes[node].parameter : nodes[node].children[segment] { return existing }
    nodes.append(Node())
    if isParameter {
      nodes[node].parameter = nodes.count - 1
    } else {
      nodes[node].children[segment] = nodes.count - 1
    }
    return nodes.count - 1
  }

  /// Finds the route of a request; fixed segments win over parameters.
  public func match(method: String, path: Substring) -> Match {
    var parameters: [Substring] = []
    guard let node = find(path.split(separator: "/")[...], from: 0, &parameters) else { return .none }
    if let index = nodes[node].routes[method] { return .route(index, parameters: parameters) }
    if method == "HEAD", let index = nodes[node].routes["GET"] { return .route(index, parameters: parameters) }
    return .otherMethods(nodes[node].routes.keys.sorted())
  }

  private func find(_ segments: ArraySlice<Substring>, from node: Int, _ parameters: inout [Substring]) -> Int? {
    guard let segment = segments.first else { return nodes[node].routes.isEmpty ? nil : node }
    if let child = nodes[node].children[segment], let found = find(segments.dropFirst(), from: child, &parameters) {
      return found
    }
    guard let child = nodes[node].parameter else { return nil }
    let count = parameters.count
    parameters.append(segment)
    if let found = find(segments.dropFirst(), from: child, &parameters) { return found }
    parameters.removeSubrange(count...)
    return nil
  }
}

/// Two routes that answer the same requests.
public struct RouteConflict: Error, Sendable, CustomStringConvertible {
  /// The name of the one that was there.
  public let first: String
  /// The name of the one that came.
  public let second: String
  /// The owners of both.
  public let owners: [String]
  public var description: String { "\(second) of \(owners[1]) answers the same requests as \(first) of \(owners[0])." }
}
