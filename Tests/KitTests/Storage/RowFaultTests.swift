import FieldhouseKit
import Foundation
import Testing

@Suite struct `A column of the wrong kind` {
  private static let values: [(SQLValue, String)] = [
    (.null, "null"), (.integer(7), "an integer"), (.real(1.5), "a real"), (.text("s3cret"), "text"),
    (.blob([115, 51]), "a blob"),
  ]

  /// Reads each kind of value as a type: which are taken, and the messages of all others.
  private func check<Value: SQLConvertible>(_ type: Value.Type, takes: Set<String>, _ name: String) throws {
    for (value, kind) in Self.values {
      let row = Row(columns: RowColumns(names: ["points"]), values: [value])
      if takes.contains(kind) {
        _ = try (row["points"] as Value, row[0] as Value)
        continue
      }
      for read in [{ try row["points"] as Value }, { try row[0] as Value }] {
        let error = #expect(throws: StorageError.self) { try read() }
        #expect(error?.code == .columnType)
        #expect(error?.description == "row-column-type: Column 'points' holds \(kind), which is no \(name).")
      }
    }
  }

  @Test func `is told by name and kind, and what it holds is not repeated`() throws {
    try check(Int.self, takes: ["an integer"], "Int")
    try check(Int64.self, takes: ["an integer"], "Int64")
    try check(Bool.self, takes: ["an integer"], "Bool")
    try check(Double.self, takes: ["an integer", "a real"], "Double")
    try check(String.self, takes: ["text"], "String")
    try check(AccountID.self, takes: ["text"], "AccountID")
    try check([UInt8].self, takes: ["a blob"], "Array<UInt8>")
    try check(Date.self, takes: ["an integer"], "Date")
    try check(SQLValue.self, takes: ["null", "an integer", "a real", "text", "a blob"], "")
    try check(String?.self, takes: ["null", "text"], "Optional<String>")
    try check(Double?.self, takes: ["null", "an integer", "a real"], "Optional<Double>")
  }
}

@Suite struct `The columns of a result` {
  @Test func `are found by the exact name, the first of equal ones`() throws {
    let columns = RowColumns(names: ["id", "ID", "name", "id", "", "größe"])
    #expect(try ["id", "ID", "name", "", "größe"].map { try columns.index(of: $0) } == [0, 1, 2, 4, 5])
    for name in ["Id", "id ", "nam", "2", "#0"] {
      let error = #expect(throws: StorageError.self) { try columns.index(of: name) }
      #expect(error?.message == "The result has no column '\(name)'. Name it in the select list.")
    }
  }

  @Test func `are none where nothing was selected`() {
    let row = Row(columns: RowColumns(names: []), values: [])
    #expect(throws: StorageError.self) { try row["a"] as Int }
    let error = #expect(throws: StorageError.self) { try row[0] as Int? }
    #expect(error?.message == "The result has no column '#0'. Name it in the select list.")
  }

  @Test func `are missing also for a value that may be missing`() {
    let row = Row(columns: RowColumns(names: ["a"]), values: [.null])
    #expect(throws: StorageError.self) { try row["b"] as Int? }
    #expect(throws: StorageError.self) { try row[1] as Int? }
    #expect(throws: StorageError.self) { try row[.max] as Int? }
  }
}

@Suite struct `An error of storage` {
  private static let codes: [(StorageError.Code, String)] = [
    (.constraint, "storage-constraint"), (.statement, "storage-statement"), (.unavailable, "storage-unavailable"),
    (.full, "storage-full"), (.readOnly, "storage-read-only"), (.corrupt, "storage-corrupt"),
    (.forbidden, "storage-forbidden"), (.columnMissing, "row-column-missing"), (.columnType, "row-column-type"),
    (.timeout, "storage-timeout"),
  ]

  @Test func `has a stable code, by which it is told from all others`() {
    #expect(Set(Self.codes.map(\.0)).count == Self.codes.count)
    for (code, name) in Self.codes {
      #expect(code.name == name && code.description == name && code == StorageError.Code(name))
      #expect(StorageError(code, "Why.").description == "\(name): Why.")
    }
  }
}

/// A transaction that answers with what it was made of.
private struct Shelf: ReadTransaction {
  let rows: [Row]
  func query(_ sql: SQL) async throws -> [Row] {
    guard sql.text == "select a" else { throw StorageError(.statement, "No.") }
    return rows
  }
  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws { try rows.forEach(body) }
}

@Suite struct `The first row of a query` {
  private let columns = RowColumns(names: ["a"])

  @Test func `is the first of all, none of none, and fails as the query does`() async throws {
    let shelf = Shelf(rows: [3, 1, 2].map { Row(columns: columns, values: [.integer($0)]) })
    #expect(try await shelf.first("select a")?["a"] as Int? == 3)
    #expect(try await Shelf(rows: []).first("select a") == nil)
    let error = await #expect(throws: StorageError.self) { try await shelf.first("select b") }
    #expect(error?.code == .statement)
  }
}
