@testable import FitnessChallenges

/// Writes FIT files as devices do, for tests.
struct FITSample {
  private var messages: [UInt8] = []
  private let isBig: Bool

  /// - Parameter isBig: whether numbers are written with the highest byte first.
  init(isBig: Bool = false) { self.isBig = isBig }

  /// A field: its number, how many bytes it has, and what it is.
  typealias Field = (number: UInt8, size: Int, value: UInt64)

  mutating func define(_ local: UInt8, _ message: UInt16, _ fields: [(UInt8, Int)], developer: [(UInt8, Int)] = []) {
    messages.append(0x40 | local | (developer.isEmpty ? 0 : 0x20))
    messages += [0, isBig ? 1 : 0] + bytes(UInt64(message), 2) + [UInt8(fields.count)]
    for (number, size) in fields { messages += [number, UInt8(size), size == 1 ? 0 : size == 2 ? 0x84 : 0x86] }
    guard !developer.isEmpty else { return }
    messages.append(UInt8(developer.count))
    for (number, size) in developer { messages += [number, UInt8(size), 0] }
  }

  /// A message of a definition, with more bytes behind its fields.
  mutating func add(_ head: UInt8, _ values: [(Int, UInt64)], more: [UInt8] = []) {
    messages.append(head)
    for (size, value) in values { messages += bytes(value, size) }
    messages += more
  }

  func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    return isBig ? little.reversed() : little
  }

  /// The file with its header and check sum.
  var file: [UInt8] {
    let size = UInt32(messages.count)
    var head: [UInt8] = [14, 0x20, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(8 * $0)) }
    head += Array(".FIT".utf8) + [0, 0]
    let crc = FITChecksum.of((head + messages)[...], from: 0)
    return head + messages + [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
  }

  /// A walk of 11 points to the north with 90 strides, whose device says 111.2 m and 100 s.
  static func walk(isBig: Bool = false, sport: UInt64 = 11) -> FITSample {
    var sample = FITSample(isBig: isBig)
    let begin: UInt64 = 1_144_825_200
    sample.define(0, 0, [(0, 1)])
    sample.add(0, [(1, 4)])
    sample.define(1, 20, [(253, 4), (0, 4), (1, 4)], developer: [(0, 3)])
    for number in 0..<11 {
      let north = Int32((48 + Double(number) * 0.0001) / 180 * 2_147_483_648)
      let east = Int32(11.0 / 180 * 2_147_483_648)
      sample.add(
        1,
        [
          (4, begin + UInt64(number) * 10), (4, UInt64(UInt32(bitPattern: north))),
          (4, UInt64(UInt32(bitPattern: east))),
        ], more: [1, 2, 3])
    }
    sample.define(2, 18, [(253, 4), (2, 4), (7, 4), (8, 4), (9, 4), (10, 4), (5, 1)])
    sample.add(2, [(4, begin + 100), (4, begin), (4, 110_000), (4, 100_000), (4, 11_120), (4, 90), (1, sport)])
    return sample
  }
}
