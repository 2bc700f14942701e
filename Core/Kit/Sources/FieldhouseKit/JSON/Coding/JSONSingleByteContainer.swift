/// Writes a value that stands alone.
struct JSONSingleByteContainer: SingleValueEncodingContainer {
  let sink: JSONByteSink
  let start: Int
  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func once() -> JSONByteSink {
    if sink.count != start { sink.misuse = "A value was encoded as more than one JSON value." }
    return sink
  }

  mutating func encodeNil() { once().append("null") }
  mutating func encode(_ value: Bool) { once().append(bool: value) }
  mutating func encode(_ value: String) { once().append(string: value) }
  mutating func encode(_ value: Double) throws { try once().writeFinite(value) }
  mutating func encode(_ value: Float) throws { try once().writeFinite(value) }
  mutating func encode(_ value: Int) { once().append(integer: Int64(value)) }
  mutating func encode(_ value: Int8) { once().append(integer: Int64(value)) }
  mutating func encode(_ value: Int16) { once().append(integer: Int64(value)) }
  mutating func encode(_ value: Int32) { once().append(integer: Int64(value)) }
  mutating func encode(_ value: Int64) { once().append(integer: Int64(value)) }
  mutating func encode(_ value: UInt) { once().append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt8) { once().append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt16) { once().append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt32) { once().append(magnitude: UInt64(value)) }
  mutating func encode(_ value: UInt64) { once().append(magnitude: UInt64(value)) }
  mutating func encode<T: Encodable>(_ value: T) throws {
    let sink = once()
    try sink.undoing { try sink.write(value) }
  }
}
