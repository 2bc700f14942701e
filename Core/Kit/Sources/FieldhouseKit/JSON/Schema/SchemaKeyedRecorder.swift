/// Records the members that a type decodes.
struct SchemaKeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let derivation: SchemaDerivation
  let record: SchemaRecord
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try derivation.inside(key.stringValue) {
      let (value, schema) = try derivation.sample(type)
      record.add(key.stringValue, schema, isRequired: true)
      guard let value else { throw SchemaSampleMissing(type: type) }
      return value
    }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try absent(key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { nested("super") }
  func superDecoder(forKey key: Key) -> any Decoder { nested(key.stringValue) }

  private func nested(_ name: String) -> SchemaRecorder {
    let recorder = SchemaRecorder(derivation: derivation)
    record.add(name, recorder.record)
    return recorder
  }
}

// The overloads for single types exist so that the standard library's do not ask for a value that is absent.
extension SchemaKeyedRecorder {
  private func absent<T: Decodable>(_ key: Key) throws -> T? {
    try derivation.inside(key.stringValue) {
      record.add(key.stringValue, .nullable(try derivation.schema(of: T.self)), isRequired: false)
      return nil
    }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try absent(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try absent(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try absent(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try absent(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try absent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try absent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try absent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try absent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try absent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try absent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try absent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try absent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try absent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try absent(key) }
}
