/// Unpacks DEFLATE (RFC 1951) piece by piece, with what it needs kept between the pieces.
struct Inflate: Codable, Sendable {
  /// How far back what is unpacked is repeated, in bytes.
  private static let reach = 32_768
  /// After how many bytes of output a step ends.
  private static let most = 1 << 18
  /// What a block with codes of its own costs; others cost 1. RFC 1951 lets blocks be empty, and streams that are
  /// flushed have empty stored ones (§ 3.2.4), but codes take 10 bytes and more (§ 3.2.7): nobody makes them for fewer
  /// than 8 bytes of content.
  private static let codesCost = 32
  /// What a byte of output earns.
  private static let earned = 4
  /// How much blocks may cost beyond what they have brought: 65,536 empty ones, or 2,048 with codes of their own.
  private static let mostCost = 1 << 16

  private enum Mode: String, Codable, Sendable {
    case header, stored, codes, done
  }

  private var mode = Mode.header
  private var isLast = false
  private var storedLeft = 0
  private var history = XMLTokenizer.XMLBytes()
  private var input = XMLTokenizer.XMLBytes()
  private var place = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var literals: HuffmanCode?
  private var distances: HuffmanCode?
  /// What the blocks have cost so far beyond what they have brought; nil in what was kept before it was counted.
  private(set) var spent: Int?

  /// - Parameter spent: what the archive's files before have cost.
  init(spent: Int = 0) { self.spent = spent }

  var isDone: Bool { mode == .done }

  /// Adds what stands behind a place of a buffer, which is taken as it is where nothing is left of an earlier one.
  mutating func add(_ bytes: [UInt8], from start: Int) {
    giveBack()
    if place == input.bytes.count {
      (input.bytes, place) = (bytes, start)
    } else {
      input.bytes.removeFirst(place)
      input.bytes += bytes[start...]
      place = 0
    }
  }

  /// The buffer, and the place in it that stands behind the end, once it is done.
  mutating func taken() -> (bytes: [UInt8], place: Int) {
    giveBack()
    let bytes = input.bytes
    input.bytes = []
    return (bytes, place)
  }

  /// Drops of the buffer what is done with, so that it need not be kept.
  mutating func trim() {
    giveBack()
    input.bytes.removeFirst(place)
    place = 0
  }

  /// Whole bytes that were fetched and not used go back.
  private mutating func giveBack() {
    place -= bitCount / 8
    bitCount %= 8
    bits &= 1 << UInt64(bitCount) - 1
  }

  /// Unpacks some of what was added.
  /// - Returns: the output; empty when more has to be added, or when it is done.
  /// - Throws: ``ImportRefusal`` `zip-malformed`.
  mutating func step() throws(ImportRefusal) -> [UInt8] {
    var output = history.bytes
    history.bytes = []
    let begin = output.count
    while mode != .done, output.count - begin < Self.most {
      let before = self
      let had = output.count
      guard try advance(&output) else {
        (place, bits, bitCount) = (before.place, before.bits, before.bitCount)
        break
      }
      spent = max(0, (spent ?? 0) - Self.earned * (output.count - had))
    }
    let made = Array(output[begin...])
    history.bytes = Array(output.suffix(Self.reach))
    return made
  }

  /// - Returns: false when more has to be added; nothing has happened then that is not undone with the place.
  private mutating func advance(_ output: inout [UInt8]) throws(ImportRefusal) -> Bool {
    switch mode {
    case .header: return try header()
    case .stored: return stored(&output)
    case .codes: return try codes(&output)
    case .done: return true
    }
  }

  private mutating func header() throws(ImportRefusal) -> Bool {
    guard let last = take(1), let kind = take(2) else { return false }
    switch kind {
    case 0:
      _ = take(bitCount % 8)
      guard let length = take(16), let check = take(16) else { return false }
      guard length == ~check & 0xFFFF else { throw .packedWrong }
      (storedLeft, mode) = (length, .stored)
    case 1: (literals, distances, mode) = (HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances, .codes)
    case 2:
      guard let lengths = try readLengths() else { return false }
      literals = try HuffmanCode(lengths.literals)
      distances = try HuffmanCode(lengths.distances)
      mode = .codes
    default: throw .packedWrong
    }
    isLast = last == 1
    let cost = (spent ?? 0) + (kind == 2 ? Self.codesCost : 1)
    guard cost <= Self.mostCost else { throw .packedWrong }
    spent = cost
    return true
  }

  private mutating func stored(_ output: inout [UInt8]) -> Bool {
    var isAny = false
    while storedLeft > 0, bitCount >= 8, let byte = take(8) {
      output.append(UInt8(byte))
      (storedLeft, isAny) = (storedLeft - 1, true)
    }
    let count = min(storedLeft, input.bytes.count - place, Self.most)
    output += input.bytes[place..<place + count]
    (place, storedLeft) = (place + count, storedLeft - count)
    if storedLeft == 0 { mode = isLast ? .done : .header }
    return isAny || count > 0 || storedLeft == 0
  }

  /// Unpacks symbols until a good piece is done, the block ends or more has to be added.
  private mutating func codes(_ output: inout [UInt8]) throws(ImportRefusal) -> Bool {
    guard let literals, let distances else { throw .packedWrong }
    let most = output.count + 65_536
    var isAny = false
    while output.count < most {
      let before = (place, bits, bitCount)
      guard let symbol = try next(literals) else {
        (place, bits, bitCount) = before
        return isAny
      }
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        mode = isLast ? .done : .header
        return true
      } else if try !copy(symbol - 257, distances, &output) {
        (place, bits, bitCount) = before
        return isAny
      }
      isAny = true
    }
    return true
  }

  private mutating func copy(
    _ symbol: Int, _ distances: HuffmanCode, _ output: inout [UInt8]
  ) throws(ImportRefusal) -> Bool {
    guard symbol < Self.lengthBases.count else { throw .packedWrong }
    guard let more = take(Self.lengthBits[symbol]), let code = try next(distances) else { return false }
    guard code < Self.distanceBases.count else { throw .packedWrong }
    guard let far = take(Self.distanceBits[code]) else { return false }
    let (length, distance) = (Self.lengthBases[symbol] + more, Self.distanceBases[code] + far)
    guard distance <= output.count else { throw .packedWrong }
    let start = output.count - distance
    for offset in 0..<length { output.append(output[start + offset]) }
    return true
  }

  private mutating func readLengths() throws(ImportRefusal) -> (literals: [UInt8], distances: [UInt8])? {
    guard let literals = take(5), let distances = take(5), let count = take(4) else { return nil }
    var order = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(count + 4) {
      guard let length = take(3) else { return nil }
      order[place] = UInt8(length)
    }
    let (code, all) = (try HuffmanCode(order), literals + 257 + distances + 1)
    var lengths: [UInt8] = []
    while lengths.count < all {
      guard let symbol = try next(code) else { return nil }
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      guard let more = take(symbol == 16 ? 2 : symbol == 17 ? 3 : 7) else { return nil }
      if symbol == 16, lengths.isEmpty { throw .packedWrong }
      let repeated = symbol == 16 ? lengths[lengths.count - 1] : 0
      lengths += [UInt8](repeating: repeated, count: more + (symbol == 18 ? 11 : 3))
    }
    guard lengths.count == all else { throw .packedWrong }
    return (Array(lengths.prefix(literals + 257)), Array(lengths.dropFirst(literals + 257)))
  }

  private mutating func next(_ code: HuffmanCode) throws(ImportRefusal) -> Int? {
    fill()
    let entry = code.entry(of: bits)
    let length = Int(entry & 15)
    guard length > 0 else {
      if bitCount < HuffmanCode.longest { return nil }
      throw .packedWrong
    }
    guard length <= bitCount else { return nil }
    bits >>= UInt64(length)
    bitCount -= length
    return Int(entry >> 4)
  }

  private mutating func take(_ count: Int) -> Int? {
    if bitCount < count { fill() }
    guard bitCount >= count else { return nil }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func fill() {
    while bitCount <= 48, place < input.bytes.count {
      bits |= UInt64(input.bytes[place]) << UInt64(bitCount)
      bitCount += 8
      place += 1
    }
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}

extension ImportRefusal {
  static var packedWrong: ImportRefusal { ImportRefusal("zip-malformed", "The packed file is damaged.") }
}

/// A prefix code of DEFLATE. What it takes to make one goes with how many symbols there are, not with how long their
/// codes are.
struct HuffmanCode: Codable, Sendable {
  static let longest = 15
  /// Up to how many bits a code stands in the table.
  private static let shown = 9

  /// Of each symbol how many bits it has; 0 where it does not occur.
  private let lengths: [UInt8]
  /// By the next bits the symbol, shifted by 4, and how many of the bits it takes; 0 for bits that stand for nothing or
  /// begin a longer code.
  private let table: [UInt16]
  /// The symbols by their codes, shorter ones first; of each length its first code, and where its symbols begin.
  private var sorted: [UInt16] = []
  private var firsts: [Int] = []
  private var starts: [Int] = []

  /// - Throws: ``ImportRefusal`` for lengths of which no code can be made.
  init(_ lengths: [UInt8]) throws(ImportRefusal) {
    self.lengths = lengths
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in lengths {
      guard length <= Self.longest else { throw .packedWrong }
      counts[Int(length)] += 1
    }
    counts[0] = 0
    var (free, code, first, start) = (1, 0, [0], [0])
    for length in 1...Self.longest {
      free = free * 2 - counts[length]
      guard free >= 0 else { throw .packedWrong }
      code = (code + counts[length - 1]) << 1
      first.append(code)
      start.append(start[length - 1] + counts[length - 1])
    }
    (firsts, starts) = (first, start + [start[Self.longest] + counts[Self.longest]])
    sorted = [UInt16](repeating: 0, count: starts[Self.longest + 1])
    let deepest = min(lengths.map(Int.init).max() ?? 0, Self.shown)
    var table = [UInt16](repeating: 0, count: 1 << deepest)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let size = Int(length)
      sorted[start[size]] = UInt16(symbol)
      start[size] += 1
      if size <= deepest {
        for place in stride(from: Self.reversed(first[size], size), to: table.count, by: 1 << size) {
          table[place] = UInt16(symbol) << 4 | UInt16(size)
        }
      }
      first[size] += 1
    }
    self.table = table
  }

  init(from decoder: any Decoder) throws {
    try self.init(try [UInt8](from: decoder))
  }

  func encode(to encoder: any Encoder) throws { try lengths.encode(to: encoder) }

  /// By the next bits the symbol, shifted by 4, and how many of the bits it takes; 0 for bits that stand for nothing.
  func entry(of bits: UInt64) -> UInt16 {
    let entry = table[Int(bits & UInt64(table.count - 1))]
    guard entry == 0, table.count == 1 << Self.shown else { return entry }
    var code = Self.reversed(Int(bits & UInt64(table.count - 1)), Self.shown)
    for size in Self.shown + 1...Self.longest {
      code = code << 1 | Int(bits >> UInt64(size - 1) & 1)
      let index = starts[size] + code - firsts[size]
      // Those of this length lie next to each other.
      if index >= starts[size], index < starts[size + 1] { return sorted[index] << 4 | UInt16(size) }
    }
    return 0
  }

  private static func reversed(_ code: Int, _ size: Int) -> Int {
    var (rest, result) = (code, 0)
    for _ in 0..<size {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }

  /// The codes of blocks that bring none (RFC 1951, § 3.2.6).
  static let fixedLiterals = try? HuffmanCode(
    (0..<288).map { symbol -> UInt8 in symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8 })
  static let fixedDistances = try? HuffmanCode([UInt8](repeating: 5, count: 30))
}
