import Foundation

/// The decoder of one value of a JSON tree.
struct JSONTreeDecoder: Decoder {
  let value: JSON
  let path: JSONDecodingPath?
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { JSONDecodingPath.codingPath(path) }
  var pointer: JSONPointer { JSONDecodingPath.pointer(path) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw JSONMismatch.kind("an object", value).error(at: pointer) }
    return KeyedDecodingContainer(JSONKeyedTreeContainer(members: members, path: path, userInfo: userInfo))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = value else { throw JSONMismatch.kind("a list", value).error(at: pointer) }
    return JSONUnkeyedTreeContainer(items: items, path: path, userInfo: userInfo)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { JSONSingleTreeContainer(decoder: self) }

  /// Reads the value as the type; the types that JSON writes in a way of its own are told apart first.
  func read<T: Decodable>(_ type: T.Type) throws -> T {
    do throws(JSONMismatch) {
      if T.self == String.self { return unsafeBitCast(try JSONReader.string(value), to: T.self) }
      if T.self == Int.self { return unsafeBitCast(try JSONReader.integer(value) as Int, to: T.self) }
      if T.self == Double.self { return unsafeBitCast(try JSONReader.double(value), to: T.self) }
      if T.self == Date.self { return unsafeBitCast(try JSONReader.date(value), to: T.self) }
      if T.self == JSON.self { return unsafeBitCast(value, to: T.self) }
      if T.self == URL.self { return try JSONReader.url(value) as! T }
      if T.self == Data.self { return try JSONReader.data(value) as! T }
      if T.self == JSONObject.self { return try JSONReader.object(value) as! T }
    } catch {
      throw error.error(at: pointer)
    }
    return try T(from: self)
  }
}
