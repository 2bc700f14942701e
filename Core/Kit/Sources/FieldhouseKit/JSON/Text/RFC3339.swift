public import Foundation

/// Times as RFC 3339 writes them, such as `2025-08-15T19:00:00Z`.
public enum RFC3339 {
  /// The instant in UTC, with three digits of milliseconds only when they are not zero; the instant is
  /// rounded to the nearest millisecond.
  ///
  /// - Returns: nil when the year is not from 0 to 9999, which the format cannot express.
  public static func string(from date: Date) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLength) { buffer in
      guard let base = buffer.baseAddress, let length = write(date, to: base) else { return nil }
      return String(decoding: UnsafeBufferPointer(start: base, count: length), as: UTF8.self)
    }
  }

  /// The instant that a text names: a date, `T`, a time with any number of decimals, and `Z` or an offset.
  ///
  /// A leap second, which only the last minute of a UTC day may have, is the next second. Decimals count as
  /// far as a double holds them.
  ///
  /// - Returns: nil when the text is not such a time, names a day or hour that does not exist, or an instant that
  ///   ``string(from:)`` could not write, because its year in UTC is not from 0 to 9999.
  public static func date(from text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = RFC3339Reader(bytes: bytes)
      guard let seconds = reader.dateTime(), milliseconds(seconds) != nil else { return nil }
      return Date(timeIntervalSince1970: seconds)
    }
  }

  /// Whether a text is a day that exists, such as `2024-02-29`.
  public static func isDate(_ text: String) -> Bool { CivilDay(text) != nil }

  static let maximumLength = 24

  /// Writes the instant and returns how many bytes it took.
  static func write(_ date: Date, to out: UnsafeMutablePointer<UInt8>) -> Int? {
    guard let whole = milliseconds(date.timeIntervalSince1970) else { return nil }
    let (seconds, milliseconds) = floored(whole, 1000)
    let (days, second) = floored(seconds, 86_400)
    let day = CivilDay(daysSince1970: days)
    var digits = DigitWriter(out: out)
    digits.write(day.year, 4, then: "-")
    digits.write(day.month, 2, then: "-")
    digits.write(day.day, 2, then: "T")
    digits.write(second / 3600, 2, then: ":")
    digits.write(second / 60 % 60, 2, then: ":")
    digits.write(second % 60, 2, then: milliseconds == 0 ? "Z" : ".")
    if milliseconds != 0 { digits.write(milliseconds, 3, then: "Z") }
    return digits.count
  }

  /// Whole milliseconds of seconds since 1970, in the years from 0 to 9999.
  private static func milliseconds(_ seconds: Double) -> Int? {
    let exact = (seconds * 1000).rounded()
    return exact >= -62_167_219_200_000 && exact < 253_402_300_800_000 ? Int(exact) : nil
  }

  private static func floored(_ value: Int, _ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

private struct DigitWriter {
  let out: UnsafeMutablePointer<UInt8>
  var count = 0

  @inline(__always)
  mutating func write(_ value: Int, _ width: Int, then mark: Unicode.Scalar) {
    var rest = value
    for position in stride(from: count + width - 1, through: count, by: -1) {
      out[position] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    out[count + width] = UInt8(ascii: mark)
    count += width + 1
  }
}
