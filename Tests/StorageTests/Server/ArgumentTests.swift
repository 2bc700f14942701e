internal import CPQ
internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Values on their way to PostgreSQL and back", .storageWorld)
struct ArgumentTests {
  private func sent(_ values: [SQLValue]) throws -> [String?] {
    try Arguments(values).withPointers { pointers, lengths, formats in
      zip(pointers, zip(lengths, formats)).map { pointer, size in
        guard let pointer else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size.0))
        return size.1 == 1
          ? "bytes " + bytes.map(String.init).joined(separator: ",") : String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private static let texts: [(SQLValue, String?)] = [
    (.null, nil), (.integer(0), "0"), (.integer(.min), "-9223372036854775808"),
    (.integer(.max), "9223372036854775807"), (.real(1.5), "1.5"), (.real(.infinity), "Infinity"),
    (.real(-.infinity), "-Infinity"), (.real(.nan), nil), (.text(""), ""), (.text("zürich"), "zürich"),
    (.blob([]), "bytes "), (.blob([0, 255]), "bytes 0,255"),
  ]

  @Test func `are text, and blobs are bytes`() throws {
    for (value, expected) in Self.texts { #expect(try sent([value]) == [expected], "\(value)") }
  }

  @Test func `stand side by side`() throws {
    #expect(try sent([.text("a"), .null, .integer(7), .blob([1]), .text("")]) == ["a", nil, "7", "bytes 1", ""])
    #expect(try sent([]) == [])
  }

  @Test func `are refused with NUL in a text`() {
    let error = #expect(throws: StorageError.self) { try Arguments([.text("a\u{0}b")]) }
    #expect(error?.code == .statement)
  }

  private static let types: [(SQLValue, UInt32)] = [
    (.null, 0), (.integer(1), 20), (.real(1), 701), (.text(""), 25), (.blob([]), 17),
  ]

  @Test func `have the type of their kind`() {
    for (value, type) in Self.types { #expect(TypeID.of(value) == type) }
  }

  /// An expression and what both engines answer.
  private static let answers: [(String, SQLValue)] = [
    ("1", .integer(1)), ("-1", .integer(-1)), ("cast(null as text)", .null), ("1.5", .real(1.5)), ("'a'", .text("a")),
    ("''", .text("")), ("9223372036854775807", .integer(.max)), ("-9223372036854775807 - 1", .integer(.min)),
    ("1 < 2", .integer(1)), ("1 > 2", .integer(0)), ("cast('12' as integer)", .integer(12)), ("2 * 3", .integer(6)),
    ("length('zürich')", .integer(6)), ("replace('a', 'a', 'A') || 'b'", .text("Ab")), ("cast(3 as real)", .real(3)),
  ]

  @Test(arguments: EngineKind.available)
  func `an expression has the same answer on either engine`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, "create table t (a integer)")
    for (expression, expected) in Self.answers {
      let row = try await storage.read { try await $0.first(SQL(text: "select \(expression) as a", values: [])) }
      #expect(row?.values == [expected], "\(expression)")
    }
  }

  @Test(arguments: EngineKind.available)
  func `every value comes back as it was bound`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind, "create table t (id integer primary key, i integer, r real, s text, b blob)")
    let rows: [(Int64?, Double?, String?, [UInt8]?)] = [
      (0, 0, "", []), (.min, -1.5e300, "zürich ✓ 😀", [0, 1, 127, 128, 255]),
      (.max, .leastNonzeroMagnitude, "it's \"so\"\\n", Array(0...255)),
      (nil, nil, nil, nil),
    ]
    for (number, row) in rows.enumerated() {
      let values: [SQLValue] = [
        .integer(Int64(number)), row.0.map(SQLValue.integer) ?? .null, row.1.map(SQLValue.real) ?? .null,
        row.2.map(SQLValue.text) ?? .null, row.3.map(SQLValue.blob) ?? .null,
      ]
      try await storage.execute(SQL(text: "insert into t values (?1, ?2, ?3, ?4, ?5)", values: values))
      let found = try await storage.read { try await $0.first("select * from t where id = \(number)") }
      #expect(found?.values == values)
    }
  }
}
