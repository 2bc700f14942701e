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
    /// Few: comparing bytes is faster than hashing.
    var children: [(name: [UInt8], node: Int)] = []
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
    let segments = route.path.split(separator: "/")
    for segment in segments { node = child(of: node, segment) }
    if let other = nodes[node].route(route.route.method.name) {
      throw RouteConflict(first: routes[other].name, second: route.name, owners: [routes[other].owner, route.owner])
    }
    nodes[node].routes.append((route.route.method.name, index))
    if !segments.contains(where: { $0.first == "{" }) { fixed[route.path[...]] = node }
  }

  private mutating func child(of node: Int, _ segment: Substring) -> Int {
    let isParameter = segment.first == "{"
    let known =
      isParameter ? nodes[node].parameter : nodes[node].children.first { $0.name.elementsEqual(segment.utf8) }?.node
    if let known { return known }
    nodes.append(Node())
    if isParameter {
      nodes[node].parameter = nodes.count - 1
    } else {
      nodes[node].children.append((Array(segment.utf8), nodes.count - 1))
    }
    return nodes.count - 1
  }

  /// Finds the route of a request; fixed segments win over parameters.
  public func match(method: String, path: Substring) -> Match {
    var parameters: [Substring] = []
    guard let node = fixed[path] ?? find(path, &parameters) else { return .none }
    if let index = nodes[node].route(method == "HEAD" ? "GET" : method) { return .route(index, parameters: parameters) }
    return .otherMethods(nodes[node].routes.map(\.method).sorted())
  }

  private func find(_ path: Substring, _ parameters: inout [Substring]) -> Int? {
    var path = path
    var places: [Range<Int>] = []
    let node = path.withUTF8 { find(PathBytes(bytes: $0), from: 0, &places) }
    let start = path.utf8.startIndex
    parameters = places.map {
      path[path.utf8.index(start, offsetBy: $0.lowerBound)..<path.utf8.index(start, offsetBy: $0.upperBound)]
    }
    return node
  }

  /// Goes on at a node with the rest of a path; `places` are where the values of parameters stand.
  private func find(_ path: PathBytes, from node: Int, _ places: inout [Range<Int>]) -> Int? {
    guard let (segment, rest) = path.next else { return nodes[node].routes.isEmpty ? nil : node }
    if let child = nodes[node].children.first(where: { path.equals($0.name, at: segment) })?.node,
      let found = find(rest, from: child, &places)
    {
      return found
    }
    guard let child = nodes[node].parameter else { return nil }
    let count = places.count
    places.append(segment)
    if let found = find(rest, from: child, &places) { return found }
    places.removeSubrange(count...)
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
