internal import Foundation

/// The header `Retry-After` (RFC 9110 § 10.2.3).
enum RetryAfter {
  /// The seconds from now that it means, at least 1: it is a number of seconds, or an instant. Nil for what is neither.
  static func seconds(_ text: String, now: Date) -> Int? {
    if let seconds = Int(text) { return seconds >= 0 ? max(1, seconds) : nil }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let instant = format.date(from: text) else { return nil }
    return max(1, Int(instant.timeIntervalSince(now).rounded(.up)))
  }
}
