import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Bytes of others` {
  private static var files: [[UInt8]] {
    let tcx = """
      <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2026-04-11T07:00:00Z">\
      <TotalTimeSeconds>45.5</TotalTimeSeconds><DistanceMeters>60</DistanceMeters><Track><Trackpoint><Time>\
      2026-04-11T07:00:00Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees>\
      </Position></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    let gpx = ImportSamples.gpx("<!-- c --><trk><name><![CDATA[a]]>&amp;</name>\(ImportSamples.segment())</trk>")
    return [
      Array(gpx.utf8), [0xFF, 0xFE] + gpx.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, Array(tcx.utf8),
      FITSample.walk().file, FITSample.walk(isBig: true).file, ImportSamples.zip, ImportSamples.streamedZip,
    ]
  }

  /// What is compared of an outcome.
  private static func essence(_ outcome: ImportSamples.Outcome) -> [String] {
    outcome.tracks.map {
      "\($0.title) \($0.track.points) \($0.metres) \($0.steps) \($0.track.places.sorted { $0.key < $1.key })"
    }
      + outcome.findings.samples.map { "\($0)" } + ["\(outcome.findings.refusals)", "\(outcome.refusal?.code ?? "")"]
  }

  @Test(arguments: 0..<7)
  func `are read alike in pieces of any size, also when the reader is kept between two of them`(index: Int) {
    let file = Self.files[index]
    let whole = Self.essence(ImportSamples.read(file, pieces: file.count))
    #expect(whole.count > 2, "something was found")
    for pieces in [1, 2, 3, 5, 64, 1_000] { #expect(Self.essence(ImportSamples.read(file, pieces: pieces)) == whole) }
    #expect(Self.essence(ImportSamples.read(file, pieces: 97, isKept: true)) == whole)
  }

  @Test(arguments: 0..<7)
  func `never end the reader, however they are changed`(index: Int) {
    let file = Self.files[index]
    var numbers = SplitMix64(state: UInt64(index) + 1)
    var refused = 0
    for _ in 0..<1_500 {
      var changed = file
      for _ in 0..<Int.random(in: 1...6, using: &numbers) { Self.change(&changed, &numbers) }
      let outcome = ImportSamples.read(changed, pieces: Int.random(in: 1...3_000, using: &numbers))
      for track in outcome.tracks { _ = try? track.activity(or: .walk, now: 1_790_000_000_000) }
      if outcome.refusal != nil || !outcome.findings.refusals.isEmpty { refused += 1 }
    }
    #expect(refused > 500, "most changes are noticed: \(refused)")
  }

  /// Changes a byte, a run of bytes, or what comes where; at times the check sum of FIT is made to match.
  private static func change(_ bytes: inout [UInt8], _ numbers: inout SplitMix64) {
    guard bytes.count > 20 else { return }
    let place = Int.random(in: 0..<bytes.count, using: &numbers)
    let length = Int.random(in: 1...16, using: &numbers)
    let end = min(bytes.count, place + length)
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
    case 1: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &numbers))
    case 4: for index in place..<end { bytes[index] = UInt8.random(in: 0...255, using: &numbers) }
    default: bytes.removeLast(min(bytes.count, length))
    }
    guard bytes.count > 20, bytes.has(".FIT", at: 8), Bool.random(using: &numbers) else { return }
    let size = UInt32(bytes.count - 16)
    for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: size >> UInt32(8 * index)) }
    let crc = FITChecksum.of(bytes.dropLast(2), from: 0)
    bytes[bytes.count - 2] = UInt8(truncatingIfNeeded: crc)
    bytes[bytes.count - 1] = UInt8(crc >> 8)
  }

  @Test func `have the sums that the standards give`() {
    #expect(SHA256.hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(SHA256.hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA256.hex(Array(long.utf8)) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(CRC32.of(Array("123456789".utf8), from: 0) == 0xCBF4_3926)
    #expect(FITChecksum.of(Array("123456789".utf8)[...], from: 0) == 0xBB3D)
  }

  @Test(arguments: [
    ("2026-04-11T07:00:05Z", 1_775_890_805_000), ("2026-04-11T09:00:05.25+02:00", 1_775_890_805_250),
    ("2026-04-11T07:00:05", 1_775_890_805_000), ("2026-04-11 09:00:05 +0200", 1_775_890_805_000),
    ("2026-04-11T01:30:05-05:30", 1_775_890_805_000), ("2026-04-11T07:00Z", 1_775_890_800_000),
    ("1969-12-31T23:59:59.999Z", -1),
  ])
  func `that are instants are read`(text: String, milliseconds: Int64) {
    #expect(ImportInstant.read(text) == milliseconds)
  }

  @Test(arguments: [
    "", "2026-04-11", "2026-13-11T07:00:00Z", "2026-04-11T24:00:00Z", "2026-04-11T07:60:00Z",
    "2026-04-11T07:00:00+15:00",
    "2026-04-11T07:00:00Zulu", "11.04.2026 07:00", "2026-04-11T07:00:61Z",
  ])
  func `that are no instants are not`(text: String) { #expect(ImportInstant.read(text) == nil) }
}
