import Testing

@testable import FitnessChallenges

@Suite struct `What is packed` {
  private func stream(_ write: (inout PackedBits) -> Void) -> [UInt8] {
    var bits = PackedBits()
    write(&bits)
    bits.store(Array("end".utf8), isLast: true)
    return bits.bytes
  }

  private func code(_ bytes: [UInt8]) -> String? {
    do throws(ImportRefusal) {
      return try PackedBits.unpacked(bytes) == nil ? "open" : nil
    } catch { return error.code }
  }

  @Test(arguments: [1, 7, 65_536]) func `may have codes of any length, in pieces of any size`(pieces: Int) throws {
    let text = "abcdefghijklmnoponmlkjihgfedcba".replacing("p", with: "oo")
    let bytes = stream { for _ in 0..<20 { $0.letters(text) } }
    let expected = Array((String(repeating: text, count: 20) + "end").utf8)
    #expect(try PackedBits.unpacked(bytes, pieces: pieces) == expected)
  }

  @Test func `may be flushed after each byte`() throws {
    let bytes = stream { bits in
      for number in 0..<40_000 {
        bits.store([UInt8(number & 0x7F)])
        bits.store([])
      }
    }
    #expect(try PackedBits.unpacked(bytes)?.count == 40_003)
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
