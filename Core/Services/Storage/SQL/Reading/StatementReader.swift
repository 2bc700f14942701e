internal import FieldhouseKit

/// Reads a statement as PostgreSQL does, which tells the type of every expression, and refuses what it would refuse.
/// What it cannot read, or whose type it cannot tell, passes: the engine has the last word.
struct StatementReader {
  /// Why the reading ended.
  enum End: Error {
    case refused(StorageError)
    /// A form that it does not know.
    case unread
  }

  /// What a statement tells.
  struct Report: Sendable {
    /// What SQLite has to look after when it runs.
    var guards: [SQLGuard] = []
    /// The numbers of the placeholders of `limit` and `offset`.
    var limits: Set<Int> = []
  }

  let tokens: [SQLToken]
  let columns: (String) -> [DeclaredColumn]?
  /// The types of the values that are bound, where they are known.
  let bound: [SQLType]
  var at = 0
  var scopes: [SQLScope] = []
  /// Common tables by name.
  var common: [String: [SelectedColumn]?] = [:]
  var report = Report()
  /// The innermost of the scopes whose columns were named since somebody asked.
  var innermost: Int?

  private init(_ tokens: [SQLToken], _ columns: @escaping (String) -> [DeclaredColumn]?, _ bound: [SQLType]) {
    self.tokens = tokens
    self.columns = columns
    self.bound = bound
  }

  /// - Parameters:
  ///   - columns: those of a table, in order; nil where there is none.
  ///   - bound: the types of the bound values; none where they are not known.
  /// - Throws: ``StorageError`` `storage-statement` for what PostgreSQL refuses.
  @discardableResult
  static func read(
    _ tokens: [SQLToken], bound: [SQLType] = [], columns: (String) -> [DeclaredColumn]?
  ) throws(StorageError) -> Report {
    var tokens = tokens
    while tokens.last?.isSymbol(";") == true { tokens.removeLast() }
    let result: Result<Report, StorageError> = withoutActuallyEscaping(columns) { columns in
      var reader = StatementReader(tokens, columns, bound)
      do throws(End) {
        try reader.statement()
        return .success(reader.at == tokens.count ? reader.report : Report())
      } catch {
        switch error {
        case .refused(let reason): return .failure(reason)
        case .unread: return .success(Report())
        }
      }
    }
    return try result.get()
  }

  func refused(_ message: String) -> End { .refused(.malformed(message)) }
}

// The place where it reads.
extension StatementReader {
  var token: SQLToken? { at < tokens.count ? tokens[at] : nil }

  func isWord(_ word: String, ahead: Int = 0) -> Bool {
    at + ahead < tokens.count && tokens[at + ahead].isWord(word)
  }

  func isSymbol(_ symbol: Unicode.Scalar, ahead: Int = 0) -> Bool {
    at + ahead < tokens.count && tokens[at + ahead].isSymbol(symbol)
  }

  /// Goes on when these words stand there.
  mutating func take(_ words: String...) -> Bool {
    guard words.indices.allSatisfy({ isWord(words[$0], ahead: $0) }) else { return false }
    at += words.count
    return true
  }

  mutating func takeSign(_ symbol: Unicode.Scalar) -> Bool {
    guard isSymbol(symbol) else { return false }
    at += 1
    return true
  }

  mutating func expect(_ word: String) throws(End) { if !take(word) { throw .unread } }
  mutating func expectSign(_ symbol: Unicode.Scalar) throws(End) { if !takeSign(symbol) { throw .unread } }

  /// A name in lower case.
  mutating func name() throws(End) -> String {
    guard let token, token.isName else { throw .unread }
    at += 1
    return token.text.lowercased()
  }

  /// The names in parentheses.
  mutating func names() throws(End) -> [String] {
    try expectSign("(")
    var names = [try name()]
    while takeSign(",") { names.append(try name()) }
    try expectSign(")")
    return names
  }

  /// Goes behind what stands in parentheses here.
  mutating func skipParentheses() throws(End) {
    guard isSymbol("("), let close = tokens[...].closing(at) else { throw .unread }
    at = close + 1
  }

  /// Whether a query begins here, some tokens ahead.
  func isQuery(ahead: Int = 0) -> Bool { ["select", "with", "values"].contains { isWord($0, ahead: ahead) } }
}
