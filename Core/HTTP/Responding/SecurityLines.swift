/// Header lines that every answer of the host has, whatever it answers.
enum SecurityLines {
  /// No guessing of types, no address told to other sites, no window or document shared with them.
  static let plain: StaticString = """
    x-content-type-options: nosniff\r
    referrer-policy: no-referrer\r
    cross-origin-opener-policy: same-origin\r
    cross-origin-resource-policy: same-origin\r\n
    """

  /// The same, and for a year only over TLS (RFC 6797).
  static let strict: StaticString = """
    x-content-type-options: nosniff\r
    referrer-policy: no-referrer\r
    cross-origin-opener-policy: same-origin\r
    cross-origin-resource-policy: same-origin\r
    strict-transport-security: max-age=31536000\r\n
    """

  /// The names, which no route sets itself, and that of cookies, which go out as ``Cookie`` where they may.
  static let names: Set = [
    "set-cookie",
    "x-content-type-options", "referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy",
    "strict-transport-security",
  ]

  /// What an answer may load that is no page: nothing.
  static let dataPolicy = "default-src 'none'; frame-ancestors 'none'"
}
