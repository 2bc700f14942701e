/// Reads the items of one array.
struct JSONUnkeyedTreeContainer: UnkeyedDecodingContainer {
  let items: [JSON]
  let path: JSONDecodingPath?
  let userInfo: [CodingUserInfoKey: Any]
  private(set) var currentIndex = 0

  init(items: [JSON], path: JSONDecodingPath?, userInfo: [CodingUserInfoKey: Any]) {
    self.items = items
    self.path = path
    self.userInfo = userInfo
  }

  var codingPath: [any CodingKey] { JSONDecodingPath.codingPath(path) }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex == items.count }

  private func peek() throws -> JSON {
    if !isAtEnd { return items[currentIndex] }
    throw JSONDecodingError(
      pointer: JSONDecodingPath.pointer(path), code: "too-few-items",
      detail: "The list has \(items.count) items; one more is expected.")
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try peek().isNull
    if isNull { currentIndex += 1 }
    return isNull
  }

  private mutating func read<T>(_ read: (JSON) throws(JSONMismatch) -> T) throws -> T {
    let value = try peek()
    do throws(JSONMismatch) {
      let result = try read(value)
      currentIndex += 1
      return result
    } catch {
      throw error.error(at: JSONDecodingPath.pointer(path).appending(currentIndex))
    }
  }

  private mutating func nested<T>(_ read: (JSONTreeDecoder) throws -> T) throws -> T {
    let path = JSONDecodingPath(parent: path, key: .index(currentIndex))
    let result = try read(JSONTreeDecoder(value: peek(), path: path, userInfo: userInfo))
    currentIndex += 1
    return result
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try nested { try $0.read(type) } }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try nested { $0 } }
}

extension JSONUnkeyedTreeContainer {
  mutating func decode(_ type: Bool.Type) throws -> Bool { try read(JSONReader.bool) }
  mutating func decode(_ type: String.Type) throws -> String { try read(JSONReader.string) }
  mutating func decode(_ type: Double.Type) throws -> Double { try read(JSONReader.double) }
  mutating func decode(_ type: Float.Type) throws -> Float { try read(JSONReader.float) }
  mutating func decode(_ type: Int.Type) throws -> Int { try read(JSONReader.integer) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try read(JSONReader.integer) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try read(JSONReader.integer) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try read(JSONReader.integer) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try read(JSONReader.integer) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try read(JSONReader.integer) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read(JSONReader.integer) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read(JSONReader.integer) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read(JSONReader.integer) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read(JSONReader.integer) }
}
