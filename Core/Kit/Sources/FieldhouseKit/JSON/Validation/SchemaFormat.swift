/// Checks the texts and numbers of one format.
struct SchemaFormat: Sendable {
  let kind: Schema.Format

  func matches(_ text: String) -> Bool {
    switch kind {
    case .dateTime: RFC3339.date(from: text) != nil
    case .date: RFC3339.isDate(text)
    case .email: MailboxFormat.isValid(text)
    case .uri: URIReference.isURI(text)
    case .uuid: Self.isUUID(text)
    case .ipv4: Self.isIPv4(text[...])
    case .int32, .int64: true
    }
  }

  func matches(_ number: JSON) -> Bool {
    switch (kind, number) {
    case (.int32, _): number.double.map { Int32(exactly: $0) != nil } ?? true
    case (.int64, .number(let value)): Int64(exactly: value) != nil
    default: true
    }
  }

  /// What the format asks for, with an example.
  var expectation: String {
    switch kind {
    case .dateTime: "a date and time such as 2025-08-15T19:00:00Z"
    case .date: "a date such as 2025-08-15"
    case .email: "an e-mail address such as name@example.org"
    case .uri: "a URI such as https://example.org/page"
    case .uuid: "a UUID such as 0192f4a8-5d1c-7c3e-9b2a-1f0e4d3c2b1a"
    case .ipv4: "an IPv4 address such as 192.0.2.1"
    case .int32: "a whole number of 32 bits"
    case .int64: "a whole number of 64 bits"
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { JSONText.hexValue($0) != nil } }
  }

  static func isIPv4(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        let digits = part.utf8
        guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return (digits.count == 1 || digits.first != 0x30) && Int(part)! <= 255
      }
  }
}
