import FieldhouseKit
import Foundation

extension RecurrenceRule {
  /// A rule as calendars exchange it, such as `FREQ=WEEKLY;BYDAY=TU,TH;COUNT=20`.
  /// - Returns: nil for what is no such rule, or one by the hour or less.
  init?(_ text: String) {
    self.init()
    var seen: Set<String> = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
      guard pair.count == 2, seen.insert(pair[0]).inserted, take(pair[0], pair[1]) else { return nil }
    }
    guard seen.contains("FREQ"), !seen.isSuperset(of: ["COUNT", "UNTIL"]), isAllowed else { return nil }
  }

  /// Without what RFC 5545 forbids beside some frequencies.
  private var isAllowed: Bool {
    let hasPlaces = weekdays.contains { $0.place != nil }
    let isYearly = frequency == .yearly
    if !isYearly, !weeks.isEmpty || !yearDays.isEmpty { return false }
    if isYearly, hasPlaces, !weeks.isEmpty { return false }
    if frequency == .weekly, !monthDays.isEmpty { return false }
    return isYearly || frequency == .monthly || !hasPlaces
  }

  private mutating func take(_ name: String, _ value: String) -> Bool {
    switch name {
    case "FREQ": return set(\.frequency, Frequency(rawValue: value))
    case "INTERVAL": return set(\.interval, Int(value).flatMap { 1...1_000 ~= $0 ? $0 : nil })
    case "COUNT": return set(\.end, Int(value).flatMap { 1...1_000_000 ~= $0 ? .count($0) : nil })
    case "UNTIL": return set(\.end, Self.until(value))
    case "WKST": return set(\.weekStart, Self.names.firstIndex(of: value))
    case "BYDAY": return set(\.weekdays, Self.list(value, Self.weekday))
    case "BYMONTH": return set(\.months, Self.list(value) { Self.number($0, 1...12) })
    case "BYYEARDAY": return set(\.yearDays, Self.list(value) { Self.number($0, -366...366) })
    case "BYMONTHDAY": return set(\.monthDays, Self.list(value) { Self.number($0, -31...31) })
    case "BYWEEKNO": return set(\.weeks, Self.list(value) { Self.number($0, -53...53) })
    case "BYSETPOS": return set(\.positions, Self.list(value) { Self.number($0, -366...366) })
    default: return false
    }
  }

  /// - Returns: whether there is a value.
  private mutating func set<Value>(_ path: WritableKeyPath<RecurrenceRule, Value>, _ value: Value?) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }

  private mutating func set(_ path: WritableKeyPath<RecurrenceRule, End?>, _ value: End?) -> Bool {
    self[keyPath: path] = value
    return value != nil
  }

  private static func list<Value: Hashable>(_ text: String, _ read: (String) -> Value?) -> Set<Value>? {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map { read(String($0)) }
    return values.contains { $0 == nil } ? nil : Set(values.compactMap { $0 })
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { $0 != 0 && range ~= $0 ? $0 : nil }
  }

  private static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  /// Such as `TU`, `2TU` and `-1FR`.
  private static func weekday(_ text: String) -> Weekday? {
    guard let day = names.firstIndex(of: String(text.suffix(2))) else { return nil }
    guard text.count > 2 else { return Weekday(place: nil, day: day) }
    return number(String(text.dropLast(2)), -53...53).map { Weekday(place: $0, day: day) }
  }

  private static func until(_ value: String) -> End? {
    if value.count == 8 { return WallTime.date(value + "T235959").map { .untilWall($0) } }
    guard value.hasSuffix("Z") else { return WallTime.date(value).map { .untilWall($0) } }
    return WallTime.date(String(value.dropLast())).map { .until($0) }
  }
}

extension WallTime {
  /// A time such as `20250902T180000`.
  static func date(_ text: String) -> Date? {
    let digits = Array(text.utf8)
    guard digits.count == 15, digits[8] == UInt8(ascii: "T") else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    return RFC3339.date(
      from: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
  }
}
