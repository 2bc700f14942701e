/// A piece of a statement's text. White space and comments are between tokens.
struct SQLToken: Sendable {
  enum Kind: Sendable {
    /// A keyword or a name, as written.
    case word
    /// A name in double quotes.
    case quotedName
    /// A text literal in single quotes.
    case string
    case number
    /// `?` followed by its number.
    case placeholder(Int)
    /// Any other single byte.
    case symbol(UInt8)
  }

  let kind: Kind
  /// The bytes it takes in the text.
  let range: Range<Int>
  /// A word or number in lower case, the content of a quoted name or literal; else empty.
  let text: String
  /// Whether a word, or what stands in quotes, has letters from A to Z.
  var hasCapitals = false

  var isWord: Bool { if case .word = kind { true } else { false } }

  /// Whether it is a name, or a word that may be one.
  var isName: Bool {
    switch kind {
    case .word: !SQLComparisons.keywords.contains(text)
    case .quotedName: true
    case .string, .number, .placeholder, .symbol: false
    }
  }

  /// Whether a value ends with it.
  var endsValue: Bool {
    switch kind {
    case .word: isName || text == "end"
    case .quotedName, .string, .number, .placeholder: true
    case .symbol: isSymbol(")")
    }
  }

  func isSymbol(_ character: Unicode.Scalar) -> Bool {
    if case .symbol(let byte) = kind { UInt32(byte) == character.value } else { false }
  }

  /// Whether it is this word, given in lower case.
  func isWord(_ word: String) -> Bool { isWord && text == word }
}
