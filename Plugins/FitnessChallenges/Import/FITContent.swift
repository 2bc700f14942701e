/// The values of a message, by the number of the field.
struct FITValues: Sendable {
  let message: Int
  private var bits: [Int: (value: UInt64, size: Int)] = [:]

  init(_ definition: FITDefinition, _ bytes: ArraySlice<UInt8>) {
    message = definition.message
    var place = bytes.startIndex
    for field in definition.fields {
      let raw = bytes[place..<min(bytes.endIndex, place + field.size)]
      place += field.size
      guard [1, 2, 4, 8].contains(field.size), raw.count == field.size else { continue }
      let ordered = definition.isBig ? Array(raw) : Array(raw.reversed())
      bits[field.number] = (ordered.reduce(0) { $0 << 8 | UInt64($1) }, field.size)
    }
  }

  mutating func set(_ field: Int, _ value: UInt32) { bits[field] = (UInt64(value), 4) }

  /// A whole number from 0 on; nil without one, and for what stands for none (all bits set).
  func unsigned(_ field: Int) -> UInt32? {
    guard let (value, size) = bits[field], size <= 4 else { return nil }
    let none = (UInt64(1) << UInt64(size * 8)) - 1
    return value == none ? nil : UInt32(value)
  }

  /// A whole number of 32 bits with its sign; nil without one, and for what stands for none.
  func signed(_ field: Int) -> Int32? {
    guard let (value, size) = bits[field], size == 4 else { return nil }
    let number = Int32(bitPattern: UInt32(value))
    return number == .max ? nil : number
  }
}

/// What the messages of a FIT file say about the activity.
struct FITContent: Codable, Sendable {
  /// 1989-12-31T00:00:00Z, from which FIT counts, in seconds since 1970.
  private static let epoch: Int64 = 631_065_600

  private var fileType: UInt32?
  private var tracked = ImportedTrack(isDevice: true)
  private var cycles: UInt32 = 0
  private var sport: UInt32?
  private var hasSession = false
  private var recorded: Double?

  /// The activity.
  /// - Throws: ``ImportRefusal`` for a file of another kind, such as a course.
  var track: ImportedTrack? {
    get throws(ImportRefusal) {
      guard fileType == 4 else {
        throw ImportRefusal("fit-no-activity", "The file holds no activity but a course, settings or the like.")
      }
      var done = tracked
      done.kind = sport.flatMap(Self.kind)
      if done.deviceMetres == nil { done.deviceMetres = recorded }
      // A cycle is one of both legs: two steps.
      if done.kind == .walk || done.kind == .run { done.steps = Int(cycles) * 2 }
      return done
    }
  }

  mutating func take(_ values: FITValues) throws(ImportRefusal) {
    switch values.message {
    case 0: fileType = values.unsigned(0) ?? fileType
    case 12: sport = sport ?? values.unsigned(0)
    case 18: session(values)
    case 20: try record(values)
    default: break
    }
  }

  private mutating func record(_ values: FITValues) throws(ImportRefusal) {
    let time = values.unsigned(253).map(Self.milliseconds)
    if let time { tracked.spans(time) }
    if let distance = values.unsigned(5) { recorded = Double(distance) / 100 }
    guard let north = values.signed(0), let east = values.signed(1) else { return }
    let scale = 180 / 2_147_483_648.0
    guard let place = Place(Double(north) * scale, Double(east) * scale) else {
      throw .impossiblePlace(tracked.track.points + 1)
    }
    tracked.track.add(place, at: time.flatMap { ImportInstant.sensible.contains($0) ? $0 : nil })
  }

  private mutating func session(_ values: FITValues) {
    if let start = values.unsigned(2).map(Self.milliseconds) {
      tracked.spans(start)
      if let elapsed = values.unsigned(7) { tracked.spans(start + Int64(elapsed)) }
    }
    if let timer = values.unsigned(8) { tracked.ran(Double(timer) / 1_000) }
    if let distance = values.unsigned(9) { tracked.went(Double(distance) / 100) }
    if let said = values.unsigned(10) { cycles = cycles &+ min(said, 10_000_000) }
    if let said = values.unsigned(5) {
      sport = hasSession && sport != said ? 0 : said
      hasSession = true
    }
  }

  private static func milliseconds(_ time: UInt32) -> Int64 { (Int64(time) + epoch) * 1_000 }

  /// The sports of the profile that are told apart here.
  private static func kind(_ sport: UInt32) -> Activity.Kind {
    switch sport {
    case 1: .run
    case 2: .ride
    case 5: .swim
    case 11, 17: .walk
    case 65, 66: .wheelchair
    default: .other
    }
  }
}
