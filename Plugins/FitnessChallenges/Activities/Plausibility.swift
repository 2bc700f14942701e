/// What people hardly do. An activity beyond a limit is kept and marked; who asks for it decides what it is worth.
enum Plausibility {
  /// The speed in metres a second that nobody holds over a whole activity; nil where there is none to name.
  ///
  /// Walking: race walking over 20 km, 1:16:36, which is 4.36 m/s. Running: 1,500 m in 3:26.00, 7.29 m/s. Wheelchair: marathon of
  /// the class T54 in 1:17:47, 9.05 m/s. Riding: 56.792 km in an hour, 15.78 m/s. Swimming: 50 m in 20.91 s, 2.40 m/s. They are
  /// world records as World Athletics, World Para Athletics, UCI and World Aquatics listed them in 2023.
  static func fastest(_ kind: Activity.Kind) -> Double? {
    switch kind {
    case .walk: 4.36
    case .run: 7.29
    case .wheelchair: 9.05
    case .ride: 15.78
    case .swim: 2.40
    case .other: nil
    }
  }

  /// The steps, or pushes, a second that nobody holds: sprinters take about 5 steps a second (Salo et al. 2011, "Elite sprinting:
  /// are athletes individually step-frequency or step-length reliant?"); 4 are beyond walking.
  static func fastestCadence(_ kind: Activity.Kind) -> Double { kind == .walk ? 4 : 5 }

  /// By how many milliseconds the clock of a device may be ahead without a mark.
  static let clockTolerance: Int64 = 120_000

  /// By how many milliseconds it may be ahead at most: what is later is refused.
  static let mostAhead: Int64 = 86_400_000

  /// The codes of what is hardly possible, in order.
  /// - Parameter hasJumps: whether places were left out that could not be reached.
  static func codes(of activity: Activity, hasJumps: Bool) -> [String] {
    let moved = Double(max(1, activity.seconds))
    var codes: [String] = []
    if let fastest = fastest(activity.kind), activity.metres / moved > fastest { codes.append("speed") }
    if Double(max(activity.steps, activity.pushes)) / moved > fastestCadence(activity.kind) { codes.append("cadence") }
    if hasJumps { codes.append("jump") }
    if activity.end > activity.received + clockTolerance { codes.append("clock-ahead") }
    return codes
  }
}
