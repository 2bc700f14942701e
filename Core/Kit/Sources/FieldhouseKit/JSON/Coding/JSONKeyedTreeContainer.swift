/// Reads the members of one object.
struct JSONKeyedTreeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: JSONObject
  let path: JSONDecodingPath?
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { JSONDecodingPath.codingPath(path) }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members.contains(key: key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { try required(key).isNull }

  private func required(_ key: Key) throws -> JSON {
    if let value = members[key.stringValue] { return value }
    throw JSONDecodingError(
      pointer: JSONDecodingPath.pointer(path).appending(key.stringValue), code: "required",
      detail: "The member `\(key.stringValue)` is missing; add it.")
  }

  private func read<T>(_ key: Key, _ read: (JSON) throws(JSONMismatch) -> T) throws -> T {
    let value = try required(key)
    do throws(JSONMismatch) {
      return try read(value)
    } catch {
      throw error.error(at: JSONDecodingPath.pointer(path).appending(key.stringValue))
    }
  }

  private func readIfPresent<T>(_ key: Key, _ read: (JSON) throws(JSONMismatch) -> T) throws -> T? {
    guard let value = members[key.stringValue], !value.isNull else { return nil }
    do throws(JSONMismatch) {
      return try read(value)
    } catch {
      throw error.error(at: JSONDecodingPath.pointer(path).appending(key.stringValue))
    }
  }

  private func decoder(_ value: JSON, _ key: Key) -> JSONTreeDecoder {
    JSONTreeDecoder(value: value, path: JSONDecodingPath(parent: path, key: .name(key.stringValue)), userInfo: userInfo)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(required(key), key).read(type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = members[key.stringValue], !value.isNull else { return nil }
    return try decoder(value, key).read(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(required(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(required(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let path = JSONDecodingPath(parent: path, key: .name("super"))
    return JSONTreeDecoder(value: members["super"] ?? .null, path: path, userInfo: userInfo)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder(members[key.stringValue] ?? .null, key)
  }
}

extension JSONKeyedTreeContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key, JSONReader.bool) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key, JSONReader.string) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key, JSONReader.double) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(key, JSONReader.float) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key, JSONReader.integer) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(key, JSONReader.integer) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(key, JSONReader.integer) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(key, JSONReader.integer) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(key, JSONReader.integer) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(key, JSONReader.integer) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(key, JSONReader.integer) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(key, JSONReader.integer) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(key, JSONReader.integer) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(key, JSONReader.integer) }
}

extension JSONKeyedTreeContainer {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try readIfPresent(key, JSONReader.bool) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(key, JSONReader.string)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(key, JSONReader.double)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try readIfPresent(key, JSONReader.float)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try readIfPresent(key, JSONReader.integer) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try readIfPresent(key, JSONReader.integer)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try readIfPresent(key, JSONReader.integer)
  }
}
