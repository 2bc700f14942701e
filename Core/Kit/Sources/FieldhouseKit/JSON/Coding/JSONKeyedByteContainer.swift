/// Writes the members of one object.
struct JSONKeyedByteContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: JSONByteSink
  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func key(_ key: Key) { sink.key(key.stringValue) }

  mutating func encodeNil(forKey key: Key) { self.key(key); sink.append("null") }
  mutating func encode(_ value: Bool, forKey key: Key) { self.key(key); sink.append(bool: value) }
  mutating func encode(_ value: String, forKey key: Key) { self.key(key); sink.append(string: value) }
  mutating func encode(_ value: Int, forKey key: Key) { self.key(key); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int8, forKey key: Key) { self.key(key); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int16, forKey key: Key) { self.key(key); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int32, forKey key: Key) { self.key(key); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int64, forKey key: Key) { self.key(key); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: UInt, forKey key: Key) { self.key(key); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt8, forKey key: Key) { self.key(key); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt16, forKey key: Key) { self.key(key); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt32, forKey key: Key) { self.key(key); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt64, forKey key: Key) { self.key(key); sink.append(magnitude: UInt64(value)) }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    try sink.undoing(key.stringValue) {
      self.key(key)
      try sink.writeFinite(value)
    }
  }

  mutating func encode(_ value: Float, forKey key: Key) throws {
    try sink.undoing(key.stringValue) {
      self.key(key)
      try sink.writeFinite(value)
    }
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try sink.undoing(key.stringValue) {
      self.key(key)
      try sink.write(value)
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    spliced(key.stringValue).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    spliced(key.stringValue).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { spliced("super") }
  mutating func superEncoder(forKey key: Key) -> any Encoder { spliced(key.stringValue) }

  private func spliced(_ name: String) -> JSONByteEncoder {
    sink.key(name)
    return JSONByteEncoder(splicedInto: sink)
  }
}
