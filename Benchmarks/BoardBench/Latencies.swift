/// How long calls took, in microseconds.
struct Latencies: Encodable {
  var median: Double
  var p99: Double

  /// Times a call for each slot. The results are added up, so that no call can be left out by the compiler.
  init(_ slots: [UInt32], _ call: (UInt32) -> Int) {
    var times: [Double] = []
    times.reserveCapacity(slots.count)
    var sum = 0
    for slot in slots { times.append(Stopwatch.microseconds { sum &+= call(slot) }) }
    precondition(sum != Int.min)
    times.sort()
    median = times[times.count / 2]
    p99 = times[times.count * 99 / 100]
  }
}

/// Measures with the monotonic clock.
enum Stopwatch {
  /// How long a body takes.
  @inline(__always)
  static func microseconds(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    return (ContinuousClock.now - start) / .microseconds(1)
  }
}
