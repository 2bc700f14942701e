import Foundation

/// Reads activities of FIT, the binary format of Garmin and others (Flexible and Interoperable Data Transfer), piece by piece; the
/// check sum of each file is checked before anything of it counts.
struct FITDecoder: Codable, Sendable {
  /// Activities that are complete, until they are taken.
  var found: [ImportedTrack] = []
  /// The messages of the protocol that are looked at; the decoder knows their fields.
  private var content = FITContent()
  private var carried = XMLTokenizer.XMLBytes()
  private var definitions: [Int: FITDefinition] = [:]
  /// How many bytes of records are left; nil before the header.
  private var left: Int?
  private var crc: UInt16 = 0
  private var lastTime: UInt32 = 0

  mutating func read(_ input: [UInt8]) throws(ImportRefusal) {
    let bytes = carried.bytes + input
    var place = 0
    while place < bytes.count {
      guard let size = try piece(bytes[place...]) else { break }
      place += size
    }
    guard bytes.count - place < 1 << 17 else {
      throw ImportRefusal("fit-malformed", "A message of the file is longer than messages of FIT can be.")
    }
    carried.bytes = Array(bytes[place...])
  }

  /// - Throws: ``ImportRefusal`` `file-cut` where a file has not ended.
  func end() throws(ImportRefusal) {
    guard left == nil, carried.bytes.isEmpty else { throw .cut("its messages") }
  }

  /// Reads the header, a message, or the check sum.
  /// - Returns: how long it is; nil when it has not come as a whole.
  private mutating func piece(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> Int? {
    guard let left else { return try header(bytes) }
    if left == 0 { return try finish(bytes) }
    guard let size = try message(bytes) else { return nil }
    guard size <= left else {
      throw ImportRefusal("fit-malformed", "A message goes on behind the end that the header of the file names.")
    }
    crc = FITChecksum.of(bytes.prefix(size), from: crc)
    self.left = left - size
    return size
  }

  private mutating func header(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> Int? {
    guard let size = bytes.first.map(Int.init) else { return nil }
    guard size == 12 || size == 14 else {
      throw ImportRefusal("fit-malformed", "The header of the file is none of FIT.")
    }
    guard bytes.count >= size else { return nil }
    let head = Array(bytes.prefix(size))
    guard head[8...11].elementsEqual(".FIT".utf8) else {
      throw ImportRefusal("fit-malformed", "The header of the file is none of FIT.")
    }
    left = Int(head[4]) | Int(head[5]) << 8 | Int(head[6]) << 16 | Int(head[7]) << 24
    (crc, lastTime, definitions, content) = (FITChecksum.of(head[...], from: 0), 0, [:], FITContent())
    return size
  }

  private mutating func finish(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> Int? {
    guard bytes.count >= 2 else { return nil }
    let said = UInt16(bytes[bytes.startIndex]) | UInt16(bytes[bytes.startIndex + 1]) << 8
    guard said == crc else {
      throw ImportRefusal("fit-checksum", "The check sum of the file does not match: it was changed or damaged.")
    }
    if let track = try content.track { found.append(track) }
    left = nil
    return 2
  }

  private mutating func message(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> Int? {
    guard let head = bytes.first else { return nil }
    if head & 0x80 != 0 {
      let (old, offset) = (lastTime, UInt32(head & 0x1F))
      lastTime = old & ~0x1F &+ offset &+ (offset < old & 0x1F ? 0x20 : 0)
      guard let size = try data(bytes, Int(head >> 5 & 0x03), time: lastTime) else {
        lastTime = old
        return nil
      }
      return size
    }
    if head & 0x40 != 0 { return try define(bytes, Int(head & 0x0F), hasDeveloper: head & 0x20 != 0) }
    return try data(bytes, Int(head & 0x0F), time: nil)
  }

  private mutating func define(
    _ bytes: ArraySlice<UInt8>, _ local: Int, hasDeveloper: Bool
  ) throws(ImportRefusal) -> Int? {
    guard bytes.count >= 6 else { return nil }
    let all = Array(bytes.prefix(6 + 255 * 3 + 1 + 255 * 3))
    let fieldsEnd = 6 + Int(all[5]) * 3
    guard all.count >= fieldsEnd + (hasDeveloper ? 1 : 0) else { return nil }
    guard all[2] < 2 else { throw ImportRefusal("fit-malformed", "A message is defined in no order of bytes.") }
    let isBig = all[2] == 1
    var definition = FITDefinition(
      message: isBig ? Int(all[3]) << 8 | Int(all[4]) : Int(all[4]) << 8 | Int(all[3]), isBig: isBig)
    // A field of no bytes holds nothing, and would be looked at in every message of one byte.
    for place in stride(from: 6, to: fieldsEnd, by: 3) where all[place + 1] > 0 {
      definition.fields.append(
        FITDefinition.Field(number: Int(all[place]), size: Int(all[place + 1]), base: all[place + 2]))
    }
    var end = fieldsEnd
    if hasDeveloper {
      end += 1 + Int(all[fieldsEnd]) * 3
      guard all.count >= end else { return nil }
      for place in stride(from: fieldsEnd + 1, to: end, by: 3) { definition.developerSize += Int(all[place + 1]) }
    }
    definitions[local] = definition
    return end
  }

  private mutating func data(_ bytes: ArraySlice<UInt8>, _ local: Int, time: UInt32?) throws(ImportRefusal) -> Int? {
    guard let definition = definitions[local] else {
      throw ImportRefusal("fit-malformed", "A message comes before it is defined.")
    }
    let size = 1 + definition.size
    guard bytes.count >= size else { return nil }
    var values = FITValues(definition, bytes.dropFirst().prefix(size - 1))
    if let said = values.unsigned(253) { lastTime = said } else if let time { values.set(253, time) }
    try content.take(values)
    return size
  }
}

/// What a local message of a FIT file is made of.
struct FITDefinition: Codable, Sendable {
  struct Field: Codable, Sendable {
    var number: Int
    var size: Int
    var base: UInt8
  }

  var message: Int
  var isBig: Bool
  var fields: [Field] = []
  /// How many bytes the fields of developers have, which are passed over.
  var developerSize = 0

  /// In bytes.
  var size: Int { fields.reduce(developerSize) { $0 + $1.size } }
}

/// The check sum of FIT: CRC-16 with the polynomial 0x8005, reflected.
enum FITChecksum {
  static func of(_ bytes: ArraySlice<UInt8>, from start: UInt16) -> UInt16 {
    var crc = start
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
    }
    return crc
  }
}
