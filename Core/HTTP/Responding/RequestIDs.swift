/// Makes the ids of requests: unique on this host, short, and cheap.
final class RequestIDs: Sendable {
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  /// Seven digits at most: with the count an id stays within the 15 bytes that a text keeps without memory of its own.
  private let prefix = Array((String(UInt64.random(in: 0..<(1 << 36)), radix: 36) + "-").utf8)
  private let counts = LoopCounts()

  /// The id a client or proxy offers when it is sensible, else a new one.
  /// - Parameter loop: the event loop that makes it.
  func next(offered: String?, on loop: Int = 0) -> String {
    if let offered, (8...64).contains(offered.utf8.count), offered.utf8.allSatisfy(RequestIDs.isPlain) {
      return offered
    }
    return id(UInt64(counts.add(1, on: loop) * counts.parts + loop % counts.parts))
  }

  /// The prefix and the number to base 36, its last digit first: an id need not be read as a number.
  private func id(_ number: UInt64) -> String {
    String(unsafeUninitializedCapacity: prefix.count + 13) { bytes in
      var (length, rest) = (bytes.initialize(fromContentsOf: prefix), number)
      repeat {
        bytes[length] = Self.digits[Int(rest % 36)]
        (length, rest) = (length + 1, rest / 36)
      } while rest > 0
      return length
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}
