internal import Foundation

/// Codes of an authenticator app: TOTP (RFC 6238) with SHA-1, 30 seconds and six digits, which every app knows.
struct TimeCode: Sendable {
  /// The seconds of a step.
  static let step = 30.0
  /// How many steps the last used one can be ahead. One farther ahead was used under a clock that has been set back
  /// since, and does not count.
  static let farthest: Int64 = 10
  let key: [UInt8]

  /// The code of a step.
  func code(at step: Int64) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
    let hash = SHA1.authenticate(message, key: key)
    let offset = Int(hash[19] & 15)
    let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let digits = String(number % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The step of a code at `now`, one step early or late allowed; nil for a wrong code or one of a step not after
  /// `last`, which was used.
  func step(of code: String, at now: Date, after last: Int64) -> Int64? {
    let current = Int64((now.timeIntervalSince1970 / Self.step).rounded(.down))
    let last = last > current + Self.farthest ? 0 : last
    return (current - 1...current + 1).first { step in
      step > last && Sodium.equal(Array(self.code(at: step).utf8), Array(code.utf8))
    }
  }
}

/// Base 32 (RFC 4648 § 6) without padding, as authenticator apps take their key.
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (buffer, bits) = (0, 0)
    for byte in bytes {
      buffer = (buffer << 8 | Int(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[buffer >> bits & 31])
      }
    }
    if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }
}
