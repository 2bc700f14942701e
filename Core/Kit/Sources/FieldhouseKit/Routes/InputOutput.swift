/// What a route takes: one type whose fields come from the path (where the template names them) and, for the rest,
/// from the body (POST, PUT, PATCH) or the query (GET, DELETE). Its schema says which values are allowed; everything
/// else is answered 422 with all mistakes before the handler runs.
public protocol RouteInput: Decodable, Sendable, Described {}

/// What a route answers, as JSON. Its schema follows from its properties where it is `Decodable`, too, as ``Described`` says; otherwise it
/// writes one.
public protocol RouteOutput: Encodable, Sendable, Described {}

/// The input of a route that takes none.
public struct NoInput: RouteInput {
  static let instance = NoInput()
  private init() {}
  public init(from decoder: any Decoder) throws {}
  /// No fields.
  public static var schema: Schema { .object([]) }
}

/// The output of a route that answers 204.
public struct NoContent: RouteOutput {
  /// Nothing.
  public init() {}
  /// Nothing.
  public static var schema: Schema { .any }
}

/// A page of a list.
public struct Page<Item: RouteOutput>: RouteOutput {
  /// The items, in the list's order.
  public var items: [Item]
  /// The `after` of the next page; nil at the end.
  public var next: String?

  /// A page.
  public init(items: [Item], next: String? = nil) {
    self.items = items
    self.next = next
  }

  private enum CodingKeys: String, CodingKey { case items, next }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
  }

  /// `{"items": […], "next": "…" | null}`.
  public static var schema: Schema {
    .object(
      [("items", .array(of: Item.schema)), ("next", .nullable(.string()))], required: ["items", "next"])
  }
}
