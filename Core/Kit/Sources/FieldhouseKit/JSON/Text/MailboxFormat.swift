/// Addresses as RFC 5321 § 4.1.2 writes a mailbox, in ASCII.
enum MailboxFormat {
  static func isValid(_ text: String) -> Bool {
    guard text.utf8.count <= 254, let at = text.lastIndex(of: "@") else { return false }
    let local = text[..<at]
    let domain = text[text.index(after: at)...]
    return (1...64).contains(local.utf8.count) && (isDotted(local) || isQuoted(local)) && isDomain(domain)
  }

  private static func isDotted(_ local: Substring) -> Bool {
    local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.unicodeScalars.allSatisfy(isAtom)
    }
  }

  private static func isAtom(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  private static func isQuoted(_ local: Substring) -> Bool {
    guard local.count >= 3, local.first == "\"", local.last == "\"" else { return false }
    var isEscaped = false
    for scalar in local.dropFirst().dropLast().unicodeScalars {
      guard (" "..."~").contains(scalar) else { return false }
      if isEscaped { isEscaped = false; continue }
      if scalar == "\"" { return false }
      isEscaped = scalar == "\\"
    }
    return !isEscaped
  }

  private static func isDomain(_ domain: Substring) -> Bool {
    if domain.first == "[", domain.last == "]" { return isLiteral(domain.dropFirst().dropLast()) }
    return domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
    }
  }

  private static func isLiteral(_ address: Substring) -> Bool {
    if SchemaFormat.isIPv4(address) { return true }
    guard address.lowercased().hasPrefix("ipv6:") else { return false }
    return URIReference.isIPv6(address.dropFirst(5))
  }
}
