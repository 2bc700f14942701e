/// Identifiers as RFC 3986 writes them.
enum URIReference {
  /// Whether a text is a URI with a scheme.
  static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else { return false }
    let rest = text[text.index(after: colon)...]
    let parts = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.contains("#") }), parts.dropFirst().allSatisfy({ isText($0) }) else { return false }
    guard let hierarchy = parts.first, hierarchy.hasPrefix("//") else { return parts.first.map { isText($0) } ?? true }
    let authority = hierarchy.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
    return isAuthority(authority) && isText(hierarchy.dropFirst(2 + authority.count))
  }

  private static func isScheme(_ scheme: Substring) -> Bool {
    guard let first = scheme.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else { return false }
    return scheme.unicodeScalars.allSatisfy { isAlphanumeric($0) || "+-.".unicodeScalars.contains($0) }
  }

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  private static func isAuthority(_ authority: Substring) -> Bool {
    let at = authority.lastIndex(of: "@")
    if let at, !isText(authority[..<at], also: ":", without: "/?@") { return false }
    var host = at.map { authority[authority.index(after: $0)...] } ?? authority
    if host.first == "[" {
      guard let end = host.firstIndex(of: "]"), isIPv6(host[host.index(after: host.startIndex)..<end]) else {
        return false
      }
      host = host[host.index(after: end)...]
      guard host.isEmpty || host.first == ":" else { return false }
    }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isPortValid = parts.dropFirst().allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return isPortValid && parts.prefix(1).allSatisfy { isText($0, without: "/?@:") }
  }

  /// Whether all characters are allowed in a path, query or fragment and every `%` begins an escape.
  private static func isText(_ text: Substring, also more: String = "", without less: String = "") -> Bool {
    let allowed = "-._~!$&'()*+,;=:@/?" + more
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "%" {
        guard let high = rest.popFirst(), let low = rest.popFirst(), isHex(high), isHex(low) else { return false }
      } else if !isAlphanumeric(scalar) {
        guard allowed.unicodeScalars.contains(scalar), !less.unicodeScalars.contains(scalar) else { return false }
      }
    }
    return true
  }

  private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && JSONText.hexValue(UInt8(scalar.value)) != nil
  }

  /// Eight groups of up to four hexadecimal digits; `::` stands for one or more groups of zeros, and the last two
  /// may be written as an IPv4 address.
  static func isIPv6(_ text: Substring) -> Bool {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return false }
    var groups = 0
    for (number, half) in halves.enumerated() where !half.isEmpty {
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (position, part) in parts.enumerated() {
        let isLast = number == halves.count - 1 && position == parts.count - 1
        if isLast, SchemaFormat.isIPv4(part) { groups += 2; continue }
        guard (1...4).contains(part.count), part.unicodeScalars.allSatisfy(isHex) else { return false }
        groups += 1
      }
    }
    return halves.count == 2 ? groups <= 7 : groups == 8
  }
}
