import FieldhouseKit
import Synchronization

/// What writes and looks up very many rows at once. Statements are prepared by their texts, so whatever number of rows comes, these
/// are few: a text has as many rows as a power of two.
enum ManyRows {
  /// What a text is made of.
  private struct Shape: Hashable {
    let target: String
    /// How many values all rows share, and how many each has of its own.
    let shared: Int
    let own: Int
    let rows: Int
    let conflict: String
  }

  /// So many rows are written by one statement.
  private static let most = 512
  /// The texts so far; there are ten for each statement of the plugin's at most.
  private static let texts = Mutex<[Shape: String]>([:])

  /// Inserts rows, each of `shared` and of its own values.
  /// - Parameters:
  ///   - target: the table and its columns, those of `shared` first.
  ///   - conflict: what stands behind the rows; nothing for rows of which the transaction knows that they are not there.
  static func insert(
    into target: String, sharing shared: [SQLValue], _ rows: [[SQLValue]], _ conflict: String = "",
    in transaction: any Transaction
  ) async throws {
    var rest = rows[...]
    while let first = rest.first {
      let some = rest.prefix(min(most, powerOfTwo(within: rest.count)))
      rest = rest.dropFirst(some.count)
      let shape = Shape(target: target, shared: shared.count, own: first.count, rows: some.count, conflict: conflict)
      var values = shared
      values.reserveCapacity(shared.count + some.count * first.count)
      for row in some { values += row }
      try await transaction.execute(SQL(text: text(shape), values: values))
    }
  }

  private static func text(_ shape: Shape) -> String {
    texts.withLock { texts in
      if let known = texts[shape] { return known }
      let beginning = (0..<shape.shared).map { "?\($0 + 1), " }.joined()
      let rows = (0..<shape.rows).map { row in
        let own = (0..<shape.own).map { "?\(shape.shared + row * shape.own + $0 + 1)" }
        return "(\(beginning)\(own.joined(separator: ", ")))"
      }
      let text = "insert into \(shape.target) values \(rows.joined(separator: ", ")) \(shape.conflict)"
      texts[shape] = text
      return text
    }
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
