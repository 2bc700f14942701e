/// The value of a `Content-Type` field (RFC 9110 § 8.3).
struct MediaTypeField: Hashable {
  /// Type and subtype, lower case.
  let type: String
  /// The character set, lower case; nil when none is named.
  let charset: String?

  init(_ value: String) {
    if value == "application/json" { (type, charset) = (value, nil); return }
    let pieces = value.split(separator: ";", omittingEmptySubsequences: false)
    type = pieces[0].trimming(" \t").lowercased()
    charset = pieces.dropFirst().lazy.compactMap(Self.charset).first
  }

  /// Whether a text of this type is in UTF-8, the only character set that is read.
  var isUTF8: Bool { charset == nil || charset == "utf-8" }

  private static func charset(_ parameter: Substring) -> String? {
    let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimming(" \t").lowercased() == "charset" else { return nil }
    return parts[1].trimming(" \t").trimming("\"").lowercased()
  }
}
