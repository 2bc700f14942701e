import FieldhouseKit
import Foundation

/// Finds the value of each setting: flag over environment over `_FILE` over the settings file over the default. A variable of the
/// environment that is empty counts as none: compose files and unit files set those that nobody has filled in. What is to be empty is
/// given as a flag or in the settings file.
public struct SettingsResolver: Sendable {
  /// Where a value comes from.
  public enum Source: Sendable, Equatable {
    case flag(String), environment(String), secretFile(String), file(String), fallback, unset
  }

  /// A value with its source.
  public struct Resolved: Sendable {
    /// The setting.
    public let setting: Setting
    /// The value, nil when unset.
    public let value: String?
    /// Where it comes from.
    public let source: Source
  }

  private let flags: [String: String]
  private let environment: [String: String]
  private let file: JSONObject
  private let filePath: String

  /// A resolver.
  /// - Parameters:
  ///   - flags: values given on the command line, by key.
  ///   - environment: the process environment.
  ///   - path: the settings file; missing is fine unless it `isRequired`.
  /// - Throws: ``SettingsError`` for a file that cannot be read or has unknown keys.
  public init(flags: [String: String], environment: [String: String], path: String, isRequired: Bool = false) throws {
    self.flags = flags
    self.environment = environment
    filePath = path
    file = try Self.read(path, isRequired: isRequired)
    for (key, value) in file where Setting.named(key) == nil {
      throw SettingsError.unknownKey(key, file: path, value: value)
    }
  }

  private static func read(_ path: String, isRequired: Bool) throws -> JSONObject {
    guard let data = FileManager.default.contents(atPath: path) else {
      if isRequired { throw SettingsError(code: "settings-file", message: "There is no readable file \(path).") }
      return [:]
    }
    do {
      guard case .object(let object) = try JSON(parsing: Array(data)) else {
        throw SettingsError(code: "settings-file", message: "\(path) must hold one JSON object.")
      }
      return object
    } catch let error as JSONParseError {
      throw SettingsError(
        code: "settings-file", message: "\(path):\(error.line):\(error.column): \(error.message)")
    }
  }

  /// The text of a setting with its source.
  /// - Throws: ``SettingsError`` when the text does not fit.
  public func resolve(_ key: String) throws -> Resolved {
    guard let setting = Setting.named(key) else { throw SettingsError.unknownKey(key, file: nil, value: .null) }
    let found = try find(setting)
    if let value = found.value, !value.isEmpty, let mistake = setting.check(value) {
      throw SettingsError.unfit(setting, value, mistake)
    }
    return found
  }

  private func find(_ setting: Setting) throws -> Resolved {
    let name = setting.environmentName
    if let value = flags[setting.key] {
      return Resolved(setting: setting, value: value, source: .flag(setting.flag))
    }
    if let value = environment[name], !value.isEmpty {
      return Resolved(setting: setting, value: value, source: .environment(name))
    }
    if let path = environment[name + "_FILE"], !path.isEmpty {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SettingsError(code: "settings-value", message: "\(name)_FILE names a file that cannot be read.")
      }
      let value = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return Resolved(setting: setting, value: value, source: .secretFile(path))
    }
    if let value = file[setting.key], !value.isNull {
      return Resolved(setting: setting, value: value.string ?? value.serialized(), source: .file(filePath))
    }
    return Resolved(
      setting: setting, value: setting.fallback, source: setting.fallback == nil ? .unset : .fallback)
  }
}

/// A setting that cannot be used.
public struct SettingsError: Error, Sendable, CustomStringConvertible {
  /// The stable code.
  public let code: String
  /// A sentence with the remedy.
  public let message: String
  public var description: String { message }

  static func unfit(_ setting: Setting, _ value: String, _ mistake: String) -> SettingsError {
    let shown = setting.isSecret ? "the value" : "'\(value)'"
    return SettingsError(code: "settings-value", message: "\(setting.key): \(shown) does not fit. \(mistake)")
  }

  static func unknownKey(_ key: String, file: String?, value: JSON) -> SettingsError {
    let hint = closestMatch(to: key, in: Setting.all.map(\.key)).map { " Did you mean '\($0)'?" } ?? ""
    let place = file.map { "\($0): " } ?? ""
    return SettingsError(code: "settings-unknown-key", message: "\(place)There is no setting '\(key)'.\(hint)")
  }
}
