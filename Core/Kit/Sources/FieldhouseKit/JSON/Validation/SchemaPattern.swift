import Foundation

/// A regular expression of ECMAScript, which JSON Schema prescribes, searched anywhere in a text.
struct SchemaPattern: Sendable {
  let source: String
  private let expression: NSRegularExpression

  init?(_ source: String) {
    guard let expression = try? NSRegularExpression(pattern: Self.translated(source)) else { return nil }
    self.source = source
    self.expression = expression
  }

  func matches(_ text: String) -> Bool {
    expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }

  /// The same expression for ICU, where they differ: `$` means the very end, `\d` and `\w` mean ASCII, and
  /// inside brackets `[` and `&` are plain characters.
  static func translated(_ source: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = source.unicodeScalars[...]
    var isInClass = false
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": result.append(contentsOf: escape(rest.popFirst(), isInClass))
      case "[" where isInClass, "&" where isInClass: result.append(contentsOf: ["\\", scalar])
      case "[", "]":
        isInClass = scalar == "["
        result.append(scalar)
      case "$" where !isInClass: result.append(contentsOf: "\\z".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func escape(_ scalar: Unicode.Scalar?, _ isInClass: Bool) -> String.UnicodeScalarView {
    let text =
      switch scalar {
      case "d": isInClass ? "0-9" : "[0-9]"
      case "D": "[^0-9]"
      case "w": isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
      case "W": "[^A-Za-z0-9_]"
      case "/": "/"
      case "-": "\\-"
      case let scalar?: "\\\(scalar)"
      case nil: "\\"
      }
    return text.unicodeScalars
  }
}
