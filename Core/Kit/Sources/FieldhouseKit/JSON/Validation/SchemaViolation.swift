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
  /// What a sentence of another language says beside the code: `least` and `most` are the bounds that are allowed, `found` is how
  /// many characters, items or members there are, `step` what a number is a multiple of. Empty where the code says all, and for
  /// bounds that are excluded themselves.
  public let values: [String: JSON]

  /// Makes a violation without values.
  public init(pointer: JSONPointer, code: String, detail: String) {
    self.init(pointer: pointer, code: code, detail: detail, values: [:])
  }

  /// Makes a violation.
  public init(pointer: JSONPointer, code: String, detail: String, values: [String: JSON]) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
    self.values = values
  }

  /// Reads a violation; one without `values`, as Kit 1.0 wrote it, has none.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    pointer = try members.decode(JSONPointer.self, forKey: .pointer)
    code = try members.decode(String.self, forKey: .code)
    detail = try members.decode(String.self, forKey: .detail)
    values = try members.decodeIfPresent([String: JSON].self, forKey: .values) ?? [:]
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
