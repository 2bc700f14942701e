/// A line of a text file that is neither blank nor a comment.
struct SourceLine {
  /// Counted from 1.
  let number: Int
  /// The line without the blanks at its ends.
  let text: String

  /// The first word and the trimmed rest.
  var keyword: (word: String, rest: String) {
    let word = text.prefix { $0 != " " }
    return (String(word), text.dropFirst(word.count).trimmed)
  }

  /// The parts between separators, trimmed.
  func fields(separatedBy separator: Character) -> [String] {
    text.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed)
  }
}

/// The lines of a text file; blank lines and lines that begin with "#" are passed over.
struct SourceLines {
  private var lines: ArraySlice<Substring>
  private var number = 0

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
  }

  /// The next line with content, or nil at the end.
  mutating func next() -> SourceLine? {
    while let line = lines.popFirst() {
      number += 1
      let text = line.trimmed
      if !text.isEmpty, !text.hasPrefix("#") { return SourceLine(number: number, text: text) }
    }
    return nil
  }

  /// Consumes the first line, which must be `header`.
  mutating func expectHeader(_ header: String) throws(FeedProblem) {
    let line = next()
    guard line?.text == header else {
      throw FeedProblem(
        place: "line \(line?.number ?? 1)", code: "wrong-format", detail: "the first line must be \"\(header)\"")
    }
  }
}

extension StringProtocol {
  /// The text without the white space at its ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
