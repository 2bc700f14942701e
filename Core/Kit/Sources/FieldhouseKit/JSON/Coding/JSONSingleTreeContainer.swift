/// Reads a value that stands alone.
struct JSONSingleTreeContainer: SingleValueDecodingContainer {
  let decoder: JSONTreeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNull }

  private func read<T>(_ read: (JSON) throws(JSONMismatch) -> T) throws -> T {
    do throws(JSONMismatch) { return try read(decoder.value) } catch { throw error.error(at: decoder.pointer) }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.read(type) }
  func decode(_ type: Bool.Type) throws -> Bool { try read(JSONReader.bool) }
  func decode(_ type: String.Type) throws -> String { try read(JSONReader.string) }
  func decode(_ type: Double.Type) throws -> Double { try read(JSONReader.double) }
  func decode(_ type: Float.Type) throws -> Float { try read(JSONReader.float) }
  func decode(_ type: Int.Type) throws -> Int { try read(JSONReader.integer) }
  func decode(_ type: Int8.Type) throws -> Int8 { try read(JSONReader.integer) }
  func decode(_ type: Int16.Type) throws -> Int16 { try read(JSONReader.integer) }
  func decode(_ type: Int32.Type) throws -> Int32 { try read(JSONReader.integer) }
  func decode(_ type: Int64.Type) throws -> Int64 { try read(JSONReader.integer) }
  func decode(_ type: UInt.Type) throws -> UInt { try read(JSONReader.integer) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try read(JSONReader.integer) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try read(JSONReader.integer) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try read(JSONReader.integer) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try read(JSONReader.integer) }
}
