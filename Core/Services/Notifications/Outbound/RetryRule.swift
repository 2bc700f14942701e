/// When what could not leave is tried again, in seconds of real time.
enum RetryRule {
  /// How long one attempt may take before another process takes it over. Gateways and push services are given up after 20.
  static let lease = 90
  /// How long anything is tried at all: what is a day old is in the inbox and no news.
  static let age = 86_400

  /// The pause after so many failed attempts: 1, 2, 4 … at most ten minutes.
  static func pause(after tries: Int) -> Int { min(600, 1 << min(max(0, tries - 1), 10)) }

  /// How many attempts a way has. Where another one follows, it is to follow within the minute.
  static func tries(hasNext: Bool) -> Int { hasNext ? 5 : 100 }
}
