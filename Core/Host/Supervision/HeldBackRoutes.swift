import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit

extension HeldBackPlugin {
  /// What a plugin answers that is kept out: that it is.
  var mountedRoutes: [MountedRoute] {
    let problem = Problem.unavailable(
      "plugin-quarantined", "This part is out of service until its operator has looked after it.",
      retryAfterSeconds: 60)
    return routes.compactMap { declaration in
      guard let route = Route(refusing: declaration, with: problem) else { return nil }
      return MountedRoute(owner: id, prefix: "/v1/\(area)", route: route, gate: { problem })
    }
  }
}

extension Route {
  init?(refusing declaration: RouteDeclaration, with problem: Problem) {
    guard let method = Method(name: declaration.method) else { return nil }
    self.init(
      method: method, path: declaration.path, summary: "Out of service", access: .everyone, input: .object([]),
      output: nil, status: 204, problems: [problem], handler: Handler(plain: { _, _ in throw problem }))
    input = .object(parameterNames.map { ($0, .string()) }, required: parameterNames)
  }
}
