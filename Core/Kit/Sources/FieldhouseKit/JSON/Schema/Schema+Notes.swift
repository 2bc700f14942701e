extension Schema {
  /// This schema with a description.
  public func described(_ text: String) -> Schema { with("description", .string(text)) }

  /// This schema with a default value, which is a note for forms: validation does not fill it in.
  public func withDefault(_ value: JSON) -> Schema { with("default", value) }

  /// This schema with an example.
  public func withExample(_ value: JSON) -> Schema {
    with("examples", .array((json["examples"]?.array ?? []) + [value]))
  }

  /// This schema with the exact text that is reported when the value does not satisfy it, in place of
  /// the texts of `SchemaViolation`; also when it is a required member that is missing.
  /// Stored as the keyword `x-message`.
  public func withMessage(_ text: String) -> Schema { with("x-message", .string(text)) }

  /// This schema with the exact text that is reported for one code of `SchemaViolation`, such as `required`
  /// or `too-long`. Stored under the keyword `x-messages`; it goes before `withMessage(_:)`.
  public func withMessage(_ text: String, for code: String) -> Schema {
    var messages = json["x-messages"]?.object ?? [:]
    messages[code] = .string(text)
    return with("x-messages", .object(messages))
  }

  /// The keyword of ``secret``.
  static let secretKeyword = "x-secret"

  /// This schema with the note that its value is a secret, such as a session's token: the host never stores an answer
  /// that holds it. Stored as the keyword `x-secret`.
  public var secret: Schema { with(Self.secretKeyword, true) }

  /// This object schema with a member's schema replaced. The member stays required or not; when it could be
  /// `null` before, it still can.
  ///
  /// A name that is not a member makes a schema that `CompiledSchema` refuses as `schema-underivable`.
  public func refining(_ name: String, _ schema: Schema) -> Schema {
    guard var properties = json["properties"]?.object, let old = properties[name] else {
      let near = closestMatch(to: name, in: json["properties"]?.object?.keys ?? [])
      let hint = near.map { " Did you mean `\($0)`?" } ?? ""
      return .underivable("There is no member `\(name)` to refine.\(hint)")
    }
    properties[name] = (Schema(old).allowsNull ? .nullable(schema) : schema).json
    return with("properties", .object(properties))
  }

  private var allowsNull: Bool {
    if json["type"]?.array?.contains("null") == true { return true }
    return json["anyOf"]?.array?.contains(["type": "null"]) == true
  }

  static let underivableKeyword = "x-underivable"

  /// A schema that cannot be compiled, and why.
  static func underivable(_ reason: String) -> Schema { Schema([underivableKeyword: .string(reason)]) }
}
