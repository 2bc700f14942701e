internal import CPQ
internal import FieldhouseKit

/// What a statement answered.
struct ServerReply: Sendable {
  var rows: [Row] = []
  /// The rows an insert, update or delete changed.
  var changed = 0
}

/// Turns results of libpq into rows.
enum ResultDecoder {
  static func reply(_ result: OpaquePointer) -> ServerReply {
    let tag = String(cString: PQcmdStatus(result))
    let isChange = ["INSERT", "UPDATE", "DELETE"].contains { tag.hasPrefix($0) }
    return ServerReply(
      rows: rows(result), changed: isChange ? Int(String(cString: PQcmdTuples(result))) ?? 0 : 0)
  }

  /// The rows of a result.
  /// - Parameter known: its columns, where a result of the same statement came before.
  static func rows(_ result: OpaquePointer, _ known: RowColumns? = nil) -> [Row] {
    let count = PQntuples(result)
    guard count > 0 else { return [] }
    let width = PQnfields(result)
    let columns = known ?? RowColumns(names: (0..<width).map { String(cString: PQfname(result, $0)) })
    let types = (0..<width).map { PQftype(result, $0) }
    return (0..<count).map { row in
      Row(columns: columns, values: (0..<width).map { value(result, row, $0, types[Int($0)]) })
    }
  }

  private static func value(_ result: OpaquePointer, _ row: CInt, _ column: CInt, _ type: Oid) -> SQLValue {
    guard PQgetisnull(result, row, column) == 0 else { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    switch type {
    case TypeID.int8, TypeID.int4, TypeID.int2, TypeID.oid: return integer(bytes).map(SQLValue.integer) ?? .null
    case TypeID.bool: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case TypeID.float8, TypeID.float4: return Double(text(bytes)).map(SQLValue.real) ?? .null
    case TypeID.numeric: return integer(bytes).map(SQLValue.integer) ?? Double(text(bytes)).map(SQLValue.real) ?? .null
    case TypeID.bytea: return .blob(blob(bytes))
    default: return .text(text(bytes))
    }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Decimal digits with a sign; nil for anything else and what exceeds 64 bits.
  static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, carry) = shifted.subtractingReportingOverflow(Int64(byte - 0x30))
      guard !overflow, !carry else { return nil }
      value = next
    }
    guard isNegative || value != .min else { return nil }
    return isNegative ? value : -value
  }

  /// `\x` and two hexadecimal digits per byte.
  private static func blob(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8 { byte >= 0x61 ? byte - 0x57 : byte - 0x30 }
    return stride(from: 2, to: bytes.count - 1, by: 2).map { digit(bytes[$0]) << 4 | digit(bytes[$0 + 1]) }
  }
}

/// The numbers of PostgreSQL's types (catalog `pg_type`, fixed for ever).
enum TypeID {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let oid: Oid = 26
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let numeric: Oid = 1700

  /// The type a value is bound as; 0 leaves it to the server.
  static func of(_ value: SQLValue) -> Oid {
    switch value {
    case .null: 0
    case .integer: int8
    case .real: float8
    case .text: text
    case .blob: bytea
    }
  }
}
