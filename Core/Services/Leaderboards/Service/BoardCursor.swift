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
  let account: AccountID

  /// How many entries of a part are on the pages so far.
  func position(in part: BoardPart, _ accounts: borrowing AccountTable) -> Int {
    if epoch == part.epoch { return part.index.position(after: key, slot) }
    let slot = accounts.number(of: account).flatMap { part.slots.slot(of: $0) }
    if let slot, part.index.key(of: slot) == key, let position = part.index.position(of: slot) {
      return position + 1
    }
    return part.index.position(before: key, 0)
  }
}

// The text: base64url of a check sum, the numbers in big-endian order and the account's id.
extension BoardCursor {
  /// Reads a cursor's text.
  /// - Throws: ``Problem`` 422 when it is none of this place.
  init(_ text: String, at place: BoardPlace, isFriends: Bool) throws {
    guard let bytes = Data(base64URL: text), bytes.count > Self.headLength,
      Self.sum(bytes.dropFirst(8), place, isFriends) == bytes.prefix(8).bigEndianNumber
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
    account = AccountID(String(decoding: bytes.dropFirst(Self.headLength), as: UTF8.self))
  }

  func text(at place: BoardPlace, isFriends: Bool) -> String {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt64(epoch) << 32 | UInt64(slot))
    for number in [key.score] + key.tieBreaks(3) + [key.achievedAt] {
      bytes.append(bigEndian: UInt64(bitPattern: number))
    }
    bytes += account.text.utf8
    var sum: [UInt8] = []
    sum.append(bigEndian: Self.sum(bytes, place, isFriends))
    return (sum + bytes).base64URL
  }

  private static let headLength = 56

  /// The 64-bit FNV-1a sum of the bytes and of what the cursor is for (Fowler, Noll, Vo; IETF draft-eastlake-fnv).
  private static func sum(_ bytes: some Sequence<UInt8>, _ place: BoardPlace, _ isFriends: Bool) -> UInt64 {
    let purpose = [place.board, place.season, place.partition, isFriends ? "friends" : "board"].joined(separator: "\n")
    let add = { (sum: UInt64, byte: UInt8) in (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return bytes.reduce(purpose.utf8.reduce(0xCBF2_9CE4_8422_2325, add), add)
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
    var text: [UInt8] = []
    text.reserveCapacity(count * 4 / 3 + 3)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
      for digit in 0...group.count { text.append(Self.alphabet[bits >> (18 - digit * 6) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  fileprivate mutating func append(bigEndian number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }
}
