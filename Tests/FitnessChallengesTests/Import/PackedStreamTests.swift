import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `A packed stream` {
  /// What a stream that is written here says, repeated byte by byte.
  private struct Plain {
    var bits = PackedBits()
    var bytes: [UInt8] = []

    mutating func add(_ byte: UInt8) {
      bits.literal(Int(byte))
      bytes.append(byte)
    }

    mutating func copy(_ length: Int, back distance: Int) {
      bits.copy(length, back: distance)
      for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
    }
  }

  private static func code(_ write: (inout PackedBits) -> Void) -> String? {
    var bits = PackedBits()
    write(&bits)
    // More than any code is long, so that nothing is awaited.
    bits.put(0, 48)
    do throws(ImportRefusal) {
      return try PackedBits.unpacked(bits.bytes) == nil ? "open" : nil
    } catch { return error.code }
  }

  @Test(arguments: [7, 1_009, 1 << 20]) func `has every length and every distance that there is`(pieces: Int) throws {
    var plain = Plain()
    // Stored first, so that copies reach over the border of blocks.
    let start = (0..<32_768).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    plain.bits.store(start)
    plain.bytes = start
    plain.bits.fixed()
    for length in 3...258 { plain.copy(length, back: 1 + length * 7 % 300) }
    for power in 0..<15 {
      for distance in [1 << power, (1 << power) + 1, (3 << power) / 2, 2 << power] where distance <= 32_768 {
        plain.copy(3, back: distance)
      }
    }
    plain.add(0)
    plain.add(143)
    plain.add(144)
    plain.add(255)
    plain.bits.literal(256)
    plain.bits.fixed(isLast: true)
    plain.copy(258, back: 32_768)
    plain.bits.literal(256)
    #expect(try PackedBits.unpacked(plain.bits.bytes, pieces: pieces) == plain.bytes)
  }

  @Test func `repeats what it has just made, in 100 of letters and copies by chance`() throws {
    var numbers = SplitMix64(state: 3)
    for _ in 0..<100 {
      var plain = Plain()
      plain.bits.fixed(isLast: true)
      for _ in 0..<Int.random(in: 1...60, using: &numbers) {
        if plain.bytes.isEmpty || Bool.random(using: &numbers) {
          plain.add(UInt8.random(in: 0...255, using: &numbers))
        } else {
          let distance = Int.random(in: 1...plain.bytes.count, using: &numbers)
          plain.copy(Int.random(in: 3...258, using: &numbers), back: distance)
        }
      }
      plain.bits.literal(256)
      let pieces = Int.random(in: 1...40, using: &numbers)
      #expect(try PackedBits.unpacked(plain.bits.bytes, pieces: pieces) == plain.bytes)
    }
  }

  private static func squares(_ count: Int) -> String { (0..<count).map { "\($0 * $0)" }.joined(separator: " ") }

  /// Letters from `A` on, as often as the numbers of Fibonacci say, so that their codes get long.
  private static var fibonacci: String {
    var (text, one, next) = ("", 1, 1)
    for letter in 0..<17 {
      text += String(repeating: Character(Unicode.Scalar(UInt8(65 + letter))), count: one)
      (one, next) = (next, one + next)
    }
    return text
  }

  /// Written by zlib 1.2.13, level 9: as usual, without copies, and with copies of the byte before alone.
  private static let written: [(text: String, packed: String)] = [
    (
      squares(120),
      """
      JZHJAcQwCANboQRzGEz/je0o+zIJAgZxzK1szdviWrbVWpc9Nz/HPHiryKJYJGji8r61jEJPNboq3ld2Y+1OW6Nr3uF7+P/IL7pt9aXQDx3c\
      aeXq6UFzT00pjbua2wJokQxE/koMEMYRhYs4zlrkKYs6DhkV0YpG/56yiy5VkfQXNORJvyw6p2bkMC0fc3MhqANLiaoSvipIq2Gu0bZa4x72\
      ua6FUxuTsaud7yha/vUhS5XjJhV9qe2hSz/6zbkyh4phps1l7gwEs7A8Wf8Cvle6RcP8HvSrPVAQQYmbbLnvfLeSWSe+uI4MbhTYjNhdde6R\
      iks+estSf3I3/pdOeR5X9sfoErHfUb77ZN3vQLparg5Y3v4D
      """
    ),
    (
      squares(60),
      """
      BcEBAcBACAMxKyeBlsIe/8aWFCIcWjz0kmPDE6pCFkrQHrrFHjyL39EOvSJVJCIvjI/5lvWw3/L5+F54EVfFrVA5qN4hzSJ7kG9R76EkaCy0\
      VWif0LdBL4euF5cHS4tdh7uCU8JThbeEvwp+dfi0dHlo9dLO0b2h8/QD
      """
    ),
    (fibonacci, "7cFRCoAgEEDBs5VraWbp/S8TgR99CFKwGPVmhtEYEbGnqZivXI1vWp4JWtaXiX+xoY8dUJUAfFEGAOCuAw=="),
  ]

  @Test(arguments: 0..<3) func `is read as another program has written it`(index: Int) throws {
    let (text, packed) = Self.written[index]
    let bytes = Array(try #require(Data(base64Encoded: packed)))
    for pieces in [1, 3, 1_000] {
      let unpacked = try PackedBits.unpacked(bytes, pieces: pieces)
      #expect(unpacked.map { String(decoding: $0, as: UTF8.self) } == text)
    }
    for count in 0..<bytes.count { #expect(try PackedBits.unpacked(Array(bytes.prefix(count))) == nil, "cut") }
  }

  @Test func `that goes back behind its begin is damaged, by one byte too`() {
    func back(_ distance: Int) -> String? {
      Self.code { bits in
        bits.fixed(isLast: true)
        for letter in [65, 66, 67] { bits.literal(letter) }
        bits.copy(3, back: distance)
        bits.literal(256)
      }
    }
    #expect(back(3) == nil && back(4) == "zip-malformed" && back(32_768) == "zip-malformed")
  }

  @Test func `is damaged by what no block has`() {
    #expect(Self.code { $0.put(0b111, 3) } == "zip-malformed", "a fourth kind")
    #expect(
      Self.code { bits in
        bits.put(0b001, 3)
        bits.put(0, 5)
        bits.put(5, 16)
        bits.put(5, 16)
      } == "zip-malformed", "a length that is not told twice")
    for symbol in [286, 287] {
      #expect(
        Self.code { bits in
          bits.fixed(isLast: true)
          bits.literal(symbol)
        } == "zip-malformed", "a length that there is not")
    }
    for distance in [30, 31] {
      #expect(
        Self.code { bits in
          bits.fixed(isLast: true)
          bits.literal(65)
          bits.literal(257)
          bits.put(code: distance, 5)
        } == "zip-malformed", "a distance that there is not")
    }
  }

  @Test func `is damaged by codes of which none can be made`() {
    /// A block with codes, whose lengths of codes of lengths are given in their order: 16, 17, 18, 0, 8, …
    func codes(_ lengths: [Int], _ rest: (inout PackedBits) -> Void) -> String? {
      Self.code { bits in
        bits.put(0b101, 3)
        bits.put(0, 10)
        bits.put(lengths.count - 4, 4)
        for length in lengths { bits.put(length, 3) }
        rest(&bits)
      }
    }
    #expect(codes([1, 1, 1, 1]) { _ in } == "zip-malformed", "four codes of one bit")
    #expect(
      codes([1, 0, 0, 1]) { $0.put(code: 1, 1) } == "zip-malformed", "the length before the first one once more")
    // 138 and 138 symbols that do not occur are more than the 258 that there are.
    #expect(
      codes([0, 0, 1, 1]) { bits in
        for _ in 1...2 {
          bits.put(code: 1, 1)
          bits.put(127, 7)
        }
      } == "zip-malformed")
  }
}
