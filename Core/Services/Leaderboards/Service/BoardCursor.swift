import FieldhouseKit
import Foundation

/// Where a page ended: at an entry's key, not at a rank, so that entries that come or go above move nobody across it.
///
/// Entries with equal keys are ordered by slot. A slot means something only in the part it was given in, so after a
/// rebuild the account says where to go on, or else the first entry with the key: then rows may come twice, but none is
/// left out.
struct BoardCursor: Sendable, Equatable {
  let key: RankKey
  let slot: UInt32
  let epoch: UInt32
  let account: String

  /// How many entries of a part are on the pages so far.
  func position(in part: BoardPart, _ accounts: borrowing AccountTable) -> Int {
    if epoch == part.epoch { return part.index.position(after: key, slot) }
    let slot = accounts.number(of: AccountID(account)).flatMap { part.slots.slot(of: $0) }
    if let slot, part.index.key(of: slot) == key, let position = part.index.position(of: slot) {
      return position + 1
    }
    return part.index.position(before: key, 0)
  }
}

// The text: base64url of a check sum, the numbers in big-endian order and the account's id.
extension BoardCursor {
  /// Reads a cursor's text.
  /// - Throws: ``Problem`` 422 when it is none of this list of this place.
  init(_ text: String, at place: BoardPlace, list: String) throws {
    guard let bytes = Data(base64URL: text), bytes.count > Self.headLength,
      Self.sum(bytes.dropFirst(8), place, list) == bytes.prefix(8).bigEndianNumber
    else {
      throw Problem.invalid(
        "/after", "cursor", "This is no 'next' of this list. Leave 'after' out to begin anew.")
    }
    let numbers = (1..<7).map {
      Int64(bitPattern: bytes.dropFirst($0 * 8).prefix(8).bigEndianNumber)
    }
    key = RankKey(score: numbers[1], tieBreaks: Array(numbers[2...4]), achievedAt: numbers[5])
    slot = UInt32(truncatingIfNeeded: numbers[0])
    epoch = UInt32(truncatingIfNeeded: numbers[0] >> 32)
    account = String(decoding: bytes.dropFirst(Self.headLength), as: UTF8.self)
  }

  func text(at place: BoardPlace, list: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headLength + account.utf8.count)
    bytes.append(bigEndian: 0)
    bytes.append(bigEndian: UInt64(epoch) << 32 | UInt64(slot))
    bytes.append(bigEndian: UInt64(bitPattern: key.score))
    for column in 0..<3 { bytes.append(bigEndian: UInt64(bitPattern: key[tieBreak: column])) }
    bytes.append(bigEndian: UInt64(bitPattern: key.achievedAt))
    bytes += account.utf8
    bytes.replace(bigEndian: Self.sum(bytes.dropFirst(8), place, list))
    return bytes.base64URL
  }

  private static let headLength = 56

  /// The 64-bit FNV-1a sum of the bytes and of what the cursor is for (Fowler, Noll, Vo; IETF draft-eastlake-fnv).
  private static func sum(_ bytes: some Sequence<UInt8>, _ place: BoardPlace, _ list: String) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in [place.board, place.season, place.partition] {
      add(text.utf8, to: &sum)
      add(CollectionOfOne(UInt8(ascii: "\n")), to: &sum)
    }
    add(list.utf8, to: &sum)
    add(bytes, to: &sum)
    return sum
  }

  private static func add(_ bytes: some Sequence<UInt8>, to sum: inout UInt64) {
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}

extension Data {
  fileprivate init?(base64URL text: String) {
    var standard = text.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? 0x2F : $0 }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    self.init(base64Encoded: Data(standard))
  }

  fileprivate var bigEndianNumber: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

extension [UInt8] {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Without padding (RFC 4648, section 5).
  fileprivate var base64URL: String {
    let length = (count * 8 + 5) / 6
    return String(unsafeUninitializedCapacity: length) { text in
      for digit in 0..<length {
        let (byte, bit) = (digit * 6).quotientAndRemainder(dividingBy: 8)
        let pair = UInt16(self[byte]) << 8 | (byte + 1 < count ? UInt16(self[byte + 1]) : 0)
        text[digit] = Self.alphabet[Int(pair >> UInt16(10 - bit)) & 63]
      }
      return length
    }
  }

  fileprivate mutating func append(bigEndian number: UInt64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Puts a number in the place of the first eight bytes.
  fileprivate mutating func replace(bigEndian number: UInt64) {
    withUnsafeMutableBytes { $0.storeBytes(of: number.bigEndian, as: UInt64.self) }
  }
}
