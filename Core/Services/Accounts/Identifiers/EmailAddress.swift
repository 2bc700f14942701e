internal import FieldhouseKit
internal import Foundation

/// An e-mail address in its normal form, the only one it is kept, looked up and written to by: composed characters
/// (NFC) in lower case, nothing invisible, the domain as ASCII (`xn--…`) without a dot at its end. Addresses that
/// differ in any other way are different mailboxes.
struct EmailAddress: Sendable, Hashable {
  /// The sentence people read when an address cannot be one.
  static let invalidMessage = "Please enter a valid e-mail address."

  /// The normal form, at most 254 bytes.
  let text: String
  /// What it was kept as before there was a normal form.
  let former: String

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
    let parts = PlainText.visible(typed).trimmed.replacing("\u{FF20}", with: "@")
      .split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let local = Self.local(String(parts[0])), let domain = MailDomain.ascii(String(parts[1]))
    else { return nil }
    text = "\(local)@\(domain)"
    former = typed.trimmed.lowercased()
    guard text.utf8.count <= 254 else { return nil }
  }

  private static func local(_ part: String) -> String? {
    let text = part.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
    guard (1...64).contains(text.utf8.count), text.first != ".", text.last != ".", !text.contains("..") else {
      return nil
    }
    return text.unicodeScalars.allSatisfy { "!#$%&'*+-/=?^_`{|}~.".unicodeScalars.contains($0) || isWord($0) }
      ? text : nil
  }

  /// Whether a character is a letter, a digit, or a mark on one.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber:
      true
    default: false
    }
  }

  static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The domain of an e-mail address.
enum MailDomain {
  /// The domain as the name service knows it (UTS #46), in lower case; nil when it cannot be one.
  static func ascii(_ typed: String) -> String? {
    var text = typed.replacing(/[\u{3002}\u{FF0E}\u{FF61}]/, with: ".")
    if text.hasSuffix(".") { text.removeLast() }
    guard text.unicodeScalars.allSatisfy({ $0 == "." || $0 == "-" || EmailAddress.isWord($0) }) else { return nil }
    let host = text.utf8.allSatisfy { $0 < 128 } ? text : URLComponents(string: "http://\(text)/")?.encodedHost
    guard let domain = host?.lowercased(), isDomain(domain) else { return nil }
    return domain
  }

  private static func isDomain(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
          }
      }
  }
}
