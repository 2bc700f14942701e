/// A schema made ready to check values; safe to share between tasks.
///
/// Understood are `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `patternProperties`,
/// `propertyNames`, `minProperties`, `maxProperties`, `items`, `prefixItems`, `minItems`, `maxItems`,
/// `uniqueItems`, `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`, `minLength`,
/// `maxLength`, `pattern`, `format` (those of `Schema.Format`), `allOf`, `anyOf`, `oneOf`, `not`, `if`, `then`,
/// `else` and local `$ref`. Notes (`title`, `description`, `default`, `examples`, `deprecated`, `readOnly`,
/// `writeOnly`, `contentEncoding`, `contentMediaType`, `$comment`, `$defs`, `x-…`, and at the root `$schema`
/// and `$id`) do not check anything. Every other keyword is refused, so that none is silently ignored.
///
/// A keyword's value is what JSON Schema 2020-12 says it must be: names in `required` and `type` stand there once, or the
/// schema is refused. An `enum` only should have a value: one without is a schema that no value satisfies.
public struct CompiledSchema: Sendable {
  /// The schema this was made of.
  public let schema: Schema
  private let nodes: [SharedSchemaNode]

  /// Prepares a schema.
  ///
  /// - Parameter root: The document in which `$ref` is looked up, when the schema is a part of it; otherwise
  ///   the schema itself.
  /// - Throws: `SchemaError` for an unknown keyword, a keyword with a wrong value, a reference that leads
  ///   nowhere or only back to itself.
  public init(_ schema: Schema, root: JSON? = nil) throws(SchemaError) {
    self.schema = schema
    var compiler = SchemaCompiler(schema: schema.json, root: root)
    nodes = try compiler.compile().map(SharedSchemaNode.init)
  }

  /// What is wrong with the value; empty when it satisfies the schema. Of more than 200 mistakes the first ones.
  public func validate(_ value: JSON) -> [SchemaViolation] {
    var findings: [SchemaFinding] = []
    SchemaValidator(nodes: nodes).check(value, 0, 0, &findings)
    return findings.map(\.violation)
  }
}
