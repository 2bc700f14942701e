/// What came of sending to the devices of a person.
struct PushRound: Sendable {
  private var hasArrived = false
  private var left: [String] = []
  private var reason = "no device could be reached"
  private var seconds: Int?
  /// The devices that are there no more.
  private(set) var gone: [String] = []

  mutating func add(_ outcome: PushService.Outcome, of device: String) {
    switch outcome {
    case .arrived: hasArrived = true
    case .gone(let why): (gone, reason) = (gone + [device], why)
    case .refused(let why): reason = why
    case .later(let why, let wait):
      left.append(device)
      reason = why
      if let wait { seconds = max(seconds ?? 0, wait) }
    }
  }

  /// One device that was reached is enough; the others are tried again for themselves.
  var result: WayResult {
    if hasArrived { return .arrived(left: left.sorted()) }
    if !left.isEmpty { return .later(reason, seconds: seconds, left: left.sorted()) }
    return .failed(reason)
  }
}
