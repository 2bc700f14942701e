import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `A file that is not taken` {
  private static let track = "<trk>\(ImportSamples.segment())</trk>"

  private static func point(_ latitude: String, _ longitude: String, time: String = "2026-04-11T07:00:00Z") -> String {
    ImportSamples.gpx(
      #"<trk><trkseg><trkpt lat="\#(latitude)" lon="\#(longitude)"><time>\#(time)</time></trkpt></trkseg></trk>"#)
  }

  private static let malformed: [(String, String)] = [
    (ImportSamples.gpx("<trk></gpx>"), "xml-malformed"),
    (ImportSamples.gpx(track) + "<gpx/>", "xml-malformed"), (ImportSamples.gpx("<trk a=1/>"), "xml-malformed"),
    (ImportSamples.gpx("<trk a=\"<\"/>"), "xml-malformed"), (ImportSamples.gpx("<!NONSENSE>"), "xml-malformed"),
    (ImportSamples.gpx("<name>&e;</name>"), "xml-entity"), (ImportSamples.gpx("<name>&#0;</name>"), "xml-entity"),
    ("<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\(ImportSamples.gpx(track))", "xml-entity"),
    ("<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\(ImportSamples.gpx(track))", "xml-entity"),
    ("<gpx>\(String(repeating: "<a>", count: 200))", "xml-deep"),
    ("<gpx><!--\(String(repeating: "x", count: 1_100_000))", "xml-piece-long"),
    ("<gpx><a>\(String(repeating: "x", count: 1_100_000))", "xml-piece-long"),
  ]

  private static let others: [(String, String)] = [
    ("", "format-unknown"), ("hello, this is a text", "format-unknown"), ("<html><body/></html>", "format-unknown"),
    (ImportSamples.gpx("<rte><rtept lat=\"1\" lon=\"2\"/></rte>"), "no-track"),
    (String(ImportSamples.gpx(track).prefix(700)), "file-cut"),
    (String(ImportSamples.gpx(track).dropLast(3)), "file-cut"),
    (ImportSamples.gpx(track, head: "<?xml version=\"1.0\" encoding=\"EBCDIC\"?>"), "encoding-unknown"),
    (point("91", "0"), "place-impossible"), (point("-90.0001", "0"), "place-impossible"),
    (point("0", "180.1"), "place-impossible"), (point("NaN", "0"), "place-impossible"),
    (point("0", "inf"), "place-impossible"), (point("0x10", "0"), "place-impossible"),
    (point("", "0"), "place-impossible"), (point("1", "1", time: "yesterday"), "time-impossible"),
    (point("1", "1", time: "2026-02-30T00:00:00Z"), "time-impossible"),
  ]

  @Test(arguments: malformed + others)
  func `says why`(text: String, code: String) {
    for pieces in [64, 1 << 20] {
      let outcome = ImportSamples.read(Array(text.utf8), pieces: pieces)
      #expect(outcome.refusal?.code == code, "\(outcome.refusal?.detail ?? "taken")")
      #expect(outcome.refusal?.detail.hasSuffix(".") == true)
    }
  }

  @Test func `or has no times, too long ones, or ones to come, says so of the track`() throws {
    func code(_ times: [String], now: Int64 = 1_790_000_000_000) throws -> String? {
      let points = times.map { #"<trkpt lat="1" lon="1"><time>\#($0)</time></trkpt>"# }.joined()
      let track = try #require(
        ImportSamples.read(ImportSamples.gpx("<trk><trkseg>\(points)</trkseg></trk>")).tracks.first)
      do {
        _ = try track.activity(or: .walk, now: now)
        return nil
      } catch { return error.code }
    }
    #expect(try code([""]) == "times-missing")
    #expect(try code(["1980-01-06T00:00:00Z"]) == "times-missing", "a receiver that has found no satellite yet")
    #expect(try code(["2026-04-11T07:00:00Z", "2026-05-13T07:00:00Z"]) == nil)
    #expect(try code(["2026-04-11T07:00:00Z", "2026-05-13T07:00:00.001Z"]) == "too-long")
    #expect(try code(["2026-04-11T07:00:00Z"], now: 1_775_804_400_000) == nil)
    #expect(try code(["2026-04-11T07:00:00.001Z"], now: 1_775_804_400_000) == "clock-ahead")
  }

  @Test func `of FIT is damaged anywhere, cut anywhere, or no activity`() {
    let file = FITSample.walk().file
    for place in file.indices.dropFirst(14) {
      var damaged = file
      damaged[place] ^= 0x10
      let outcome = ImportSamples.read(damaged)
      #expect(outcome.tracks.isEmpty && outcome.refusal != nil, "byte \(place)")
    }
    for count in 12..<file.count {
      #expect(ImportSamples.read(Array(file.prefix(count))).refusal?.code == "file-cut", "cut at \(count)")
    }
    var course = FITSample()
    course.define(0, 0, [(0, 1)])
    course.add(0, [(1, 6)])
    #expect(ImportSamples.read(course.file).refusal?.code == "fit-no-activity")
    var early = FITSample()
    early.add(3, [(4, 1)])
    #expect(ImportSamples.read(early.file).refusal?.code == "fit-malformed")
  }

  @Test func `of ZIP is cut, damaged, encrypted or no archive of activities`() throws {
    let zip = ImportSamples.zip
    for count in [30, 200, 500, 900] {
      #expect(ImportSamples.read(Array(zip.prefix(count))).refusal?.code == "file-cut")
    }
    var wrong = zip
    wrong[14] ^= 1
    #expect(ImportSamples.read(wrong).refusal?.code == "zip-checksum")
    var encrypted = zip
    encrypted[6] |= 1
    #expect(ImportSamples.read(encrypted).refusal?.code == "zip-method")
    let empty: [UInt8] = Array("PK\u{05}\u{06}".utf8) + [UInt8](repeating: 0, count: 18)
    #expect(ImportSamples.read(empty).refusal != nil)
  }

  @Test func `because it holds more tracks than anybody walks ends early`() {
    func file(_ tracks: Int) -> String {
      let track = #"<trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1" lon="2"/></trkseg></trk>"#
      return #"<gpx version="1.1">"# + String(repeating: track, count: tracks) + "</gpx>"
    }
    #expect(ImportSamples.read(file(5_000)).refusal?.code != "tracks-many")
    #expect(ImportSamples.read(file(5_001)).refusal?.code == "tracks-many")
    #expect(ImportSamples.read(file(200_000)).findings.tracks.count < 10_000)
  }

  @Test func `because it is an archive of very many files without content ends early`() {
    let head: [UInt8] = Array("PK\u{03}\u{04}".utf8) + [20, 0] + [UInt8](repeating: 0, count: 20) + [1, 0, 0, 0, 97]
    #expect(ImportSamples.read(Array(repeating: head, count: 900).flatMap(\.self)).refusal?.code != "zip-files")
    #expect(ImportSamples.read(Array(repeating: head, count: 20_000).flatMap(\.self)).refusal?.code == "zip-files")
  }

  @Test func `because it grows beyond all measure ends early`() {
    #expect(ImportSamples.read(ImportSamples.bomb(pieces: 200_000)).refusal?.code == "zip-bomb")
    let small = ImportSamples.read(ImportSamples.bomb(pieces: 1_000))
    #expect(small.refusal?.code == "file-cut" || small.refusal?.code == "zip-malformed", "\(small.refusal?.code ?? "")")
  }
}
