import FieldhouseKit

/// What writes and looks up very many rows at once. Statements are prepared by their texts, so whatever number of rows comes, these
/// are few: a text has as many rows as a power of two.
enum ManyRows {
  /// So many rows are written by one statement.
  private static let most = 512

  /// Inserts rows, each of `shared` and of its own values.
  /// - Parameters:
  ///   - target: the table and its columns, those of `shared` first.
  ///   - conflict: what stands behind the rows.
  static func insert(
    into target: String, sharing shared: [SQLValue], _ rows: [[SQLValue]], _ conflict: String,
    in transaction: any Transaction
  ) async throws {
    var rest = rows[...]
    while !rest.isEmpty {
      let some = rest.prefix(min(most, powerOfTwo(within: rest.count)))
      rest = rest.dropFirst(some.count)
      try await transaction.execute(statement(target, shared, some, conflict))
    }
  }

  private static func statement(
    _ target: String, _ shared: [SQLValue], _ rows: ArraySlice<[SQLValue]>, _ conflict: String
  ) -> SQL {
    let beginning = shared.indices.map { "?\($0 + 1), " }.joined()
    var (text, values) = ("insert into \(target) values ", shared)
    for (index, row) in rows.enumerated() {
      text += index == 0 ? "(" : ", ("
      text += beginning
      for (column, value) in row.enumerated() {
        values.append(value)
        text += column == 0 ? "?" : ", ?"
        text += String(values.count)
      }
      text += ")"
    }
    return SQL(text: "\(text) \(conflict)", values: values)
  }

  /// The largest power of two that is not above a number, which is at least 1.
  private static func powerOfTwo(within count: Int) -> Int { 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount) }
}

extension Array {
  /// The elements, of which the last is repeated until they are as many as a power of two: for `in (…)`, where it means the same.
  var padded: [Element] {
    guard let last, count > 1 else { return self }
    let whole = 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    return self + repeatElement(last, count: whole - count)
  }
}
