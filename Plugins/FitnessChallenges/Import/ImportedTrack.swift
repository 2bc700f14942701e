import FieldhouseKit

/// What a file tells of one activity.
struct ImportedTrack: Codable, Sendable {
  var title = ""
  /// Nil where the file does not say.
  var kind: Activity.Kind?
  var track = TrackBuilder()
  /// By the device's own reckoning, in metres; nil where it says nothing.
  var deviceMetres: Double?
  /// How long its timer ran, in seconds.
  var deviceSeconds: Double?
  /// The begin and the end as the device says them, in milliseconds since 1970.
  var deviceStart: Int64?
  var deviceEnd: Int64?
  var steps = 0
  /// Whether a device measured it, not a planner drew it.
  var isDevice = false
  /// Whether somebody has entered it by hand.
  var isSaid = false

  /// The sum over the points where there are places, otherwise what the device says.
  var metres: Double { track.points > 1 ? track.metres : deviceMetres ?? 0 }

  /// Adds an instant at which the device says that it went on, in milliseconds since 1970; those of a device whose clock is not
  /// set yet say nothing.
  mutating func spans(_ instant: Int64) {
    guard ImportInstant.sensible.contains(instant) else { return }
    deviceStart = min(deviceStart ?? instant, instant)
    deviceEnd = max(deviceEnd ?? instant, instant)
  }

  /// Adds seconds of the device's timer.
  mutating func ran(_ seconds: Double) { deviceSeconds = (deviceSeconds ?? 0) + seconds }

  /// Adds metres of the device's own reckoning.
  mutating func went(_ metres: Double) { deviceMetres = (deviceMetres ?? 0) + metres }

  /// The activity that it is.
  /// - Parameter fallback: what it is where the file does not say.
  /// - Throws: ``ImportRefusal`` for one without times, of more than 32 days, or ahead of the clock by more than a day.
  func activity(or fallback: Activity.Kind, now: Int64) throws(ImportRefusal) -> Activity {
    let starts = [track.start, deviceStart].compactMap { $0 }.filter(ImportInstant.sensible.contains)
    let ends = [track.end, deviceEnd].compactMap { $0 }.filter(ImportInstant.sensible.contains)
    guard let start = starts.min(), let end = (starts + ends).max() else { throw .noTimes }
    guard end - start <= Activity.longest else {
      throw ImportRefusal("too-long", "The times of the track lie more than 32 days apart.")
    }
    guard end <= now + Plausibility.mostAhead else {
      throw ImportRefusal("clock-ahead", "The activity ends in the future. Was the clock of the device right?")
    }
    guard metres <= 20_000_000, steps <= 1_000_000 else {
      throw ImportRefusal("too-far", "Nobody goes so far in one activity.")
    }
    let longest = Double(end - start) / 1_000
    let seconds = min(longest, deviceSeconds ?? Double(track.movingMilliseconds) / 1_000)
    var activity = Activity(
      id: id(start, end), kind: kind ?? fallback, source: .file, evidence: evidence,
      title: String(title.prefix(80)), start: start, end: max(end, start + 1), seconds: Int(max(0, seconds)),
      steps: steps, metres: metres, received: now)
    activity.suspect = Plausibility.codes(of: activity, hasJumps: track.jumps > 0)
    return activity
  }

  private var evidence: Activity.Evidence { isSaid ? .said : isDevice ? .device : .track }

  /// The same content has the same id, whatever the file is called.
  private func id(_ start: Int64, _ end: Int64) -> String {
    let ends = [track.shape.first, track.shape.last].compactMap { $0 }.map { "\($0.latitude),\($0.longitude)" }
    let content = [
      ends.joined(separator: " "), "\(start)", "\(end)", "\(track.points)",
      "\(Int64((track.rawMetres * 100).rounded()))",
      "\(deviceMetres.map { Int64(($0 * 100).rounded()) } ?? -1)", "\(steps)",
    ].joined(separator: " ")
    return "f-\(SHA256.hex(Array(content.utf8)).prefix(32))"
  }
}

/// What Apple Health has counted in a stretch of time.
struct HealthSample: Codable, Hashable, Sendable {
  enum Measure: Int, Codable, Sendable {
    case steps, metres, pushes
  }

  var measure: Measure
  /// The app or device that has counted.
  var source: String
  /// Whether somebody has entered it by hand.
  var isSaid: Bool
  /// In milliseconds since 1970.
  var start: Int64
  var end: Int64
  var value: Double
}

/// What was found in a part of a file.
struct ImportFindings: Sendable {
  var tracks: [ImportedTrack] = []
  var samples: [HealthSample] = []
  /// What was not taken of it, by the name of what it was.
  var refusals: [(name: String, refusal: ImportRefusal)] = []
}
