/// What a file of activities tells, for checks over folders of files.
public struct ActivityFile: Sendable {
  /// A track of the file.
  public struct Track: Sendable {
    /// How many points there are.
    public let points: Int
    /// Along all points within segments, in metres.
    public let rawMetres: Double
    /// The same without places that could not be reached.
    public let metres: Double
    /// By the device's own reckoning, in metres.
    public let deviceMetres: Double?
    /// The device's timer, in seconds.
    public let deviceSeconds: Double?
    /// The earliest and the latest time of the points, in milliseconds since 1970.
    public let start, end: Int64?
    /// Two for each stride.
    public let steps: Int
  }

  /// The tracks, in the order of the file.
  public private(set) var tracks: [Track] = []
  /// How many steps each source has counted on each day, exact repetitions left out.
  public private(set) var steps: [StepDay: Double] = [:]
  /// How many records of steps, pushes and distances there are.
  public private(set) var samples = 0
  /// Why the file, or a file in it, is not taken, as codes.
  public private(set) var refusals: [String] = []

  /// A day of a source.
  public struct StepDay: Hashable, Sendable {
    /// The app or device.
    public let source: String
    /// Days since 1970-01-01 in the zone that is asked for.
    public let day: Int
  }

  /// Reads a file.
  /// - Parameters:
  ///   - offset: by how many seconds the day of steps is ahead of UTC.
  ///   - next: the next piece; nil at the end.
  public init(offset: Int = 0, next: () throws -> [UInt8]?) rethrows {
    var (machine, seen) = (ImportMachine(), Set<HealthSample>())
    var found = ImportFindings()
    while let piece = try next() {
      var part = ImportFindings()
      let refusal = Self.attempt { () throws(ImportRefusal) in try machine.read(piece, into: &part) }
      found.refusals += part.refusals
      take(part, offset, &seen)
      if let refusal {
        refusals = found.refusals.map(\.refusal.code) + [refusal.code]
        return
      }
    }
    var part = ImportFindings()
    let refusal = Self.attempt { () throws(ImportRefusal) in try machine.end(into: &part) }
    take(part, offset, &seen)
    refusals = (found.refusals + part.refusals).map(\.refusal.code) + (refusal.map { [$0.code] } ?? [])
  }

  private static func attempt(_ body: () throws(ImportRefusal) -> Void) -> ImportRefusal? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  private mutating func take(
    _ findings: ImportFindings, _ offset: Int, _ seen: inout Set<HealthSample>
  ) {
    tracks += findings.tracks.map { found in
      Track(
        points: found.track.points, rawMetres: found.track.rawMetres, metres: found.track.metres,
        deviceMetres: found.deviceMetres, deviceSeconds: found.deviceSeconds, start: found.track.start,
        end: found.track.end, steps: found.steps)
    }
    samples += findings.samples.count
    for sample in findings.samples where sample.measure == .steps {
      // Repetitions stand near one another: what lies far back is forgotten.
      if seen.count > 50_000 { seen.removeAll() }
      guard seen.insert(sample).inserted else { continue }
      let day = Int((sample.start / 1_000 + Int64(offset)) / 86_400)
      steps[StepDay(source: sample.source, day: day), default: 0] += sample.value
    }
  }
}
