/// A JSON Schema (dialect 2020-12) as a value.
///
/// The builders cover what plugins need; `CompiledSchema` lists the keywords that are understood.
public struct Schema: Sendable, Hashable {
  /// The schema's document: an object, `true` or `false`.
  public var json: JSON

  /// Takes a document as it is; `CompiledSchema` reports what is wrong with it.
  public init(_ json: JSON) { self.json = json }

  /// What a text must look like, for the keyword `format`. All are checked, not only noted.
  public enum Format: String, Sendable, CaseIterable {
    /// RFC 3339 date and time with offset.
    case dateTime = "date-time"
    /// RFC 3339 full date.
    case date
    /// An address such as RFC 5321 allows.
    case email
    /// RFC 3986, with a scheme.
    case uri
    /// RFC 9562.
    case uuid
    /// Four numbers from 0 to 255.
    case ipv4
    /// A whole number that fits 32 bits.
    case int32
    /// A whole number that fits 64 bits.
    case int64
  }

  /// This schema with a keyword set, or removed by nil.
  public func with(_ keyword: String, _ value: JSON?) -> Schema {
    var members = json.object ?? [:]
    members[keyword] = value
    return Schema(.object(members))
  }
}

extension Schema: Codable {
  /// Reads the document.
  public init(from decoder: any Decoder) throws { self.init(try JSON(from: decoder)) }
  /// Writes the document.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
