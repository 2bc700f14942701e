/// Reads tracks of GPX 1.0 and 1.1 (Topografix). Planned routes and waypoints are no activities, and are passed over.
struct GPXReader: XMLReader, Codable, Sendable {
  /// Tracks that are complete, until they are taken.
  var found: [ImportedTrack] = []
  private var current: ImportedTrack?
  private var place: Place?
  private var time: Int64?
  private var count = 0

  mutating func begin(_ tag: XMLTag, in path: [String]) throws(ImportRefusal) {
    switch tag.name {
    case "trk" where path.count == 2: current = ImportedTrack()
    case "trkseg" where path.count == 3: current?.track.breakSegment()
    case "trkpt" where path.count == 4 && current != nil:
      count += 1
      guard let latitude = tag["lat"].flatMap({ ImportNumber.read($0) }),
        let longitude = tag["lon"].flatMap({ ImportNumber.read($0) }), let place = Place(latitude, longitude)
      else { throw .impossiblePlace(count) }
      (self.place, time) = (place, nil)
    default: break
    }
  }

  mutating func end(_ name: String, text: String, in path: [String]) throws(ImportRefusal) {
    switch name {
    case "time" where path.dropLast().last == "trkpt": time = try .time(text, of: count)
    case "trkpt" where path.count == 4:
      if let place { current?.track.add(place, at: time) }
      place = nil
    case "name" where path.count == 3 && path[1] == "trk": current?.title = text.oneLine
    case "type" where path.count == 3 && path[1] == "trk": current?.kind = Activity.Kind(said: text)
    case "trk" where path.count == 2:
      if let current, current.track.points > 0 { found.append(current) }
      current = nil
    default: break
    }
  }
}

extension ImportRefusal {
  static func impossiblePlace(_ number: Int) -> ImportRefusal {
    ImportRefusal(
      "place-impossible", "Point \(number) has no latitude from −90 to 90 or no longitude from −180 to 180.")
  }
}

extension Int64? {
  /// The time of a point; nil for one that no device with a clock has.
  /// - Throws: ``ImportRefusal`` for what is no time.
  static func time(_ text: String, of number: Int) throws(ImportRefusal) -> Int64? {
    let parts = text.split(whereSeparator: \.isWhitespace)
    if parts.isEmpty { return nil }
    guard let instant = ImportInstant.read(parts.joined(separator: " ")) else {
      throw ImportRefusal("time-impossible", "The time of point \(number) is not written as one.")
    }
    return ImportInstant.sensible.contains(instant) ? instant : nil
  }
}

extension String {
  /// The text in one line, without characters that are not shown.
  var oneLine: String {
    let shown = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(shown)).split(separator: " ").joined(separator: " ")
  }
}

extension Activity.Kind {
  /// What a file calls an activity; nil for what says nothing.
  init?(said text: String) {
    let word = text.lowercased()
    let known: [(String, Activity.Kind)] = [
      ("motorcycl", .other), ("wheelchair", .wheelchair), ("walk", .walk), ("hik", .walk), ("run", .run), ("jog", .run),
      ("cycl", .ride), ("bik", .ride), ("ride", .ride), ("swim", .swim),
    ]
    guard let found = known.first(where: { word.contains($0.0) }) else { return nil }
    self = found.1
  }
}
