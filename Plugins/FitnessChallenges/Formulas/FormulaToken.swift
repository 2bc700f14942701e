/// A word of a formula with its place.
struct FormulaToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case number(Double)
    case name(String)
    case sign(String)
    case end
  }

  let kind: Kind
  /// The character at which it begins, from 1.
  let position: Int

  /// The words of a text.
  /// - Throws: ``FormulaMistake``.
  static func read(_ text: String) throws -> [FormulaToken] {
    let letters = Array(text)
    guard letters.count <= Formula.longest else {
      throw FormulaMistake(
        position: Formula.longest + 1, text: "A formula has at most \(Formula.longest) characters.")
    }
    var (tokens, place): ([FormulaToken], Int) = ([], 0)
    while place < letters.count {
      if letters[place] == " " { place += 1; continue }
      let (kind, length) = try next(letters[place...], at: place + 1)
      tokens.append(FormulaToken(kind: kind, position: place + 1))
      place += length
    }
    return tokens + [FormulaToken(kind: .end, position: letters.count + 1)]
  }

  private static func next(_ rest: ArraySlice<Character>, at position: Int) throws -> (Kind, Int) {
    let first = rest[rest.startIndex]
    if first.isDigit { return try number(rest, at: position) }
    if first.isLetter, first.isASCII {
      let name = rest.prefix { $0.isLetter && $0.isASCII }
      return (.name(String(name).lowercased()), name.count)
    }
    if ["<=", ">=", "<>"].contains(String(rest.prefix(2))) { return (.sign(String(rest.prefix(2))), 2) }
    guard "+-*/()<>=,".contains(first) else {
      throw FormulaMistake(position: position, text: "A formula has no '\(first)'.")
    }
    return (.sign(String(first)), 1)
  }

  private static func number(_ rest: ArraySlice<Character>, at position: Int) throws -> (Kind, Int) {
    let whole = rest.prefix { $0.isDigit }
    var (text, decimals) = (String(whole), 0)
    if rest.dropFirst(whole.count).first == ".", rest.dropFirst(whole.count + 1).first?.isDigit == true {
      let behind = rest.dropFirst(whole.count + 1).prefix { $0.isDigit }
      (text, decimals) = (text + "." + String(behind), behind.count)
    }
    guard whole.count <= 12, decimals <= 3, let value = Double(text) else {
      throw FormulaMistake(position: position, text: "A number has at most 12 digits before the point and 3 behind it.")
    }
    return (.number(value), text.count)
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
