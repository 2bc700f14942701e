internal import FieldhouseKit
internal import FieldhouseMachine

/// A checksum over the rows of a table in any order: the sum, word by word, of each row's SHA-256.
struct RowChecksum: Equatable, Sendable {
  private(set) var rows = 0
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  mutating func add(_ values: [SQLValue]) {
    var hash = SHA256()
    for value in values { Self.feed(value, to: &hash) }
    let digest = hash.finishWords()
    high &+= digest.0
    low &+= digest.1
    rows += 1
  }

  /// 32 hexadecimal digits.
  var text: String {
    [high, low].map { String(repeating: "0", count: 16 - String($0, radix: 16).count) + String($0, radix: 16) }.joined()
  }

  /// Kind, length and content, so that no two different rows are fed alike. Whole reals and integers are told apart; a zero
  /// has no sign, as SQLite keeps none.
  private static func feed(_ value: SQLValue, to hash: inout SHA256) {
    switch value {
    case .null: hash.update([0])
    case .integer(let number): hash.update([1] + bytes(UInt64(bitPattern: number)))
    case .real(let number): hash.update([2] + bytes(number == 0 ? 0 : number.bitPattern))
    case .text(let text):
      hash.update([3] + bytes(UInt64(text.utf8.count)))
      hash.update(text)
    case .blob(let blob):
      hash.update([4] + bytes(UInt64(blob.count)))
      hash.update(blob)
    }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
