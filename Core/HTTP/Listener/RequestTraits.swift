import NIOHTTP1

/// What the listener must know of a request header, found in one pass.
struct RequestTraits {
  private(set) var hosts = 0
  private(set) var host = ""
  private(set) var declaredLength: Int?
  /// Of more than one Content-Length field, or of one that is no number, nothing follows.
  private(set) var hasWrongLength = false
  private(set) var isEncoded = false
  /// Whether it says for whom it is asked.
  private(set) var isForwarded = false
  private(set) var expectation: String?
  private(set) var asksUpgrade = false
  /// How long the names are that the header has: what a request lacks is mostly known from this alone.
  private(set) var nameLengths = NameLengths()

  var hasBody: Bool { isEncoded || declaredLength ?? 0 > 0 }

  init(_ headers: HTTPHeaders) {
    for (name, value) in headers {
      nameLengths.insert(name)
      switch name.utf8.count {
      case 4 where name.matches("host"):
        hosts += 1
        host = value
      case 6 where name.matches("expect"): expectation = value
      case 7 where name.matches("upgrade"): asksUpgrade = true
      case 14 where name.matches("content-length"): takeLength(value)
      case 17 where name.matches("transfer-encoding"): isEncoded = true
      case 9 where name.matches("forwarded"), 15 where name.matches("x-forwarded-for"),
        16 where name.matches("x-forwarded-host"), 17 where name.matches("x-forwarded-proto"):
        isForwarded = true
      default: break
      }
    }
  }
}

extension RequestTraits {
  /// Content-Length is digits and nothing else (RFC 9112 § 6.2); a number too large for any body counts as the largest.
  private mutating func takeLength(_ value: String) {
    let digits = value.last == " " || value.last == "\t" ? value[...].trimming(" \t") : value[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if declaredLength != nil || !isNumber { hasWrongLength = true }
    declaredLength = Int(digits) ?? .max
  }
}

/// A set of lengths of header names; from 63 bytes on they count as one.
struct NameLengths: Sendable {
  private var bits: UInt64 = 0

  mutating func insert(_ name: String) { bits |= Self.bit(name) }

  /// Whether a name of this length is there.
  func mayContain(_ name: String) -> Bool { bits & Self.bit(name) != 0 }

  private static func bit(_ name: String) -> UInt64 { 1 << UInt64(min(name.utf8.count, 63)) }
}

extension RequestTraits {
  /// The first thing wrong with a request that is known from its header.
  /// - Parameters:
  ///   - allowedHosts: see ``ListenerConfiguration``.
  ///   - knownHost: a Host field that was in order before, and the one that is now.
  func fault(
    in head: HTTPRequestHead, target: RequestTarget?, _ limits: ListenerLimits, allowedHosts: Set<String>,
    knownHost: inout String?
  ) -> ListenerFault? {
    if head.uri.utf8.count > limits.targetBytes { return .targetTooLong }
    if head.method == .CONNECT { return .methodUnknown }
    guard let target else { return .targetInvalid }
    if hosts != 1 || target.authority != nil || host != knownHost {
      if let fault = hostFault(head, target.authority ?? host[...], allowedHosts) { return fault }
      if hosts == 1, target.authority == nil { knownHost = host }
    }
    return bodyFault(limits)
  }

  /// What is wrong with a host that a trusted proxy tells: it counts like the Host field.
  func fault(inForwarded host: String, _ configuration: ListenerConfiguration) -> ListenerFault? {
    let allowed = configuration.allowedHosts
    return allowed.isEmpty || allowed.contains(HostField.hostName(of: host[...])) ? nil : .hostNotServed
  }

  private func hostFault(_ head: HTTPRequestHead, _ authority: Substring, _ allowed: Set<String>) -> ListenerFault? {
    if hosts > 1 { return .hostRepeated }
    if hosts == 0, head.version == .http1_1 { return .hostMissing }
    if !HostField.isValid(host[...]) || !HostField.isValid(authority) { return .hostInvalid }
    if !allowed.isEmpty, !allowed.contains(HostField.hostName(of: authority)) { return .hostNotServed }
    return nil
  }

  private func bodyFault(_ limits: ListenerLimits) -> ListenerFault? {
    if isEncoded, declaredLength != nil { return .framingAmbiguous }
    if hasWrongLength { return .malformed }
    if let expectation, expectation.lowercased() != "100-continue" { return .expectationUnknown }
    if let declaredLength, declaredLength > limits.bodyBytes { return .bodyTooLarge }
    return nil
  }
}

/// A request target in origin form, whatever form it came in (RFC 9112 § 3.2).
struct RequestTarget {
  /// Path and query.
  let path: String
  /// Host and port of an absolute target, which then count instead of the Host field.
  let authority: Substring?

  /// `nil` when the target is neither a path, nor an http(s) URL, nor the `*` of an OPTIONS request.
  init?(_ uri: String, method: HTTPMethod) {
    if uri.utf8.first == UInt8(ascii: "/") || uri == "*" && method == .OPTIONS {
      path = uri
      authority = nil
    } else {
      guard let rest = Self.afterScheme(uri) else { return nil }
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
      authority = rest[..<end]
    }
  }

  private static func afterScheme(_ uri: String) -> Substring? {
    guard let colon = uri.firstIndex(of: ":"), uri[colon...].hasPrefix("://") else { return nil }
    return ["http", "https"].contains(uri[..<colon].lowercased()) ? uri[colon...].dropFirst("://".count) : nil
  }
}

extension String {
  /// Whether this header name is `name`, given in lower-case letters and hyphens.
  func matches(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { expected in
      zip(utf8, expected).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
  }
}
