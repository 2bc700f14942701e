/// Reads the parts of an RFC 3339 time, one after the other.
struct RFC3339Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Days since 1970 of `YYYY-MM-DD`.
  mutating func day() -> Int? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
    return CivilDay(year: year, month: month, day: day)?.daysSince1970
  }

  /// Seconds since 1970 of a whole date and time.
  mutating func dateTime() -> Double? {
    guard let day = day(), skip("T") || skip("t"), let (second, isLeap) = timeOfDay() else { return nil }
    guard let fraction = fraction(), let offset = offset(), isAtEnd else { return nil }
    let seconds = day * 86_400 + second - offset
    if isLeap, seconds % 86_400 != 0 { return nil }
    return Double(seconds) + fraction
  }

  private mutating func timeOfDay() -> (second: Int, isLeap: Bool)? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else { return nil }
    guard skip(":"), let second = number(2), second <= 60 else { return nil }
    return (hour * 3600 + minute * 60 + second, second == 60)
  }

  private mutating func fraction() -> Double? {
    guard skip(".") else { return 0 }
    let start = position
    var value = 0.0
    var unit = 0.1
    while let digit = digit() {
      value += Double(digit) * unit
      unit /= 10
    }
    return position > start ? (value * 1e9).rounded() / 1e9 : nil
  }

  /// Seconds east of UTC.
  private mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hour * 3600 + minute * 60)
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit <= 9 else { return nil }
    position += 1
    return Int(digit)
  }

  private mutating func number(_ width: Int) -> Int? {
    var value = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }
}
