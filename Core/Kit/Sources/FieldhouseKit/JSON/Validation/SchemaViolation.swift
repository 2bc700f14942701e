/// One way in which a value does not satisfy a schema.
///
/// The codes: `type`, `enum`, `const`, `minimum`, `maximum`, `multiple-of`, `too-short`, `too-long`, `pattern`,
/// `format`, `too-few-items`, `too-many-items`, `duplicate-item`, `required`, `unknown-key`, `key-name`,
/// `too-few-keys`, `too-many-keys`, `not-allowed`, `any-of`, `one-of`, `not`, `too-deep`.
public struct SchemaViolation: Sendable, Hashable, Codable {
  /// The value that is wrong; for a missing or unknown member, that member.
  public let pointer: JSONPointer
  /// The stable code.
  public let code: String
  /// A sentence with what was found, what is expected and how to mend it, or the schema's own message.
  /// It never repeats a text that was found, except one that is not in an `enum`, and
  /// the name of an unknown member.
  public let detail: String

  /// Makes a violation.
  public init(pointer: JSONPointer, code: String, detail: String) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
  }
}

extension SchemaViolation: CustomStringConvertible {
  /// The pointer, the detail and the code.
  public var description: String { "\(pointer == .root ? "" : "\(pointer): ")\(detail) (\(code))" }
}

/// A schema that cannot be used.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable code: `schema-keyword-unsupported`, `schema-keyword-value`, `schema-pattern`, `schema-format`,
  /// `schema-reference`, `schema-reference-cycle`, `schema-too-deep` or `schema-underivable`.
  public let code: String
  /// The place in the schema's document.
  public let pointer: JSONPointer
  /// A sentence with what was found and what is expected.
  public let message: String
  /// The pointer and the message.
  public var description: String { "\(pointer == .root ? "" : "\(pointer): ")\(message) (\(code))" }
}
