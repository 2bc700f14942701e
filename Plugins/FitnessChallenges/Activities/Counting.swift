/// What counts of activities that overlap in time, so that nothing counts twice.
///
/// For each stretch of time one activity counts: the one with the best evidence. Of equal evidence a ride, a swim or another exercise
/// goes before steps, what knows steps or pushes before what does not, then the earlier begin, the more steps, the
/// smaller id. What is left of an activity is its part by time of what it says, steps and pushes rounded down. So neither the
/// order in which activities come nor repetition makes a difference.
enum Counting {
  /// What counts of an activity.
  struct Share: Hashable, Sendable {
    var seconds: Int
    var steps: Int
    var pushes: Int
    var metres: Double
  }

  /// What counts of each of some activities, by id.
  /// - Parameter activities: with all that overlap those that are asked for.
  static func shares(_ activities: [Activity]) -> [String: Share] {
    var found: [String: Share] = [:]
    var taken = Stretches()
    for activity in activities.sorted(by: goesBefore) {
      let free = taken.take(activity.start, activity.end)
      found[activity.id] = share(activity, free: free)
    }
    return found
  }

  private static func share(_ activity: Activity, free: Int64) -> Share {
    let length = activity.end - activity.start
    guard free < length else {
      return Share(
        seconds: activity.seconds, steps: activity.steps, pushes: activity.pushes, metres: activity.metres)
    }
    func cut(_ count: Int) -> Int { Int(Int64(count) * free / length) }
    return Share(
      seconds: cut(activity.seconds), steps: cut(activity.steps), pushes: cut(activity.pushes),
      metres: activity.metres * Double(free) / Double(length))
  }

  private static func goesBefore(_ one: Activity, _ other: Activity) -> Bool {
    let (left, right) = ((one.evidence.rank, one.claim, one.start), (other.evidence.rank, other.claim, other.start))
    if left != right { return left < right }
    return one.steps != other.steps ? one.steps > other.steps : one.id < other.id
  }
}

extension Activity {
  /// How strongly it claims its time among those of equal evidence: 0 is the strongest.
  fileprivate var claim: Int {
    switch kind {
    case .ride, .swim, .other: 0
    case .walk, .run, .wheelchair: steps > 0 || pushes > 0 ? 1 : 2
    }
  }
}

/// Stretches of time that are taken, which neither overlap nor touch.
private struct Stretches {
  private var starts: [Int64] = []
  private var ends: [Int64] = []

  /// Takes a stretch; how much of it was free.
  mutating func take(_ start: Int64, _ end: Int64) -> Int64 {
    guard start < end else { return 0 }
    let first = ends.firstPlace { $0 >= start }
    let last = starts.firstPlace { $0 > end }
    guard first < last else {
      starts.insert(start, at: first)
      ends.insert(end, at: first)
      return end - start
    }
    var free = end - start
    for index in first..<last { free -= max(0, min(end, ends[index]) - max(start, starts[index])) }
    let hull = (min(start, starts[first]), max(end, ends[last - 1]))
    starts.replaceSubrange(first..<last, with: [hull.0])
    ends.replaceSubrange(first..<last, with: [hull.1])
    return free
  }
}

extension [Int64] {
  /// The first place at which a condition holds that holds at all places behind it, too.
  fileprivate func firstPlace(where condition: (Int64) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
