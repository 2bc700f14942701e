internal import FieldhouseKit

/// A route as a manifest names it: `GET /matches/{match}`.
public struct RouteDeclaration: Sendable, Hashable, CustomStringConvertible {
  /// The method in upper case.
  public let method: String
  /// The template below the plugin's area.
  public let path: String

  /// A route from its parts.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  /// Method and path with a space between them; nil for another form.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Method(name: parts[0]) != nil, parts[1].hasPrefix("/") else { return nil }
    self.init(method: parts[0], path: parts[1])
  }

  /// Method and path.
  public var description: String { "\(method) \(path)" }

  /// The route with all parameters named alike: two routes of one shape are the same for a request.
  public var shape: String { "\(method) \(PathShape.of(path))" }

  /// The names of the path's parameters, in order.
  var parameters: [String] { PathShape.parameters(of: path) }
}

extension RouteDeclaration: Decodable {
  /// Reads `METHOD /path`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let route = RouteDeclaration(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "A route is a method and a path.")
    }
    self = route
  }
}
