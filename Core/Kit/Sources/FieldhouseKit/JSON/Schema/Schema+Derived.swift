extension Schema {
  /// The schema of what the type decodes, found by decoding it from a recorder.
  ///
  /// Members decoded by `decode` are required; those decoded by `decodeIfPresent` are not and may be `null`.
  /// Unknown members are refused. Understood are nested types, lists, sets, dictionaries with text keys, `Date`, `URL`,
  /// `UUID`, `Data`, `JSON`, numbers with their ranges, enumerations that are `RawRepresentable` and
  /// `CaseIterable`, types that refer to themselves (through `$defs`), and any type that is `Described`.
  ///
  /// When the type refuses the recorder's sample values, the result is a schema that `CompiledSchema` refuses
  /// as `schema-underivable`; make that type `Described`.
  public static func derived<T: Decodable>(from type: T.Type) -> Schema {
    let derivation = SchemaDerivation()
    do {
      let schema = try derivation.schema(of: type, usesDescription: false)
      let definitions = derivation.definitions
      return definitions.isEmpty ? schema : schema.with("$defs", .object(definitions))
    } catch {
      return .underivable("\(type): \(derivation.place)\(error)")
    }
  }
}
