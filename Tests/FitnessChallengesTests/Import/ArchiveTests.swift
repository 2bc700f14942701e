import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `An archive of activities` {
  private static func gpx(_ name: String) -> [UInt8] {
    Array(ImportSamples.gpx("<trk><name>\(name)</name>\(ImportSamples.segment())</trk>").utf8)
  }

  private static func read(
    _ archive: ZipSample, pieces: Int = 1 << 20
  ) -> (titles: [String], refusals: [String], code: String?) {
    let outcome = ImportSamples.read(archive.file, pieces: pieces)
    return (
      outcome.tracks.map(\.title), outcome.findings.refusals.map { "\($0.name) \($0.refusal.code)" },
      outcome.refusal?.code
    )
  }

  @Test(arguments: ZipSample.Tail.allCases, [1, 11, 1 << 20])
  func `is read however the sizes of its files are told, in pieces of any size`(tail: ZipSample.Tail, pieces: Int) {
    var archive = ZipSample()
    for name in ["one", "two", "three"] { archive.add("\(name).gpx", Self.gpx(name), tail: tail) }
    let (titles, refusals, code) = Self.read(archive, pieces: pieces)
    #expect(titles == ["one", "two", "three"] && refusals == [] && code == nil, "\(code ?? "")")
  }

  @Test func `may have files that are stored, long ones, empty ones and folders`() {
    var archive = ZipSample()
    archive.add("export/", [], method: 0)
    archive.add("export/a.gpx", Self.gpx("stored"), method: 0)
    archive.add("export/b.GPX", Self.gpx("long"), method: 0, isLong: true)
    archive.add("export/c.Gpx", Self.gpx("long and packed"), isLong: true)
    archive.add("export/notes.txt", [], method: 0)
    archive.add("export/d.fit", FITSample.walk().file)
    for pieces in [3, 1 << 20] {
      let (titles, refusals, code) = Self.read(archive, pieces: pieces)
      #expect(titles == ["stored", "long", "long and packed", ""] && refusals == [] && code == nil, "\(code ?? "")")
    }
  }

  @Test func `says of each file that is not taken why, by its name without folders, and takes the others`() {
    var archive = ZipSample()
    archive.add("a/ok.gpx", Self.gpx("first"))
    archive.add("a/جري.gpx", Array(Self.gpx("cut").dropLast(20)))
    archive.add("a/table.csv", Array("1,2".utf8))
    archive.add("a/plan.gpx", Array(ImportSamples.gpx("<rte/>").utf8))
    archive.add("a/page.tcx", Array("<html><body/></html>".utf8))
    var damaged = FITSample.walk().file
    damaged[damaged.count - 1] ^= 1
    archive.add("a/last.fit", damaged)
    archive.add("a/again.gpx", Self.gpx("last"))
    let (titles, refusals, code) = Self.read(archive, pieces: 500)
    #expect(titles == ["first", "last"] && code == nil)
    #expect(
      refusals == [
        "جري.gpx file-cut", "plan.gpx no-track", "page.tcx format-unknown", "last.fit fit-checksum",
      ])
  }

  @Test func `passes over documents of other kinds, and is none of activities where there is nothing else`() {
    let document = Array("<ClinicalDocument><id/></ClinicalDocument>".utf8)
    var archive = ZipSample()
    archive.add("export_cda.xml", document)
    archive.add("other.xml", Array("<a/>".utf8))
    #expect(Self.read(archive).code == "format-unknown")
    archive.add("readme.txt", Array("hello".utf8))
    #expect(Self.read(archive, pieces: 7).code == "format-unknown")
    archive.add("a.gpx", Self.gpx("walk"))
    let found = Self.read(archive)
    #expect(found.titles == ["walk"] && found.refusals == [] && found.code == nil)
    var broken = ZipSample()
    broken.add("export.xml", Array("<HealthData><Record".utf8))
    #expect(Self.read(broken).refusals == ["export.xml file-cut"], "one of ours that is cut is told of")
  }

  @Test func `keeps what came before a file that is damaged or packed in another way`() {
    for (method, tail, crc, expected) in [
      (8, ZipSample.Tail.nothing, 1, "zip-checksum"), (0, .nothing, 1, "zip-checksum"), (8, .marked, 1, "zip-checksum"),
      (12, .nothing, nil, "zip-method"), (0, .plain, nil, "zip-method"),
    ] as [(Int, ZipSample.Tail, UInt32?, String)] {
      var archive = ZipSample()
      archive.add("a.gpx", Self.gpx("kept"))
      archive.add("b.gpx", Self.gpx("doubtful"), method: method, tail: tail, crc: crc)
      let (titles, _, code) = Self.read(archive)
      #expect(titles.first == "kept" && code == expected, "\(method) \(tail) \(code ?? "")")
    }
  }

  @Test func `has ended where its list begins: what stands behind is not read`() {
    var archive = ZipSample()
    archive.add("a.gpx", Self.gpx("one"))
    let outcome = ImportSamples.read(archive.file + archive.file, pieces: 100)
    #expect(outcome.tracks.map(\.title) == ["one"] && outcome.refusal == nil)
  }
}
