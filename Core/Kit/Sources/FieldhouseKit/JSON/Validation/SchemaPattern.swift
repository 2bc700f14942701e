import Foundation

/// A regular expression of ECMAScript, which JSON Schema prescribes, searched anywhere in a text.
struct SchemaPattern: Sendable {
  let source: String
  private let expression: NSRegularExpression

  init?(_ source: String) {
    guard let translated = Self.translated(source),
      let expression = try? NSRegularExpression(pattern: translated)
    else { return nil }
    self.source = source
    self.expression = expression
  }

  func matches(_ text: String) -> Bool {
    expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }

  /// The same expression for ICU, where they differ: `$` means the very end, `.` anything but the four ends of a
  /// line, `\d`, `\w` and `\b` mean ASCII, `\s` the spaces of ECMAScript, and inside brackets `[`, `&` and `--` have no
  /// meaning of their own. Nil when a letter is escaped that means nothing in ECMAScript.
  private static func translated(_ source: String) -> String? {
    var result = String.UnicodeScalarView()
    var rest = source.unicodeScalars[...]
    var isInClass = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let escape = escape(rest.popFirst(), isInClass, before: rest.first) else { return nil }
        result.append(contentsOf: escape.unicodeScalars)
      case "[" where isInClass, "&" where isInClass, "-" where isInClass && result.last == "-":
        result.append(contentsOf: ["\\", scalar])
      case "[", "]":
        isInClass = scalar == "["
        result.append(scalar)
      case "$" where !isInClass: result.append(contentsOf: "\\z".unicodeScalars)
      case "." where !isInClass: result.append(contentsOf: #"[^\n\r\u2028\u2029]"#.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static let letter = "[A-Za-z0-9_]"
  private static let spaces = #"\t\n\x0B\f\r\p{Zs}\uFEFF\u2028\u2029"#
  private static let edge = "(?:(?<=\(letter))(?!\(letter))|(?<!\(letter))(?=\(letter)))"
  private static let noEdge = "(?:(?<=\(letter))(?=\(letter))|(?<!\(letter))(?!\(letter)))"

  private static func escape(_ scalar: Unicode.Scalar?, _ isInClass: Bool, before next: Unicode.Scalar?) -> String? {
    switch scalar {
    case "d": isInClass ? "0-9" : "[0-9]"
    case "D": "[^0-9]"
    case "w": isInClass ? "A-Za-z0-9_" : letter
    case "W": "[^A-Za-z0-9_]"
    case "s": isInClass ? spaces : "[\(spaces)]"
    case "S": "[^\(spaces)]"
    case "b": isInClass ? #"\x08"# : edge
    case "B": isInClass ? nil : noEdge
    case "v": #"\x0B"#
    case "0": #"\x00"#
    case "u" where next == "{": #"\x"#
    case "/": "/"
    case "-": #"\-"#
    case let scalar?: isUnknown(scalar) ? nil : "\\\(scalar)"
    case nil: nil
    }
  }

  private static func isUnknown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic && !"cfknpPrtux".unicodeScalars.contains(scalar)
  }
}
