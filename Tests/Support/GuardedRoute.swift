public import FieldhouseKit

/// A route that asks for a permission in a thing, as the description of the interface says.
public struct GuardedRoute: Sendable {
  /// In upper case.
  public let method: String
  /// With the names of its parameters in braces.
  public let path: String
  /// The permission's name.
  public let permission: String
  /// The parameter that names the thing.
  public let parameter: String

  /// What a test calls it.
  public var name: String { "\(method) \(path)" }

  /// The path for a thing, with a query that no route reads where there is no body: who is let in is told so, and nothing is done.
  public func target(_ thing: String) -> String {
    let filled = path.replacing(/\{(\w+)\}/) { String($0.1) == parameter ? thing : "unknown" }
    return body == nil ? "\(filled)?no-such-key=1" : filled
  }

  /// A body that no route takes; nil where there is none.
  public var body: JSON? { ["POST", "PUT", "PATCH"].contains(method) ? ["noSuchKey": true] : nil }

  /// Those below a path whose thing has this parameter.
  public static func all(of document: JSON, below prefix: String, parameter: String) -> [GuardedRoute] {
    (document["paths"]?.object ?? [:]).filter { $0.key.hasPrefix(prefix) }.flatMap { path, operations in
      (operations.object ?? [:]).compactMap { method, operation -> GuardedRoute? in
        let access = operation["x-access"]?.string ?? ""
        guard let found = access.wholeMatch(of: /permission (\S+) in \{(\w+)\}/), found.2 == parameter else {
          return nil
        }
        return GuardedRoute(
          method: method.uppercased(), path: path, permission: String(found.1), parameter: parameter)
      }
    }
  }
}
