/// Reckons a track from its points, one after the other, with as much memory for a long one as for a short one.
struct TrackBuilder: Codable, Sendable {
  /// The speed in metres a second that a person moved by muscles cannot have between two points; faster ones are jumps of the
  /// receiver, which are left out.
  static let jumpSpeed = 40.0
  /// Shorter ways are never jumps: receivers are that inaccurate.
  static let jumpMetres = 100.0
  /// After so many points elsewhere the track goes on there, without a line to it.
  static let mostOutliers = 5
  /// Below it, in metres a second (1 km/h), somebody stands.
  static let movingSpeed = 1 / 3.6
  /// The length of a slot in milliseconds: as exactly as places are kept in time.
  static let slot: Int64 = 300_000
  private static let mostKept = 2_000

  /// How many points there were.
  private(set) var points = 0
  private(set) var segments = 0
  /// Along the points inside each segment, jumps left out, in metres.
  private(set) var metres = 0.0
  /// Along all points inside each segment, in metres.
  private(set) var rawMetres = 0.0
  private(set) var movingMilliseconds: Int64 = 0
  /// The earliest and the latest time, in milliseconds since 1970; nil without any.
  private(set) var start: Int64?
  private(set) var end: Int64?
  /// How many points were left out because they could not be reached.
  private(set) var jumps = 0
  /// Of each slot with points the cell of the first one.
  private(set) var places: [Int64: String] = [:]
  /// The shape, coarser the longer the track is.
  private(set) var shape: [Place] = []

  private var raw: Place?
  private var last: Point?
  private var outliers = 0
  private var spacing = 2.0

  private struct Point: Codable, Sendable {
    var place: Place
    var time: Int64?
  }

  /// Adds a point.
  /// - Parameter time: milliseconds since 1970.
  mutating func add(_ place: Place, at time: Int64?) {
    points += 1
    if let time { (start, end) = (min(start ?? time, time), max(end ?? time, time)) }
    if let raw { rawMetres += raw.metres(to: place) } else { segments += 1 }
    raw = place
    guard let last else { return accept(Point(place: place, time: time), isNew: true) }
    let way = last.place.metres(to: place)
    if isJump(way, from: last.time, to: time) {
      (jumps, outliers) = (jumps + 1, outliers + 1)
      if outliers > Self.mostOutliers { accept(Point(place: place, time: time), isNew: true) }
      return
    }
    metres += way
    if let before = last.time, let time, time > before, way >= Self.movingSpeed * Double(time - before) / 1_000 {
      movingMilliseconds += time - before
    }
    accept(Point(place: place, time: time), isNew: false)
  }

  /// Begins a segment: no line leads to it.
  mutating func breakSegment() { (raw, last, outliers) = (nil, nil, 0) }

  private func isJump(_ way: Double, from before: Int64?, to time: Int64?) -> Bool {
    guard way > Self.jumpMetres, let before, let time else { return false }
    return way > Self.jumpSpeed * Double(max(1_000, abs(time - before))) / 1_000
  }

  private mutating func accept(_ point: Point, isNew: Bool) {
    (last, outliers) = (point, 0)
    if let time = point.time {
      let slot = Int64((Double(time) / Double(Self.slot)).rounded(.down))
      if places[slot] == nil, places.count < 10_000 { places[slot] = point.place.cell }
    }
    if !isNew, let kept = shape.last, kept.metres(to: point.place) < spacing { return }
    shape.append(point.place)
    guard shape.count > Self.mostKept else { return }
    spacing *= 2
    shape = shape.enumerated().filter { $0.offset % 2 == 0 || $0.offset == shape.count - 1 }.map(\.element)
  }
}
