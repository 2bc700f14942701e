@testable import FitnessChallenges

/// Writes ZIP archives as apps do, for tests.
struct ZipSample {
  /// What stands behind a file: nothing, or check sum and sizes, with a mark before them or without, in 4 bytes each or in 8.
  enum Tail: CaseIterable {
    case nothing, plain, marked, long, markedLong
  }

  private var bytes: [UInt8] = []

  /// The archive with the begin of its list.
  var file: [UInt8] { bytes + Array("PK\u{01}\u{02}".utf8) + [UInt8](repeating: 0, count: 42) }

  /// - Parameters:
  ///   - method: 8 for a packed file, 0 for a stored one.
  ///   - isLong: whether the sizes stand in an extra field of ZIP64, behind another one.
  ///   - crc: the check sum; that of the content unless given.
  mutating func add(
    _ name: String, _ content: [UInt8], method: Int = 8, tail: Tail = .nothing, isLong: Bool = false,
    crc: UInt32? = nil
  ) {
    let packed = method == 8 ? Self.packed(content) : content
    let sum = Int(crc ?? CRC32.of(content, from: 0))
    let isLater = tail != .nothing
    var extra: [UInt8] = []
    if isLong {
      extra = Self.little(0x5455, 2) + Self.little(5, 2) + [1, 2, 3, 4, 5]
      extra += Self.little(1, 2) + Self.little(16, 2) + Self.little(content.count, 8) + Self.little(packed.count, 8)
    }
    let sizes = isLater ? [0, 0] : isLong ? [0xFFFF_FFFF, 0xFFFF_FFFF] : [packed.count, content.count]
    bytes += Array("PK\u{03}\u{04}".utf8) + Self.little(20, 2) + Self.little(isLater ? 8 : 0, 2)
    bytes += Self.little(method, 2) + Self.little(0, 4) + Self.little(isLater ? 0 : sum, 4)
    bytes += sizes.flatMap { Self.little($0, 4) }
    bytes += Self.little(name.utf8.count, 2) + Self.little(extra.count, 2) + Array(name.utf8) + extra + packed
    guard isLater else { return }
    if tail == .marked || tail == .markedLong { bytes += Array("PK\u{07}\u{08}".utf8) }
    let size = tail == .long || tail == .markedLong ? 8 : 4
    bytes += Self.little(sum, 4) + Self.little(packed.count, size) + Self.little(content.count, size)
  }

  /// Stored blocks, which are packing, too.
  private static func packed(_ content: [UInt8]) -> [UInt8] {
    var bits = PackedBits()
    for start in stride(from: 0, to: content.count, by: 60_000) {
      bits.store(Array(content[start..<min(content.count, start + 60_000)]))
    }
    bits.store([], isLast: true)
    return bits.bytes
  }

  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
