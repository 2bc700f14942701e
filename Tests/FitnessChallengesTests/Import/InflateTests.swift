import Testing

@testable import FitnessChallenges

/// DEFLATE (RFC 1951), written by hand.
private struct PackedBits {
  private(set) var bytes: [UInt8] = []
  private var used = 0

  /// Puts a number, its lowest bit first.
  mutating func put(_ value: Int, _ size: Int) {
    for place in 0..<size {
      if used == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(used)
      used = (used + 1) % 8
    }
  }

  /// Puts a code, its highest bit first.
  mutating func put(code: Int, _ size: Int) {
    for place in (0..<size).reversed() { put(code >> place & 1, 1) }
  }

  /// A stored block (§ 3.2.4); an empty one is what flushing leaves.
  mutating func store(_ content: [UInt8], isLast: Bool = false) {
    put(isLast ? 1 : 0, 3)
    used = 0
    for value in [content.count, content.count ^ 0xFFFF] { bytes += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    bytes += content
  }

  /// A block (§ 3.2.7) with codes of so many bits, and no content.
  mutating func codes(_ size: Int) {
    begin { $0 == 18 || $0 == size ? 1 : 0 }
    // 138 and 118 symbols that do not occur, then the end and a distance.
    for count in [138, 118] {
      put(code: 1, 1)
      put(count - 11, 7)
    }
    put(code: 0, 2)
    put(code: 0, size)
  }

  /// A block of letters from `a` to `o`, of which each has a bit more than the one before.
  mutating func letters(_ text: String) {
    begin { $0 < 16 ? 4 : 0 }
    for symbol in 0..<257 { put(code: symbol == 256 ? 15 : 97..<112 ~= symbol ? symbol - 96 : 0, 4) }
    put(code: 1, 4)
    for letter in text.utf8 {
      let place = Int(letter) - 97
      put(code: (1 << place - 1) << 1, place + 1)
    }
    put(code: 1 << 15 - 1, 15)
  }

  /// The head of a block with codes: 257 symbols, a distance, and of each length of a code how many bits it has.
  private mutating func begin(_ length: (Int) -> Int) {
    put(0b100, 3)
    put(0, 10)
    put(15, 4)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] { put(length(symbol), 3) }
  }
}

@Suite struct `What is packed` {
  /// What comes out of a stream; nil for one that has not ended.
  private func unpacked(_ bytes: [UInt8], pieces: Int = 65_536) throws(ImportRefusal) -> [UInt8]? {
    var (inflate, output) = (Inflate(), [UInt8]())
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      inflate.add(Array(bytes[start..<min(bytes.count, start + pieces)]), from: 0)
      while true {
        let made = try inflate.step()
        if made.isEmpty { break }
        output += made
      }
    }
    return inflate.isDone ? output : nil
  }

  private func stream(_ write: (inout PackedBits) -> Void) -> [UInt8] {
    var bits = PackedBits()
    write(&bits)
    bits.store(Array("end".utf8), isLast: true)
    return bits.bytes
  }

  private func code(_ bytes: [UInt8]) -> String? {
    do throws(ImportRefusal) {
      return try unpacked(bytes) == nil ? "open" : nil
    } catch { return error.code }
  }

  @Test(arguments: [1, 7, 65_536]) func `may have codes of any length, in pieces of any size`(pieces: Int) throws {
    let text = "abcdefghijklmnoponmlkjihgfedcba".replacing("p", with: "oo")
    let bytes = stream { for _ in 0..<20 { $0.letters(text) } }
    let expected = Array((String(repeating: text, count: 20) + "end").utf8)
    #expect(try unpacked(bytes, pieces: pieces) == expected)
  }

  @Test func `may be flushed after each byte`() throws {
    let bytes = stream { bits in
      for number in 0..<40_000 {
        bits.store([UInt8(number & 0x7F)])
        bits.store([])
      }
    }
    #expect(try unpacked(bytes)?.count == 40_003)
  }

  @Test func `may have blocks without content, yet not without end`() {
    #expect(code(stream { for _ in 0..<30_000 { $0.store([]) } }) == nil)
    #expect(code(stream { for _ in 0..<70_000 { $0.store([]) } }) == "zip-malformed")
  }

  @Test(arguments: [1, 15]) func `may have few blocks of nothing but codes`(size: Int) {
    #expect(code(stream { for _ in 0..<500 { $0.codes(size) } }) == nil)
    #expect(code(stream { for _ in 0..<2_500 { $0.codes(size) } }) == "zip-malformed")
    let between = stream { bits in
      for _ in 0..<6 {
        for _ in 0..<500 { bits.codes(size) }
        bits.store([UInt8](repeating: 0, count: 8_000))
      }
    }
    #expect(code(between) == nil, "content makes up for them")
  }

  /// An archive of packed files that nobody looks at.
  private func archive(_ files: Int, _ content: [UInt8], _ packed: [UInt8]) -> [UInt8] {
    let crc = CRC32.of(content, from: 0)
    let sum = (0..<4).map { UInt8(truncatingIfNeeded: crc >> UInt32(8 * $0)) }
    let head: [UInt8] = Array("PK\u{03}\u{04}".utf8) + [20, 0, 0, 0, 8, 0, 0, 0, 0, 0] + sum
    let name: [UInt8] = [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0] + Array("a".utf8)
    return Array(repeatElement(head + name + packed, count: files).joined()) + Array("PK\u{01}\u{02}".utf8)
  }

  private func ends(_ archive: [UInt8]) throws(ImportRefusal) -> Int {
    var (reader, ends) = (ZipReader(), 0)
    try reader.read(archive) { event throws(ImportRefusal) in if case .end = event { ends += 1 } }
    return reader.isDone ? ends : -1
  }

  @Test func `may be no more for lying in many files`() throws {
    let packed = stream { for _ in 0..<400 { $0.codes(15) } }
    #expect(try ends(archive(4, Array("end".utf8), packed)) == 4)
    #expect(throws: ImportRefusal.packedWrong) { try ends(archive(8, Array("end".utf8), packed)) }
  }

  @Test func `has no more records than a piece of an export has`() throws {
    let sample = HealthSample(measure: .steps, source: "Watch", isSaid: false, start: 0, end: 1, value: 1)
    func refusal(behind samples: Int) -> ImportRefusal? {
      var (machine, findings) = (ImportMachine(), ImportFindings())
      findings.samples = Array(repeating: sample, count: samples)
      do throws(ImportRefusal) {
        try machine.read(Array("<HealthData><Record/></HealthData>".utf8), into: &findings)
        return nil
      } catch { return error }
    }
    #expect(refusal(behind: ImportMachine.mostSamples) == nil)
    #expect(refusal(behind: ImportMachine.mostSamples + 1)?.code == "records-many")
  }

  @Test func `is moved once, however many files a piece has`() throws {
    let content = [UInt8](repeating: 7, count: 1_000)
    var bits = PackedBits()
    bits.store(content, isLast: true)
    #expect(try ends(archive(6_000, content, bits.bytes)) == 6_000)
  }
}
