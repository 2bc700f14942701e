internal import FieldhouseKit

/// Cuts a migration's text into its statements.
enum StatementSplitter {
  /// The statements without their semicolons.
  /// - Throws: ``StorageError`` `storage-statement` when the text cannot be read.
  static func split(_ text: String) throws(StorageError) -> [String] {
    let bytes = Array(text.utf8)
    var statements: [String] = []
    var current: [SQLToken] = []
    func close() {
      guard let first = current.first, let last = current.last else { return }
      statements.append(String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self))
      current = []
    }
    for token in try SQLScanner.tokens(of: text) {
      if token.isSymbol(";") { close() } else { current.append(token) }
    }
    close()
    return statements
  }
}
