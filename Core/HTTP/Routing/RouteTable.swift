import FieldhouseKit

/// All routes of the host as a tree of path segments; made once for a generation, read without locks. Paths without
/// parameters are found with one look-up of the whole path.
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
    /// At most five methods with their routes: comparing them is faster than hashing.
    var routes: [(method: String, index: Int)] = []

    func route(_ method: String) -> Int? { routes.first { $0.method == method }?.index }
  }

  /// The routes, by the index a match gives.
  public let routes: [MountedRoute]
  private var nodes: [Node] = [Node()]
  private var fixed: [Substring: Int] = [:]

  /// A table of these routes.
  /// - Throws: ``RouteConflict`` when two routes answer the same requests.
  public init(_ routes: [MountedRoute]) throws(RouteConflict) {
    self.routes = routes
    for (index, route) in routes.enumerated() { try insert(route, index) }
  }

  private mutating func insert(_ route: MountedRoute, _ index: Int) throws(RouteConflict) {
    var node = 0
    let segments = Self.segments(route.path[...])
    for segment in segments { node = child(of: node, segment) }
    if let other = nodes[node].route(route.route.method.name) {
      throw RouteConflict(first: routes[other].name, second: route.name, owners: [routes[other].owner, route.owner])
    }
    nodes[node].routes.append((route.route.method.name, index))
    if !segments.contains(where: { $0.first == "{" }) { fixed[route.path[...]] = node }
  }

  /// The parts between slashes. Bytes are compared, since a slash is never a part of another character's UTF-8.
  private static func segments(_ path: Substring) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
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
    guard let node = fixed[path] ?? find(Self.segments(path)[...], from: 0, &parameters) else { return .none }
    if let index = nodes[node].route(method == "HEAD" ? "GET" : method) { return .route(index, parameters: parameters) }
    return .otherMethods(nodes[node].routes.map(\.method).sorted())
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
