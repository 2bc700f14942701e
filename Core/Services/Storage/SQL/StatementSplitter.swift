internal import FieldhouseKit

/// Cuts a migration's text into its statements.
enum StatementSplitter {
  /// A statement without its semicolon.
  struct Piece {
    let text: String
    /// The byte of the whole text at which it begins.
    let start: Int
  }

  /// The statements without their semicolons.
  /// - Throws: ``StorageError`` `storage-statement` when the text cannot be read.
  static func split(_ text: String) throws(StorageError) -> [String] { try pieces(text).map(\.text) }

  /// The statements with their places.
  /// - Throws: ``StorageError`` `storage-statement` when the text cannot be read.
  static func pieces(_ text: String) throws(StorageError) -> [Piece] {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var current: [SQLToken] = []
    func close() {
      guard let start = current.first?.range.lowerBound, let end = current.last?.range.upperBound else { return }
      pieces.append(Piece(text: String(decoding: bytes[start..<end], as: UTF8.self), start: start))
      current = []
    }
    for token in try SQLScanner.tokens(of: text) {
      if token.isSymbol(";") { close() } else { current.append(token) }
    }
    close()
    return pieces
  }
}
