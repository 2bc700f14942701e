import FieldhouseKit

/// What a process of the host serves, from its start to its end; another is served by another process.
public struct HostGeneration: Sendable {
  /// The routes.
  public let table: RouteTable
  /// The description of the interface, serialised once.
  public let openAPI: [UInt8]
  /// Its entity tag.
  let openAPITag: String

  /// A generation.
  /// - Throws: ``RouteConflict``.
  public init(routes: [MountedRoute], version: String) throws(RouteConflict) {
    table = try RouteTable(routes)
    var bytes: [UInt8] = []
    OpenAPIDocument.make(routes: routes, version: version).append(to: &bytes)
    openAPI = bytes
    openAPITag = "\"\(Fingerprint.of(["openapi.json"], bytes))\""
  }
}
