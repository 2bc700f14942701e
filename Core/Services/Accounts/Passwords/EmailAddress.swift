internal import FieldhouseKit

/// An e-mail address as it is kept: lower case.
struct EmailAddress: Sendable, Hashable {
  /// The sentence people read when an address cannot be one.
  static let invalidMessage = "Please enter a valid e-mail address."

  let text: String

  /// Reads what people type.
  /// - Throws: ``Problem`` 422 when it cannot be an address.
  init(_ typed: String, pointer: String = "/email") throws {
    guard let address = EmailAddress(lenient: typed) else {
      throw Problem.invalid(pointer, "email-invalid", Self.invalidMessage)
    }
    self = address
  }

  /// Reads what people type; nil when it cannot be an address.
  init?(lenient typed: String) {
    let text = typed.trimmingPrefix(while: \.isWhitespace).lowercased().trimmingSuffix(while: \.isWhitespace)
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254 else { return nil }
    guard Self.isLocalPart(parts[0]), Self.isDomain(parts[1]) else { return nil }
    self.text = text
  }

  private static func isLocalPart(_ part: Substring) -> Bool {
    let signs = Set("!#$%&'*+-/=?^_`{|}~.")
    guard (1...64).contains(part.utf8.count), part.first != ".", part.last != ".", !part.contains("..") else {
      return false
    }
    return part.allSatisfy { $0.isLetter || $0.isNumber || signs.contains($0) }
  }

  private static func isDomain(_ domain: Substring) -> Bool {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }
}

extension String {
  func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return String(text)
  }
}
