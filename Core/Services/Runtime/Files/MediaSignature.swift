/// The bytes by which files of the kept media types begin (WHATWG MIME Sniffing § 6, ISO 32000-1 § 7.5.2).
enum MediaSignature {
  private static let patterns: [String: [UInt8?]] = [
    "image/png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    "image/jpeg": [0xFF, 0xD8, 0xFF],
    "image/webp": bytes("RIFF") + [nil, nil, nil, nil] + bytes("WEBPVP"),
    "application/pdf": bytes("%PDF-"),
  ]

  /// The media types that are known by their first bytes.
  static var types: Set<String> { Set(patterns.keys) }

  /// Whether bytes begin like a file of a type.
  static func fits(_ file: [UInt8], _ type: String) -> Bool {
    guard let pattern = patterns[type], file.count >= pattern.count else { return false }
    return zip(file, pattern).allSatisfy { $1 == nil || $0 == $1 }
  }

  private static func bytes(_ text: String) -> [UInt8?] { Array(text.utf8) }
}
