/// The encoder of one value, which writes into a sink shared with the values around it.
struct JSONByteEncoder: Encoder {
  let sink: JSONByteSink
  let level: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(sink: JSONByteSink, level: Int) {
    self.sink = sink
    self.level = level
  }

  /// An encoder whose value may still be written when values after it are: it gets a sink of its own.
  init(splicedInto parent: JSONByteSink) {
    self.init(sink: JSONByteSink(capacity: 64), level: 0)
    sink.containers.append(.none)
    parent.splice(sink)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    open(.object, UInt8(ascii: "{"))
    return KeyedEncodingContainer(JSONKeyedByteContainer(sink: sink))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    open(.array, UInt8(ascii: "["))
    return JSONUnkeyedByteContainer(sink: sink)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    open(.single, nil)
    return JSONSingleByteContainer(sink: sink, start: sink.count)
  }

  private func open(_ kind: JSONContainerKind, _ bracket: UInt8?) {
    guard level < sink.containers.count else {
      sink.misuse = "A value was encoded through an encoder that was already finished."
      return
    }
    if sink.containers[level] == .none {
      sink.containers[level] = kind
      if let bracket { sink.append(bracket) }
    } else if sink.containers[level] != kind {
      sink.misuse = "A value was encoded as two different kinds of JSON value at once."
    }
  }
}
