internal import FieldhouseKit

/// `alter table t set (fillfactor = 50)`: new rows fill so many per cent of a page, so that one that is changed finds room beside
/// the old one and no index has to follow it. It means nothing to an engine that changes rows where they are.
enum PageFilling {
  private static let shares = 10...100

  /// Whether a statement is of this kind.
  /// - Throws: ``StorageError`` `storage-statement` for anything else that is to be set.
  static func isOne(_ tokens: [SQLToken]) throws(StorageError) -> Bool {
    guard tokens.count > 3, tokens[0].isWord("alter"), tokens[1].isWord("table"), tokens[3].isWord("set") else {
      return false
    }
    guard tokens.count == 9, tokens[4].isSymbol("("), tokens[5].isWord("fillfactor"), tokens[6].isSymbol("="),
      case .number = tokens[7].kind, let share = Int(tokens[7].text), shares.contains(share), tokens[8].isSymbol(")")
    else {
      throw .malformed("Of a table only its filling is set, from 10 to 100: alter table t set (fillfactor = 50).")
    }
    return true
  }
}
