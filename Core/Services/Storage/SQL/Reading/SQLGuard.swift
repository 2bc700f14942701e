/// What SQLite has to look after when a statement runs, because it goes on where PostgreSQL ends.
struct SQLGuard: Sendable {
  enum Kind: Sendable {
    /// A value that something is divided by, which is not 0.
    case divisor
    /// A subquery of so many columns that gives one row at most.
    case single(Int)
    /// A literal that is a number, which SQLite would leave a text.
    case number
  }

  let kind: Kind
  /// The bytes of the value or of the query, without its parentheses.
  let range: Range<Int>

  /// The text before it and behind it.
  private var texts: (String, String) {
    switch kind {
    case .divisor: return ("fieldhouse_divisor(", ")")
    case .number: return ("cast(", " as numeric)")
    case .single(let count):
      let names = (1...max(count, 1)).map { "c\($0)" }
      let values = names.map { "fieldhouse_single(\($0))" }
      let table = "fieldhouse_rows_\(range.lowerBound)"
      return (
        "with \(table) (\(names.joined(separator: ", "))) as (",
        ") select \(values.joined(separator: ", ")) from \(table)"
      )
    }
  }

  /// The statement with what looks after it.
  static func applied(_ guards: [SQLGuard], to text: String) -> String {
    guard !guards.isEmpty else { return text }
    var pieces: [(place: Int, isEnd: Bool, length: Int, text: String)] = []
    for item in guards {
      pieces.append((item.range.lowerBound, false, item.range.count, item.texts.0))
      pieces.append((item.range.upperBound, true, item.range.count, item.texts.1))
    }
    // At one place ends come first, the inner ones before the outer ones, and outer beginnings before inner ones.
    pieces.sort { one, other in
      if one.place != other.place { return one.place < other.place }
      if one.isEnd != other.isEnd { return one.isEnd }
      return one.isEnd ? one.length < other.length : one.length > other.length
    }
    let bytes = Array(text.utf8)
    var (result, done): ([UInt8], Int) = ([], 0)
    for piece in pieces {
      result += bytes[done..<piece.place]
      result += piece.text.utf8
      done = piece.place
    }
    return String(decoding: result + bytes[done...], as: UTF8.self)
  }
}
