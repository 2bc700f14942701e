import FieldhouseAccounts
import FieldhouseKit
import Foundation

/// What the values of a setting look like as text.
struct SettingForm<Value: Sendable>: Sendable {
  /// The value of a text; nil when it does not fit.
  let read: @Sendable (String) -> Value?
  /// What is wrong with a text, as a sentence; nil when it fits.
  let mistake: @Sendable (String) -> String?
  /// The text of a value.
  let text: @Sendable (Value) -> String
  /// The least and the greatest value, for help; empty where there are none.
  let bounds: String

  /// A form.
  /// - Parameter expected: what a text looks like that fits, as a sentence.
  init(
    _ expected: String, bounds: String = "", text: @escaping @Sendable (Value) -> String = { "\($0)" },
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(bounds: bounds, text: text, mistake: { read($0) == nil ? expected : nil }, read: read)
  }

  /// A form that says more exactly what is wrong.
  init(
    bounds: String = "", text: @escaping @Sendable (Value) -> String = { "\($0)" },
    mistake: @escaping @Sendable (String) -> String?, read: @escaping @Sendable (String) -> Value?
  ) {
    self.bounds = bounds
    self.text = text
    self.mistake = mistake
    self.read = read
  }
}

extension SettingForm<String> {
  /// Any text.
  static var anything: SettingForm { SettingForm("") { $0 } }

  /// A text that somebody else judges.
  static func judged(by mistake: @escaping @Sendable (String) -> String?) -> SettingForm {
    SettingForm(mistake: mistake) { $0 }
  }

  /// A text that begins with one of these schemes and `://`.
  static func address(_ schemes: [String]) -> SettingForm {
    let starts = schemes.map { $0 + "://" }
    return SettingForm("The address begins with \(starts.joined(separator: " or ")).") { text in
      starts.contains { text.hasPrefix($0) } ? text : nil
    }
  }

  /// A folder that is there.
  static var folder: SettingForm {
    SettingForm("There is no such folder.") { text in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: text, isDirectory: &isFolder) && isFolder.boolValue ? text : nil
    }
  }

  /// One of these words.
  static func oneOf(_ words: [String]) -> SettingForm {
    SettingForm("Use \(words.map { "`\($0)`" }.joined(separator: " or ")).") { words.contains($0) ? $0 : nil }
  }
}

extension SettingForm<[String]> {
  /// Texts with a character between them, that of whitespace around them and of empty ones left aside.
  static func list(_ separator: Character, judge: @escaping @Sendable ([String]) -> String? = { _ in nil })
    -> SettingForm
  {
    let split: @Sendable (String) -> [String] = { text in
      text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    // What the settings file has as an array comes as its JSON text.
    let isArray: @Sendable (String) -> Bool = { $0 == "[]" || $0.hasPrefix("[\"") }
    return SettingForm(
      text: { $0.joined(separator: String(separator)) },
      mistake: { isArray($0) ? "Write one text with '\(separator)' between its parts." : judge(split($0)) },
      read: { split($0) })
  }
}

extension SettingForm<Int> {
  /// A whole number within bounds.
  static func whole(_ range: ClosedRange<Int>) -> SettingForm {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return SettingForm("This is a whole number from \(bounds).", bounds: bounds) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A whole number that is not below another one.
  static func atLeast(_ minimum: Int) -> SettingForm {
    SettingForm("This is a whole number of at least \(minimum).") { text in
      Int(text).flatMap { $0 >= minimum ? $0 : nil }
    }
  }
}

extension SettingForm<Double> {
  /// A number of at least 0.
  static var rate: SettingForm {
    SettingForm("A rate is a number of at least 0.", text: { plain($0) }) { text in
      Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }
  }

  /// 0, or a number within bounds.
  static func zeroOr(_ range: ClosedRange<Int>) -> SettingForm {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return SettingForm("This is 0, or a number from \(bounds).", bounds: bounds, text: { plain($0) }) { text in
      Double(text).flatMap { $0 == 0 || (Double(range.lowerBound)...Double(range.upperBound)).contains($0) ? $0 : nil }
    }
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}

extension SettingForm<Date> {
  /// An RFC 3339 instant.
  static var instant: SettingForm {
    SettingForm("An instant looks like 2025-08-15T12:00:00Z.") { RFC3339.date(from: $0) }
  }
}

extension HostSetting<LimitRule> {
  /// How often something may be done.
  static func limit(_ name: LimitName) -> HostSetting {
    let form = SettingForm<LimitRule>(mistake: { name.mistake(in: $0) }, read: { LimitRule($0) })
    return HostSetting(name.key, name.help, form, default: name.standard)
  }
}
