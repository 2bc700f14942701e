import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseHTTP

/// Tables and paths made by chance, against a search that looks at every route.
@Suite struct `Any table of routes` {
  private static let names = ["a", "b", "ab", "ü", "%61"]

  private static func mounted(_ method: FieldhouseKit.Method, _ path: String) -> MountedRoute {
    MountedRoute(
      owner: "tests", prefix: "",
      route: Route(
        method: method, path: path, summary: path, access: .everyone, input: .object([]), output: nil, status: 204,
        handler: Route.Handler(plain: { _, _ in RawResponse(status: 204) })))
  }

  private static func pattern(_ random: inout SeededRandom) -> String {
    "/"
      + (0..<(1 + random.next(below: 4))).map { place in
        random.next(below: 3) == 0 ? "{p\(place)}" : names[random.next(below: names.count)]
      }.joined(separator: "/")
  }

  /// The route that fits with the most fixed segments, the first ones counting most.
  private static func best(_ routes: [MountedRoute], _ segments: [Substring]) -> (
    shape: [Bool], routes: [MountedRoute]
  )? {
    let fitting = routes.compactMap { route -> (shape: [Bool], route: MountedRoute)? in
      let parts = route.path.split(separator: "/")
      guard parts.count == segments.count else { return nil }
      let shape = parts.map { $0.first != "{" }
      return zip(parts, zip(segments, shape)).allSatisfy { !$1.1 || $0 == $1.0 } ? (shape, route) : nil
    }
    let best = fitting.map(\.shape).max { zip($0, $1).first { $0 != $1 }?.1 == true }
    return best.map { shape in (shape, fitting.filter { $0.shape == shape }.map(\.route)) }
  }

  @Test func `finds what a look at every route finds`() throws {
    var random = SeededRandom(seed: 61)
    var (found, others) = (0, 0)
    for _ in 0..<150 {
      var routes: [MountedRoute] = []
      for _ in 0..<12 {
        let method: FieldhouseKit.Method = random.next(below: 2) == 0 ? .get : .post
        let route = Self.mounted(method, Self.pattern(&random))
        if (try? RouteTable(routes + [route])) != nil { routes.append(route) }
      }
      let table = try RouteTable(routes)
      for _ in 0..<40 {
        let segments = (0..<(1 + random.next(below: 4))).map { _ in
          (Self.names + ["c"])[random.next(below: Self.names.count + 1)][...]
        }
        let path = ["/", "//"][random.next(below: 2)] + segments.joined(separator: "/")
        let method = ["GET", "POST", "HEAD"][random.next(below: 3)]
        let best = Self.best(routes, segments)
        let wanted = best?.routes.first { $0.route.method.name == (method == "HEAD" ? "GET" : method) }
        switch table.match(method: method, path: path[...]) {
        case .none: #expect(best == nil, "\(path) in \(routes.map(\.name))")
        case .route(let index, let parameters):
          found += 1
          #expect(table.routes[index].name == wanted?.name, "\(method) \(path) in \(routes.map(\.name))")
          #expect(parameters == zip(segments, best?.shape ?? []).filter { !$0.1 }.map { $0.0 })
        case .otherMethods(let methods):
          others += 1
          #expect(wanted == nil && methods == best?.routes.map(\.route.method.name).sorted(), "\(path)")
        }
      }
    }
    #expect(found > 500 && others > 100)
  }
}
