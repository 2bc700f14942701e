import Foundation

/// Types whose schema is known, each with a value to decode as a sample.
enum KnownSchemas {
  static func sample(of type: any Decodable.Type) -> (value: Any, schema: Schema)? {
    if let entry = table[ObjectIdentifier(type)] { return entry }
    if let cases = type as? any (CaseIterable & RawRepresentable).Type { return enumeration(cases) }
    if let number = type as? any (FixedWidthInteger & Decodable).Type { return integer(number) }
    return nil
  }

  // The values are of types without references that could be changed, which `Any` does not tell.
  nonisolated(unsafe) private static let table: [ObjectIdentifier: (value: Any, schema: Schema)] = [
    ObjectIdentifier(String.self): ("", .string()),
    ObjectIdentifier(Bool.self): (false, .boolean),
    ObjectIdentifier(Double.self): (0.0, .number()),
    ObjectIdentifier(Float.self): (Float(0), .number()),
    ObjectIdentifier(Int.self): (0, .integer()),
    ObjectIdentifier(Date.self): (Date(timeIntervalSince1970: 0), .string(format: .dateTime)),
    ObjectIdentifier(URL.self): (URL(string: "https://localhost")!, .string(format: .uri)),
    ObjectIdentifier(UUID.self): (UUID(), .string(format: .uuid)),
    ObjectIdentifier(Data.self): (Data(), Schema.string().with("contentEncoding", "base64")),
    ObjectIdentifier(JSON.self): (JSON.null, .any),
    ObjectIdentifier(JSONObject.self): (JSONObject(), Schema(["type": "object"])),
  ]

  private static func integer<I: FixedWidthInteger>(_ type: I.Type) -> (value: Any, schema: Schema) {
    if I.isSigned, I.bitWidth == 64 { return (I.zero, .integer()) }
    let range = Int64(clamping: I.min)...Int64(clamping: I.max)
    return (I.zero, .integer(range))
  }

  private static func enumeration<E: CaseIterable & RawRepresentable>(
    _ type: E.Type
  ) -> (value: Any, schema: Schema)? {
    guard let first = type.allCases.first else { return nil }
    let values = type.allCases.compactMap { raw($0.rawValue) }
    return values.count == type.allCases.count ? (first, .enumeration(values)) : nil
  }

  private static func raw(_ value: Any) -> JSON? {
    switch value {
    case let text as String: .string(text)
    case let number as any BinaryInteger: Int64(exactly: number).map { .integer($0) }
    case let number as Double: .number(number)
    default: nil
    }
  }
}

/// A type that holds values of another one, of which it may hold none.
protocol SchemaContainer {
  static var empty: Any { get }
  static func schema(in derivation: SchemaDerivation) throws -> Schema
}

extension Array: SchemaContainer where Element: Decodable {
  static var empty: Any { Self() }
  static func schema(in derivation: SchemaDerivation) throws -> Schema {
    .array(of: try derivation.schema(of: Element.self))
  }
}

extension Set: SchemaContainer where Element: Decodable {
  static var empty: Any { Self() }
  static func schema(in derivation: SchemaDerivation) throws -> Schema {
    .array(of: try derivation.schema(of: Element.self), unique: true)
  }
}

extension Dictionary: SchemaContainer where Key == String, Value: Decodable {
  static var empty: Any { Self() }
  static func schema(in derivation: SchemaDerivation) throws -> Schema {
    .map(of: try derivation.schema(of: Value.self))
  }
}

extension Optional: SchemaContainer where Wrapped: Decodable {
  static var empty: Any { Self.none as Any }
  static func schema(in derivation: SchemaDerivation) throws -> Schema {
    .nullable(try derivation.schema(of: Wrapped.self))
  }
}
