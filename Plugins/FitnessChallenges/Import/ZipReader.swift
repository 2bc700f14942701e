/// Reads the files of a ZIP archive (PKWARE APPNOTE 6.3) one after the other, as they come; its list at the end is not needed.
struct ZipReader: Codable, Sendable {
  /// What is going on.
  enum Event {
    case begin(name: String)
    case content([UInt8])
    /// The file has ended, and its check sum matches.
    case end
  }

  private struct Entry: Codable, Sendable {
    var isPacked: Bool
    /// Whether check sum and sizes stand behind the content.
    var isDescribedLater: Bool
    var crc: UInt32
    /// How many bytes there are of it in the archive; where it is not told later.
    var left: UInt64
    var reckoned: UInt32 = 0
  }

  private enum Mode: String, Codable, Sendable {
    case header, content, descriptor, done
  }

  private var mode = Mode.header
  private var carried = XMLTokenizer.XMLBytes()
  /// How much of what is carried is done with; nothing between two pieces.
  private var place = 0
  private var entry: Entry?
  private var inflate: Inflate?
  /// How much has come in and how much was made of it, in bytes.
  private var came = 0
  private var made = 0
  /// How many files have begun; nil in what was kept before they were counted.
  private var begun: Int?
  /// What the blocks of its files have cost (``Inflate/spent``); nil in what was kept before it was counted.
  private var spent: Int?

  private enum CodingKeys: String, CodingKey {
    case mode, carried, entry, inflate, came, made, begun, spent
  }

  /// Whether its files are over.
  var isDone: Bool { mode == .done }

  /// - Throws: ``ImportRefusal``, and what `hear` throws.
  mutating func read(
    _ input: [UInt8], _ hear: (Event) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) {
    came += input.count
    carried.bytes += input
    // What is left is moved once for a piece, however many files there are in it.
    defer {
      carried.bytes.removeFirst(place)
      place = 0
    }
    while mode != .done, try advance(hear) {}
    if mode == .done { place = carried.bytes.count }
  }

  private mutating func advance(_ hear: (Event) throws(ImportRefusal) -> Void) throws(ImportRefusal) -> Bool {
    switch mode {
    case .header: try header(hear)
    case .content: try inflate == nil ? stored(hear) : packed(hear)
    case .descriptor: try descriptor(hear)
    case .done: false
    }
  }

  private mutating func header(_ hear: (Event) throws(ImportRefusal) -> Void) throws(ImportRefusal) -> Bool {
    let (bytes, start) = (carried.bytes, place)
    guard bytes.count >= start + 4 else { return false }
    guard bytes.has("PK\u{03}\u{04}", at: start) else {
      guard bytes.has("PK\u{01}\u{02}", at: start) || bytes.has("PK\u{05}\u{06}", at: start) else { throw .packedWrong }
      mode = .done
      return false
    }
    guard bytes.count >= start + 30 else { return false }
    let nameEnd = start + 30 + Int(bytes.little(start + 26, 2))
    let end = nameEnd + Int(bytes.little(start + 28, 2))
    guard bytes.count >= end else { return false }
    let (flags, method) = (bytes.little(start + 6, 2), bytes.little(start + 8, 2))
    guard flags & 1 == 0, method == 0 || method == 8 else {
      throw ImportRefusal("zip-method", "The archive is encrypted or packed in a way that is not read.")
    }
    let number = (begun ?? 0) + 1
    begun = number
    // A file that holds next to nothing is still looked at.
    guard number <= 1_000 + came / 1_024 else {
      throw ImportRefusal("zip-files", "The archive holds far more files than bytes in them.")
    }
    var size = bytes.little(start + 18, 4)
    if size == 0xFFFF_FFFF { size = Self.longSize(Array(bytes[nameEnd..<end])) }
    guard method == 8 || flags & 8 == 0 else {
      throw ImportRefusal("zip-method", "The archive does not say how long one of its files is.")
    }
    let crc = UInt32(bytes.little(start + 14, 4))
    entry = Entry(isPacked: method == 8, isDescribedLater: flags & 8 != 0, crc: crc, left: size)
    inflate = method == 8 ? Inflate(spent: spent ?? 0) : nil
    let name = String(decoding: bytes[(start + 30)..<nameEnd], as: UTF8.self)
    (place, mode) = (end, .content)
    try hear(.begin(name: name))
    return true
  }

  /// The packed size in the extra field of ZIP64.
  private static func longSize(_ extra: [UInt8]) -> UInt64 {
    var place = 0
    while place + 4 <= extra.count {
      let size = Int(extra.little(place + 2, 2))
      if extra.little(place, 2) == 1, size >= 16, place + 20 <= extra.count { return extra.little(place + 12, 8) }
      place += 4 + size
    }
    return 0
  }

  private mutating func stored(_ hear: (Event) throws(ImportRefusal) -> Void) throws(ImportRefusal) -> Bool {
    guard var now = entry else { throw .packedWrong }
    let count = Int(min(UInt64(carried.bytes.count - place), now.left))
    let content = Array(carried.bytes[place..<(place + count)])
    place += count
    now.left -= UInt64(count)
    now.reckoned = CRC32.of(content, from: now.reckoned)
    entry = now
    if count > 0 { try hear(.content(content)) }
    if now.left == 0 { try finish(now, hear) }
    return now.left == 0
  }

  private mutating func packed(_ hear: (Event) throws(ImportRefusal) -> Void) throws(ImportRefusal) -> Bool {
    guard var now = entry, var unpacking = inflate else { throw .packedWrong }
    inflate = nil
    unpacking.add(carried.bytes, from: place)
    (carried.bytes, place) = ([], 0)
    while true {
      let content = try unpacking.step()
      if content.isEmpty { break }
      made += content.count
      guard made <= 100 * came + 10_000_000 else {
        throw ImportRefusal("zip-bomb", "The archive holds far more than files of activities do.")
      }
      now.reckoned = CRC32.of(content, from: now.reckoned)
      try hear(.content(content))
    }
    entry = now
    spent = unpacking.spent
    guard unpacking.isDone else {
      unpacking.trim()
      inflate = unpacking
      return false
    }
    (carried.bytes, place) = unpacking.taken()
    if now.isDescribedLater { mode = .descriptor } else { try finish(now, hear) }
    return true
  }

  /// What stands behind the content: a mark that may be left out, the check sum, and two sizes of 4 or 8 bytes.
  private mutating func descriptor(_ hear: (Event) throws(ImportRefusal) -> Void) throws(ImportRefusal) -> Bool {
    let bytes = carried.bytes
    guard var now = entry else { throw .packedWrong }
    let mark = place + (bytes.has("PK\u{07}\u{08}", at: place) ? 4 : 0)
    guard bytes.count >= mark + 24 else { return false }
    guard let size = [12, 20].first(where: { bytes.has("PK", at: mark + $0) }) else { throw .packedWrong }
    now.crc = UInt32(bytes.little(mark, 4))
    place = mark + size
    try finish(now, hear)
    return true
  }

  private mutating func finish(
    _ done: Entry, _ hear: (Event) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) {
    guard done.crc == done.reckoned else {
      throw ImportRefusal("zip-checksum", "The check sum of a file in the archive does not match: it is damaged.")
    }
    (mode, entry, inflate) = (.header, nil, nil)
    try hear(.end)
  }
}

extension [UInt8] {
  /// A number of some bytes at a place, the lowest first; bytes behind the end count as 0.
  func little(_ place: Int, _ size: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | (place + $1 < count ? UInt64(self[place + $1]) : 0) << UInt64(8 * $1) }
  }
}

/// The check sum of ZIP: CRC-32 of ISO 3309, reflected.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  /// The check sum of bytes behind others, of which it goes on.
  static func of(_ bytes: [UInt8], from start: UInt32) -> UInt32 {
    let table = table
    var crc = ~start
    for byte in bytes { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return ~crc
  }
}
