/// Reads what Apple Health exports: steps, pushes and distances of each app and device, and workouts with their routes.
struct HealthReader: XMLReader, Codable, Sendable {
  /// What is complete, until it is taken.
  var samples: [HealthSample] = []
  var found: [ImportedTrack] = []
  private var sample: HealthSample?
  private var workout: ImportedTrack?

  mutating func begin(_ tag: XMLTag, in path: [String]) throws(ImportRefusal) {
    switch tag.name {
    case "Record" where path.count == 2: sample = try Self.sample(tag)
    case "Workout" where path.count == 2: workout = try Self.workout(tag)
    case "WorkoutStatistics" where workout != nil: count(tag)
    case "MetadataEntry" where tag["key"] == "HKWasUserEntered" && tag["value"] == "1":
      sample?.isSaid = true
      if path.count == 3 { workout?.isSaid = true }
    case "WorkoutRoute": workout?.track.breakSegment()
    case "Location" where workout != nil:
      guard let latitude = tag["latitude"].flatMap({ ImportNumber.read($0) }),
        let longitude = tag["longitude"].flatMap({ ImportNumber.read($0) }), let place = Place(latitude, longitude)
      else { throw .impossiblePlace((workout?.track.points ?? 0) + 1) }
      workout?.track.add(place, at: tag["date"].flatMap { ImportInstant.read($0) })
    default: break
    }
  }

  mutating func end(_ name: String, text: String, in path: [String]) throws(ImportRefusal) {
    guard path.count == 2 else { return }
    if name == "Record", let done = sample { samples.append(done) }
    if name == "Workout", let done = workout { found.append(done) }
    if name == "Record" || name == "Workout" { (sample, workout) = (nil, nil) }
  }

  /// What a record counts; nil for what is not counted here.
  private static func sample(_ tag: XMLTag) throws(ImportRefusal) -> HealthSample? {
    let measure: HealthSample.Measure
    switch tag["type"] {
    case "HKQuantityTypeIdentifierStepCount": measure = .steps
    case "HKQuantityTypeIdentifierPushCount": measure = .pushes
    case "HKQuantityTypeIdentifierDistanceWalkingRunning", "HKQuantityTypeIdentifierDistanceWheelchair":
      measure = .metres
    default: return nil
    }
    guard let start = tag["startDate"].flatMap({ ImportInstant.read($0) }),
      let end = tag["endDate"].flatMap({ ImportInstant.read($0) }), start <= end,
      let value = tag["value"].flatMap({ ImportNumber.read($0) }), (0...10_000_000).contains(value),
      ImportInstant.sensible.contains(start), ImportInstant.sensible.contains(end)
    else {
      throw ImportRefusal("record-impossible", "A record of steps or distance has a time or value that cannot be.")
    }
    let scale = measure == .metres ? try metres(tag["unit"]) : 1
    return HealthSample(
      measure: measure, source: (tag["sourceName"] ?? "").oneLine, isSaid: false, start: start, end: end,
      value: value * scale)
  }

  private static func workout(_ tag: XMLTag) throws(ImportRefusal) -> ImportedTrack? {
    guard let start = tag["startDate"].flatMap({ ImportInstant.read($0) }),
      let end = tag["endDate"].flatMap({ ImportInstant.read($0) }), start <= end
    else { throw ImportRefusal("record-impossible", "A workout has a time that cannot be.") }
    let name = tag["workoutActivityType"] ?? ""
    var workout = ImportedTrack(kind: Activity.Kind(said: name) ?? .other, isDevice: true)
    (workout.deviceStart, workout.deviceEnd) = (start, end)
    if let distance = tag["totalDistance"].flatMap({ ImportNumber.read($0) }), distance > 0, distance < 10_000_000 {
      workout.deviceMetres = distance * (try metres(tag["totalDistanceUnit"]))
    }
    if let minutes = tag["duration"].flatMap({ ImportNumber.read($0) }), tag["durationUnit"] == "min", minutes >= 0 {
      workout.deviceSeconds = minutes * 60
    }
    return workout
  }

  /// What newer exports say of a workout.
  private mutating func count(_ tag: XMLTag) {
    guard let sum = tag["sum"].flatMap({ ImportNumber.read($0) }), (0...10_000_000).contains(sum) else { return }
    let type = tag["type"] ?? ""
    if type == "HKQuantityTypeIdentifierStepCount" {
      workout?.steps = Int(sum)
    } else if type.hasPrefix("HKQuantityTypeIdentifierDistance"), let scale = try? Self.metres(tag["unit"]) {
      workout?.deviceMetres = sum * scale
    }
  }

  /// How many metres a unit has.
  private static func metres(_ unit: String?) throws(ImportRefusal) -> Double {
    switch unit {
    case "m": 1
    case "km": 1_000
    case "mi": 1_609.344
    case "yd": 0.9144
    case "ft": 0.3048
    default: throw ImportRefusal("unit-unknown", "A distance has a unit that is not known.")
    }
  }
}
