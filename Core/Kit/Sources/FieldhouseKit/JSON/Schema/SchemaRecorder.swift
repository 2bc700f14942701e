/// What one value asked its decoder for.
final class SchemaRecord {
  private var properties: [(String, Schema)] = []
  private var required: [String] = []
  private var isObject = false
  var single: Schema?
  var items: Schema?

  func openObject() { isObject = true }

  func add(_ name: String, _ schema: Schema, isRequired: Bool) {
    if !properties.contains(where: { $0.0 == name }) { properties.append((name, schema)) }
    if isRequired, !required.contains(name) { required.append(name) }
  }

  func add(_ name: String, _ record: SchemaRecord) { nested.append((name, record)) }

  private var nested: [(String, SchemaRecord)] = []

  var schema: Schema {
    if isObject {
      let all = properties + nested.map { ($0, $1.schema) }
      return .object(all, required: required + nested.map(\.0))
    }
    if let items { return .array(of: items) }
    return single ?? .any
  }
}

/// A decoder that answers with sample values and records what it was asked for.
struct SchemaRecorder: Decoder {
  let derivation: SchemaDerivation
  let record = SchemaRecord()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    record.openObject()
    return KeyedDecodingContainer(SchemaKeyedRecorder(derivation: derivation, record: record))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    SchemaUnkeyedRecorder(derivation: derivation, record: record)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SchemaSingleRecorder(derivation: derivation, record: record)
  }
}

/// Records the value that a type decodes as a whole.
struct SchemaSingleRecorder: SingleValueDecodingContainer {
  let derivation: SchemaDerivation
  let record: SchemaRecord
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (value, schema) = try derivation.sample(type)
    record.single = schema
    guard let value else { throw SchemaSampleMissing(type: type) }
    return value
  }
}

/// Records the first item that a type decodes from a list; the list then looks empty.
struct SchemaUnkeyedRecorder: UnkeyedDecodingContainer {
  let derivation: SchemaDerivation
  let record: SchemaRecord
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }

  init(derivation: SchemaDerivation, record: SchemaRecord) {
    self.derivation = derivation
    self.record = record
    record.items = .any
  }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (value, schema) = try derivation.sample(type)
    record.items = currentIndex == 0 || record.items == schema ? schema : .any
    currentIndex += 1
    guard let value else { throw SchemaSampleMissing(type: type) }
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    currentIndex += 1
    return SchemaRecorder(derivation: derivation).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return SchemaRecorder(derivation: derivation).unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder {
    currentIndex += 1
    return SchemaRecorder(derivation: derivation)
  }
}
