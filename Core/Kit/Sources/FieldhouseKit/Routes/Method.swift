/// The method of a route.
public struct Method: Sendable, Hashable, CustomStringConvertible {
  /// The name in upper case.
  public let name: String
  private init(_ name: String) { self.name = name }

  /// Reads.
  public static var get: Method { Method("GET") }
  /// Creates or acts; takes an `Idempotency-Key`.
  public static var post: Method { Method("POST") }
  /// Replaces; may be repeated.
  public static var put: Method { Method("PUT") }
  /// Changes some fields.
  public static var patch: Method { Method("PATCH") }
  /// Removes; may be repeated.
  public static var delete: Method { Method("DELETE") }

  /// A method by its name in upper case; nil for one that routes cannot have.
  public init?(name: String) {
    guard ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(name) else { return nil }
    self.name = name
  }

  /// Whether the input's fields beside the path come from the body (else from the query).
  public var hasBody: Bool { name == "POST" || name == "PUT" || name == "PATCH" }
  public var description: String { name }
}
