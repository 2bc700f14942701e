import FieldhouseKit

/// Instants as files of activities write them, in milliseconds since 1970.
enum ImportInstant {
  /// From 1990 up to and without 2100: other times are those of devices without a clock.
  static let sensible: Range<Int64> = 631_152_000_000..<4_102_444_800_000

  /// Reads `2026-04-11T07:00:05.25+02:00` of ISO 8601, in UTC where no zone is given, or `2017-01-22 18:57:52 +0200` of Apple Health.
  /// - Returns: nil for what is no instant.
  static func read(_ text: some StringProtocol) -> Int64? {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
      let day = reader.number(2), let days = CivilDay(year: year, month: month, day: day)?.daysSince1970,
      reader.skip("T") || reader.skip(" "), let hour = reader.number(2), reader.skip(":"),
      let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    let second = reader.skip(":") ? reader.number(2) : 0
    guard let second, second <= 60 else { return nil }
    let fraction = reader.fraction()
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    let seconds = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset * 60)
    return seconds * 1_000 + Int64(fraction)
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    var isAtEnd: Bool { place == bytes.count }

    mutating func skip(_ sign: Character) -> Bool {
      guard place < bytes.count, bytes[place] == sign.asciiValue else { return false }
      place += 1
      return true
    }

    mutating func number(_ count: Int) -> Int? {
      guard place + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[place..<place + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      place += count
      return value
    }

    /// Milliseconds; further digits are left out.
    mutating func fraction() -> Int {
      guard skip(".") || skip(",") else { return 0 }
      var (value, weight) = (0, 100)
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
        value += Int(bytes[place] - 0x30) * weight
        weight /= 10
        place += 1
      }
      return value
    }

    /// Minutes ahead of UTC; nil for what is no zone.
    mutating func offset() -> Int? {
      _ = skip(" ")
      if isAtEnd || skip("Z") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = number(2) else { return nil }
      _ = skip(":")
      guard let minutes = isAtEnd ? 0 : number(2), hours <= 14, minutes < 60 else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }
}

/// Numbers as files write them.
enum ImportNumber {
  /// A decimal number; nil for everything else, "NaN" and "inf" included.
  static func read(_ text: some StringProtocol) -> Double? {
    let bytes = text.utf8.drop { $0 <= 0x20 }
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE \t\r\n".utf8.contains($0) }) else {
      return nil
    }
    let trimmed = String(text).split(whereSeparator: \.isWhitespace)
    guard trimmed.count == 1, let value = Double(trimmed[0]), value.isFinite else { return nil }
    return value
  }
}
