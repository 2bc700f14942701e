internal import FieldhouseKit

/// The routes of the code are those of the manifest, and the permissions they ask for are declared.
struct RouteComparison {
  let plugin: CheckedPlugin
  let routes: [Route]

  func problems() -> [ManifestProblem] {
    undeclared + missing + repeated + routes.compactMap(permission) + routes.flatMap(unusable)
  }

  private var declared: [RouteDeclaration] { plugin.manifest.contributions.routes }

  private var undeclared: [ManifestProblem] {
    let known = Set(declared)
    return routes.map(\.declaration).filter { !known.contains($0) }.map { route in
      plugin.source.problem(
        .routeUndeclared, at: ["contributions", "routes"], "The code has the route \(route), the manifest does not.",
        found: "no \"\(route)\"", expected: "\"\(route)\"",
        remedy: closestMatch(to: route.description, in: declared.map(\.description))
          .map { "Add it; or did you mean \"\($0)\"?" } ?? "Add it to the manifest.")
    }
  }

  private var missing: [ManifestProblem] {
    let offered = Set(routes.map(\.declaration))
    return declared.enumerated().filter { !offered.contains($0.element) }.map { index, route in
      plugin.source.problem(
        .routeMissing, at: JSONPointer(["contributions", "routes"]).appending(index),
        "The manifest has the route \(route), the code does not.", found: "\"\(route)\"",
        expected: "a route of the code", remedy: "Remove it from the manifest, or add it to the code.")
    }
  }

  /// Two routes of the code for the same requests, of which the manifest may have one: together they could not be served.
  private var repeated: [ManifestProblem] {
    let shapes = Dictionary(grouping: routes) { "\($0.method.name) \(PathShape.of($0.path))" }
    return shapes.values.filter { $0.count > 1 }.map { $0.map(\.declaration.description) }.sorted { $0[0] < $1[0] }.map
    {
      plugin.source.problem(
        .routeDuplicate, at: ["contributions", "routes"],
        "The code has \($0.count) routes for the same requests: \($0.joined(separator: ", ")).",
        found: $0.joined(separator: ", "), expected: "one of them", remedy: "Remove all but one from the code.")
    }
  }

  /// What a route takes or answers is described by a schema that cannot be used, e.g. one that refines a member that is
  /// not there: no call of it could be read.
  private func unusable(_ route: Route) -> [ManifestProblem] {
    [("input", route.input), ("answer", route.output)].compactMap { name, schema in
      guard let schema else { return nil }
      do throws(SchemaError) {
        _ = try CompiledSchema(schema)
        return nil
      } catch {
        return plugin.source.problem(
          .routeSchema, at: ["contributions", "routes"],
          "The \(name) of the route \(route.declaration) has no usable schema: \(error.message)",
          found: "\(error.pointer)", expected: "a schema that the host understands", remedy: "Mend it in the code.")
      }
    }
  }

  private func permission(_ route: Route) -> ManifestProblem? {
    guard let name = route.access.permission else { return nil }
    let rights = plugin.manifest.contributions.rights
    guard let declaration = rights.permission(name) else {
      return unknown(route, name, rights.permissions.map(\.name))
    }
    let parameter = route.access.scopeParameter
    let isRight = declaration.in == nil ? parameter == nil : parameter.map(route.parameterNames.contains) ?? false
    return isRight ? nil : scope(route, declaration)
  }

  private func unknown(_ route: Route, _ name: String, _ known: [String]) -> ManifestProblem {
    plugin.source.problem(
      .routePermissionUnknown, at: ["contributions", "permissions"],
      "The route \(route.declaration) asks for the permission \"\(name)\", which the manifest does not declare.",
      found: "no \"\(name)\"", expected: "\"\(name)\"",
      remedy: closestMatch(to: name, in: known).map { "Did you mean \"\($0)\"?" } ?? "Declare it.")
  }

  private func scope(_ route: Route, _ declaration: PermissionDeclaration) -> ManifestProblem {
    plugin.source.problem(
      .routePermissionScope, at: ["contributions", "permissions"],
      "The route \(route.declaration) asks for \"\(declaration.name)\", which applies to \(declaration.place).",
      found: route.access.scopeParameter.map { "in: \"\($0)\"" } ?? "no parameter",
      expected: declaration.in == nil ? "no parameter" : "a parameter of the path",
      remedy: "Change the declaration or the route's access.")
  }
}

extension Route {
  /// The route as a manifest names it.
  var declaration: RouteDeclaration { RouteDeclaration(method: method.name, path: path) }
}
