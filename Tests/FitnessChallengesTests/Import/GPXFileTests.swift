import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A file of GPX` {
  private static let now: Int64 = 1_790_000_000_000

  private static func tracks(_ inside: String) -> [ImportedTrack] {
    ImportSamples.read(ImportSamples.gpx(inside)).tracks
  }

  private static func point(_ north: Double, _ time: String = "", more: String = "") -> String {
    let time = time.isEmpty ? "" : "<time>\(time)</time>"
    return #"<trkpt lat="\#(north)" lon="11">\#(more)\#(time)</trkpt>"#
  }

  @Test(arguments: [
    ("Walking", Activity.Kind.walk), ("hiking", .walk), ("Nordic Walk", .walk), ("running", .run),
    ("trail_running", .run), ("Jogging", .run), ("cycling", .ride), ("Mountain Biking", .ride), ("VirtualRide", .ride),
    ("open_water_swimming", .swim),
    ("Wheelchair Walk", .wheelchair), ("wheelchair_push_run", .wheelchair), ("motorcycling", .other),
    ("9", .run), ("", .run), ("yoga", .run),
  ])
  func `is of the kind that it says, or else of the one that is asked for`(type: String, kind: Activity.Kind) throws {
    let found = Self.tracks("<trk><type>\(type)</type>\(ImportSamples.segment())</trk>")
    #expect(try #require(found.first).activity(or: .run, now: Self.now).kind == kind)
  }

  @Test func `has the time of its points, not those of the file, of places or of what devices add`() throws {
    let tracks = Self.tracks(
      """
      <metadata><time>2001-01-01T00:00:00Z</time></metadata><time>2002-01-01T00:00:00Z</time>
      <wpt lat="1" lon="1"><time>2003-01-01T00:00:00Z</time></wpt>
      <trk><time>2004-01-01T00:00:00Z</time><trkseg>
      \(Self.point(48, "2026-04-11T07:00:00Z", more: "<extensions><time>2005-01-01T00:00:00Z</time></extensions>"))
      \(Self.point(48.001, "2026-04-11T09:01:00+02:00"))
      </trkseg></trk>
      """)
    let walk = try #require(tracks.first).activity(or: .walk, now: Self.now)
    #expect(walk.start == 1_775_890_800_000 && walk.end == walk.start + 60_000 && walk.seconds == 60)
  }

  @Test func `of a receiver that finds the time later begins with the first one that can be`() throws {
    let points = [
      Self.point(48, "1980-01-06T00:00:00Z"), Self.point(48.001), Self.point(48.002, "2026-04-11T07:00:00Z"),
      Self.point(48.003, "2026-04-11T07:02:00Z"), Self.point(48.004, "2107-01-01T00:00:00Z"),
    ]
    let track = try #require(Self.tracks("<trk><trkseg>\(points.joined())</trkseg></trk>").first)
    let walk = try track.activity(or: .walk, now: Self.now)
    #expect(walk.start == 1_775_890_800_000 && walk.end == walk.start + 120_000)
    #expect(abs(walk.metres - 4 * 111.195) < 0.01, "the way counts with and without a time")
  }

  @Test func `leaves out tracks without points, and takes one of a single point as a moment`() throws {
    let tracks = Self.tracks(
      """
      <trk><name>empty</name></trk><trk><name>blank</name><trkseg></trkseg><trkseg/></trk>
      <trk><name>moment</name><trkseg>\(Self.point(48, "2026-04-11T07:00:00Z"))</trkseg></trk>
      """)
    #expect(tracks.map(\.title) == ["moment"])
    let moment = try tracks[0].activity(or: .walk, now: Self.now)
    #expect(moment.metres == 0 && moment.seconds == 0 && moment.end == moment.start + 1)
  }

  @Test func `of version 1.0, with a prefix before each name, or without any attribute is read alike`() {
    let track = "<trk><name>n</name>\(ImportSamples.segment())</trk>"
    let prefixed = track.replacing("</", with: "{").replacing("<", with: "<g:").replacing("{", with: "</g:")
    let files = [
      "<gpx>\(track)</gpx>", #"<gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">\#(track)</gpx>"#,
      #"<g:gpx xmlns:g="http://www.topografix.com/GPX/1/1">\#(prefixed)</g:gpx>"#,
    ]
    let ids = files.map { try? ImportSamples.read($0).tracks.first?.activity(or: .walk, now: Self.now).id }
    #expect(ids[0] != nil && Set(ids).count == 1)
  }

  @Test func `has titles of 80 characters at most, whatever letters they are of`() throws {
    let letters = String(repeating: "👩‍👧‍👦é", count: 60)
    let found = Self.tracks("<trk><name>\(letters)</name>\(ImportSamples.segment())</trk>")
    let title = try #require(found.first).activity(or: .walk, now: Self.now).title
    #expect(title.count == 80 && letters.hasPrefix(title))
  }

  @Test func `of who goes farther or makes more steps than anybody is refused`() throws {
    var track = try #require(Self.tracks("<trk>\(ImportSamples.segment())</trk>").first)
    track.steps = 1_000_001
    #expect(throws: ImportRefusal.self) { try track.activity(or: .walk, now: Self.now) }
    track.steps = 1_000_000
    #expect(try track.activity(or: .walk, now: Self.now).suspect == ["cadence"])
    var indoors = ImportedTrack(deviceMetres: 20_000_000.5, deviceStart: 1_775_890_800_000, isDevice: true)
    #expect(throws: ImportRefusal.self) { try indoors.activity(or: .walk, now: Self.now) }
    indoors.deviceMetres = 20_000_000
    #expect(try indoors.activity(or: .walk, now: Self.now).suspect == ["speed"])
  }
}
