import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `A file of tracks` {
  private static let line = 10 * 11.1195

  @Test func `of GPX has a track for each of its own, whose segments are not joined`() throws {
    let outcome = ImportSamples.read(
      ImportSamples.gpx(
        """
        <wpt lat="1" lon="2"><name>Place</name></wpt><rte><rtept lat="3" lon="4"/></rte>
        <trk><name>Canal &amp; &#x68;ill</name><type>hiking</type>\(ImportSamples.segment())
        \(ImportSamples.segment(from: 49, minute: 10))</trk><trk>\(ImportSamples.segment(minute: 20))</trk>
        """))
    #expect(outcome.refusal == nil && outcome.tracks.count == 2)
    let walk = try outcome.tracks[0].activity(or: .run, now: 1_790_000_000_000)
    #expect(walk.title == "Canal & hill" && walk.kind == .walk && walk.source == .file && walk.evidence == .track)
    #expect(abs(walk.metres - 2 * Self.line) < 0.01 && outcome.tracks[0].track.segments == 2)
    #expect(walk.start == 1_775_890_800_000 && walk.end == walk.start + 700_000 && walk.seconds == 200)
    #expect(
      try outcome.tracks[1].activity(or: .run, now: 1_790_000_000_000).kind == .run, "where the file does not say")
  }

  @Test(arguments: ["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16 unmarked", "ISO-8859-1", "BOM", "CRLF"])
  func `is read in each encoding`(name: String) throws {
    let said = name.hasPrefix("UTF-16") ? "UTF-16" : name == "ISO-8859-1" ? name : "UTF-8"
    let text = ImportSamples.gpx(
      "<trk><name>Grün</name>\(ImportSamples.segment())</trk>", head: #"<?xml version="1.0" encoding="\#(said)"?>"#)
    let bytes: [UInt8] =
      switch name {
      case "UTF-16LE": [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "UTF-16BE": [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case "UTF-16 unmarked": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "ISO-8859-1": text.unicodeScalars.map { UInt8($0.value) }
      case "BOM": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      case "CRLF": Array(text.replacing("\n", with: "\r\n").utf8)
      default: Array(text.utf8)
      }
    for pieces in [1, 7, 65_536] {
      let outcome = ImportSamples.read(bytes, pieces: pieces)
      #expect(outcome.refusal == nil && outcome.tracks.map(\.title) == ["Grün"])
      #expect(abs((outcome.tracks.first?.metres ?? 0) - Self.line) < 0.01)
    }
  }

  @Test func `of TCX has what its laps and points say`() throws {
    func point(_ number: Int) -> String {
      """
      <Trackpoint><Time>2026-04-11T09:00:\(ImportSamples.two(number * 10)).000+02:00</Time><Position><LatitudeDegrees>\
      \(48 + Double(number) * 0.0001)</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint>
      """
    }
    func lap(_ inside: String) -> String {
      """
      <Lap StartTime="2026-04-11T07:00:00Z"><TotalTimeSeconds>45.5</TotalTimeSeconds><DistanceMeters>60</DistanceMeters>\
      \(inside)</Lap>
      """
    }
    func file(_ activity: String) -> String {
      "<TrainingCenterDatabase><Folders/><Activities>\(activity)</Activities></TrainingCenterDatabase>"
    }
    let points = (0...5).map(point).joined()
    let run = try #require(
      ImportSamples.read(file("<Activity Sport=\"Running\">\(lap("<Track>\(points)</Track>"))\(lap(""))</Activity>"))
        .tracks
        .first)
    let kept = try run.activity(or: .walk, now: 1_790_000_000_000)
    #expect(kept.kind == .run && abs(kept.metres - 5 * 11.1195) < 0.01 && kept.evidence == .track)
    #expect(run.deviceMetres == 120 && run.deviceSeconds == 91)
    #expect(kept.start == 1_775_890_800_000 && kept.end == kept.start + 50_000 && kept.seconds == 50)
    let treadmill = try #require(
      ImportSamples.read(file("<Activity Sport=\"Other\">\(lap(""))</Activity>")).tracks.first)
    let indoors = try treadmill.activity(or: .walk, now: 1_790_000_000_000)
    #expect(indoors.metres == 60 && indoors.seconds == 45 && indoors.kind == .walk && indoors.evidence == .device)
    let course =
      "<TrainingCenterDatabase><Courses><Course><Track>\(points)</Track></Course></Courses></TrainingCenterDatabase>"
    #expect(ImportSamples.read(course).refusal?.code == "no-track")
  }

  @Test(arguments: [false, true])
  func `of FIT has places in semicircles, strides of two steps, and the device's own distance beside`(isBig: Bool)
    throws
  {
    let track = try #require(ImportSamples.read(FITSample.walk(isBig: isBig).file).tracks.first)
    let walk = try track.activity(or: .ride, now: 1_790_000_000_000)
    #expect(walk.kind == .walk && walk.steps == 180 && walk.evidence == .device && walk.seconds == 100)
    #expect(abs(walk.metres - Self.line) < 0.02 && track.deviceMetres == 111.2)
    #expect(walk.start == 1_775_890_800_000 && walk.end == walk.start + 110_000)
    let ride = try #require(ImportSamples.read(FITSample.walk(sport: 2).file).tracks.first)
    #expect(try ride.activity(or: .walk, now: 1_790_000_000_000).steps == 0, "turns of the pedals are no steps")
    let twice = ImportSamples.read(FITSample.walk().file + FITSample.walk(sport: 1).file)
    #expect(twice.tracks.map(\.kind) == [.walk, .run], "files may follow one another in one")
  }

  @Test func `of FIT may write times in five bits, texts without an end, and fields of any size`() throws {
    var sample = FITSample()
    sample.define(0, 0, [(0, 1), (8, 5)])
    sample.add(0, [(1, 4)], more: Array("watch".utf8))
    sample.define(1, 20, [(253, 4), (5, 4)])
    sample.add(1, [(4, 1_144_825_230), (4, 100)])
    sample.define(1, 20, [(5, 4)])
    for (index, distance) in [200, 300, 5_000].enumerated() {
      let offset = (1_144_825_230 + 20 * (UInt64(index) + 1)) & 0x1F
      sample.add(0x80 | 1 << 5 | UInt8(offset), [(4, UInt64(distance))])
    }
    let track = try #require(ImportSamples.read(sample.file).tracks.first)
    let kept = try track.activity(or: .other, now: 1_790_000_000_000)
    #expect(kept.end - kept.start == 60_000 && kept.metres == 50)
  }

  @Test func `that is the same has the same id, whatever it is called`() throws {
    func id(_ name: String, from latitude: Double = 48) throws -> String {
      let text = ImportSamples.gpx("<trk><name>\(name)</name>\(ImportSamples.segment(from: latitude))</trk>")
      return try #require(ImportSamples.read(text).tracks.first).activity(or: .walk, now: 1_790_000_000_000).id
    }
    #expect(try id("a") == id("b"))
    #expect(try id("a") != id("a", from: 48.1))
  }
}
