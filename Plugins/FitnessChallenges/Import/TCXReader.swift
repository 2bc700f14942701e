/// Reads activities of Garmin's Training Center XML, version 2. Courses and workouts are no activities, and are passed over.
/// The tracks of an activity go on where the one before has ended: the distances that devices write beside the points do, too.
struct TCXReader: XMLReader, Codable, Sendable {
  /// Activities that are complete, until they are taken.
  var found: [ImportedTrack] = []
  private var current: ImportedTrack?
  /// When the lap begins, and when the last one ends by the device's timer; in milliseconds since 1970.
  private var lapStart: Int64?
  private var lapsEnd: Int64?
  private var time: Int64?
  private var latitude: String?
  private var longitude: String?
  private var count = 0

  mutating func begin(_ tag: XMLTag, in path: [String]) throws(ImportRefusal) {
    switch tag.name {
    // Those of a session of several sports lie deeper.
    case "Activity" where path.count > 2 && path[1] == "Activities":
      current = ImportedTrack(kind: tag["Sport"].flatMap { Activity.Kind(said: $0) })
      lapsEnd = nil
    case "Lap" where current != nil:
      lapStart = tag["StartTime"].flatMap { ImportInstant.read($0) }
      if let lapStart { current?.spans(lapStart) }
    case "Trackpoint":
      count += 1
      (time, latitude, longitude) = (nil, nil, nil)
    default: break
    }
  }

  mutating func end(_ name: String, text: String, in path: [String]) throws(ImportRefusal) {
    guard current != nil else { return }
    let parent = path.dropLast().last
    switch name {
    case "Time" where parent == "Trackpoint": time = try .time(text, of: count)
    case "LatitudeDegrees": latitude = text
    case "LongitudeDegrees": longitude = text
    case "Trackpoint": try add()
    case "TotalTimeSeconds" where parent == "Lap":
      let seconds = try Self.number(text, name)
      current?.ran(seconds)
      if let lapStart { lapsEnd = max(lapsEnd ?? .min, lapStart + Int64(min(seconds, 32 * 86_400) * 1_000)) }
    case "DistanceMeters" where parent == "Lap":
      try current?.went(Self.number(text, name))
    case "Activity": finish()
    default: break
    }
  }

  private mutating func add() throws(ImportRefusal) {
    if let time { current?.spans(time) }
    guard let latitude, let longitude else { return }
    guard let north = ImportNumber.read(latitude), let east = ImportNumber.read(longitude),
      let place = Place(north, east)
    else { throw .impossiblePlace(count) }
    current?.track.add(place, at: time)
  }

  private mutating func finish() {
    guard var done = current else { return }
    done.isDevice = done.track.points == 0
    if done.track.points < 2, let lapsEnd { done.spans(lapsEnd) }
    if done.track.points > 0 || done.deviceMetres != nil { found.append(done) }
    current = nil
  }

  private static func number(_ text: String, _ name: String) throws(ImportRefusal) -> Double {
    guard let value = ImportNumber.read(text), (0...100_000_000).contains(value) else {
      throw ImportRefusal("number-impossible", "\(name) of a lap is no number that it can be.")
    }
    return value
  }
}
