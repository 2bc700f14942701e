/// Writes the items of one array.
struct JSONUnkeyedByteContainer: UnkeyedEncodingContainer {
  let sink: JSONByteSink
  var codingPath: [any CodingKey] { [] }
  private(set) var count = 0

  init(sink: JSONByteSink) { self.sink = sink }

  @inline(__always)
  private mutating func next() {
    sink.item()
    count += 1
  }

  mutating func encodeNil() { next(); sink.append("null") }
  mutating func encode(_ value: Bool) { next(); sink.append(bool: value) }
  mutating func encode(_ value: String) { next(); sink.append(string: value) }
  mutating func encode(_ value: Int) { next(); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int8) { next(); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int16) { next(); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int32) { next(); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: Int64) { next(); sink.append(integer: Int64(value)) }
  mutating func encode(_ value: UInt) { next(); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt8) { next(); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt16) { next(); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt32) { next(); sink.append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt64) { next(); sink.append(magnitude: UInt64(value)) }

  mutating func encode(_ value: Double) throws { try undoing { try $0.writeFinite(value) } }
  mutating func encode(_ value: Float) throws { try undoing { try $0.writeFinite(value) } }
  mutating func encode<T: Encodable>(_ value: T) throws { try undoing { try $0.write(value) } }

  @inline(__always)
  private mutating func undoing(_ write: (JSONByteSink) throws -> Void) throws {
    try sink.undoing(String(count)) {
      sink.item()
      try write(sink)
    }
    count += 1
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    spliced().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { spliced().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { spliced() }

  private mutating func spliced() -> JSONByteEncoder {
    next()
    return JSONByteEncoder(splicedInto: sink)
  }
}
