/// A step of the way of a request, as the proxy that took it says.
enum Hop: Sendable, Hashable {
  case address(IPAddress)
  /// The proxy does not tell the address: `unknown`, or a name it has made up, such as `_hidden` (RFC 7239 § 6.3).
  case named(String)

  /// Reads `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`, `unknown` or `_name`.
  init(_ text: some StringProtocol) {
    if let address = Hop.address(in: text) {
      self = .address(address)
    } else {
      let name = text.prefix { $0 != ":" }
      self = .named(Hop.isObfuscated(name) ? String(name) : "unknown")
    }
  }

  private static func address(in text: some StringProtocol) -> IPAddress? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      return IPAddress(text[text.index(after: text.startIndex)..<end])
    }
    if let address = IPAddress(text) { return address }
    guard let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon else { return nil }
    return IPAddress(text[..<colon])
  }

  private static func isObfuscated(_ name: some StringProtocol) -> Bool {
    name.first == "_" && (2...64).contains(name.utf8.count) && name.utf8.allSatisfy(nameBytes.contains)
  }

  private static let nameBytes = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
}

/// One element of the `Forwarded` field (RFC 7239 § 4): what one proxy says of the request it passed on.
struct ForwardedElement: Sendable, Hashable {
  /// Who asked; nil when the proxy does not say.
  private(set) var hop: Hop?
  private(set) var proto: String?
  private(set) var host: String?

  /// The elements of a field's value in the order in which the proxies added them; nil when it does not follow the
  /// grammar.
  static func elements(of value: String) -> [ForwardedElement]? {
    var bytes = value.utf8[...]
    var elements: [ForwardedElement] = []
    repeat {
      bytes.skipSpace()
      var element = ForwardedElement()
      guard let isEmpty = element.readPairs(&bytes) else { return nil }
      if !isEmpty { elements.append(element) }
    } while bytes.skip(",")
    return bytes.isEmpty ? elements : nil
  }

  /// Reads pairs up to the end of the element; the answer is whether there was none, or nil for a breach.
  private mutating func readPairs(_ bytes: inout Substring.UTF8View) -> Bool? {
    var isEmpty = true
    repeat {
      bytes.skipSpace()
      guard let name = bytes.token() else { continue }
      guard bytes.skip("="), let value = bytes.quoted() ?? bytes.token() else { return nil }
      isEmpty = false
      take(name.lowercased(), value)
      bytes.skipSpace()
    } while bytes.skip(";")
    return isEmpty
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "for": hop = Hop(value)
    case "proto": proto = value.lowercased()
    case "host": host = value
    default: break
    }
  }
}

extension Substring.UTF8View {
  /// The characters of a token (RFC 9110 § 5.6.2), and those of addresses that many proxies leave unquoted.
  private static let tokenBytes = ByteSet(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~:[]/")

  fileprivate mutating func skipSpace() { while skip(" ") || skip("\t") {} }

  fileprivate mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func token() -> String? {
    let token = prefix(while: Self.tokenBytes.contains)
    guard !token.isEmpty else { return nil }
    self = self[token.endIndex...]
    return String(Substring(token))
  }

  /// A quoted text without its marks and backslashes.
  fileprivate mutating func quoted() -> String? {
    guard skip("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let next = popFirst() else { return nil }
        text.append(next)
      default: text.append(byte)
      }
    }
    return nil
  }
}
